import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
const execute = promisify(execFile)

export interface Packed {
  /** A project that depends on the packed payrun, and has of its dependencies only those that a user gets. */
  project: string
  /** As `npm pack` made it. */
  tarball: string
  /** The unpacked package, a real folder below node_modules. */
  folder: string
  /** Every file of it, relative. */
  files: string[]
}

/** @returns a copy of what a package is built from, beside the packages of this checkout */
export function copyInto(folder: string): string {
  const copy = join(folder, 'copy')
  const own = [
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'tsconfig.types.json',
    'bin',
    'src',
    'jobs',
    'docs',
  ]
  for (const name of [...own, 'README.md', 'LICENSE', 'CHANGELOG.md', '.env.example']) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/**
 * `npm pack` and an installation of the result, below `folder`, without a registry. It's packed from a copy of the sources,
 * so that the checkout keeps no build.
 */
export async function packInto(folder: string): Promise<Packed> {
  const copy = copyInto(folder)
  await run('npm', ['pack', '--silent', '--pack-destination', folder], copy)
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm pack made no file')
  const project = join(folder, 'project')
  const installed = join(project, 'node_modules', 'payrun')
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', installed], folder)
  linkDependencies(project)
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
  return { project, tarball: join(folder, tarball), folder: installed, files }
}

interface Manifest {
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

/** What a user gets, and what a user with TypeScript has besides. No other package of this checkout is in reach. */
function linkDependencies(project: string): void {
  const { dependencies, optionalDependencies }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), '@types/node']) {
    const from = join(root, 'node_modules', name)
    const to = join(project, 'node_modules', name)
    // Of the optional ones, those for other platforms aren't there.
    if (!existsSync(from)) continue
    mkdirSync(dirname(to), { recursive: true })
    symlinkSync(from, to)
  }
}

/** Check TypeScript files of a project against the packages' types, strictly. */
export async function checkTypes(
  project: string,
  sources: Record<string, string>,
  ...options: string[]
): Promise<void> {
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }\n')
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(project, name), source)
  const settings = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--types', 'node', ...options]
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, ...settings, ...Object.keys(sources)], project)
}

export interface Ran {
  stdout: string
  stderr: string
}

/** Run a program to its end, with this process's Node first on the PATH, and nothing of its payrun and npm settings. Throws when it fails. */
export async function run(program: string, args: string[], cwd: string): Promise<Ran> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PAYRUN_|DATABASE_URL|REDIS_URL|npm_|INIT_CWD|NODE_OPTIONS)/.test(name),
  )
  const env = { ...Object.fromEntries(kept), PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` }
  try {
    return await execute(program, args, { cwd, env, maxBuffer: 32 * 1024 * 1024 })
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error)
      throw new Error(`${program} ${args.join(' ')} failed:\n${String(error.stdout)}${String(error.stderr)}`)
    throw error
  }
}
