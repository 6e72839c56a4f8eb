import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
const execute = promisify(execFile)

export interface Packed {
  /** A project that depends on the packed payrun, with only the dependencies that a user gets. */
  project: string
  /** The result of `npm pack`. */
  tarball: string
  /** The unpacked package, a real folder in node_modules. */
  folder: string
  /** All its files, as relative paths. */
  files: string[]
}

/** @returns a copy of everything that a package is built from, with the packages of this checkout */
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
  for (const name of [...own, 'README.md', 'LICENSE', 'CHANGELOG.md', 'CHANGELOG.fr.md', '.env.example']) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/**
 * Runs `npm pack` and installs the result in `folder`, without a registry. It packs a copy of the sources, so that no build is left in the
 * checkout.
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

/** Links the packages that a user gets, and the types that a TypeScript user has. No other package of this checkout can be loaded. */
function linkDependencies(project: string): void {
  const { dependencies, optionalDependencies }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), '@types/node']) {
    const from = join(root, 'node_modules', name)
    const to = join(project, 'node_modules', name)
    // Optional dependencies for other platforms are missing.
    if (!existsSync(from)) continue
    mkdirSync(dirname(to), { recursive: true })
    symlinkSync(from, to)
  }
}

/** Checks TypeScript files of a project strictly against the packages' types. */
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

/** Runs a program until it ends, with this process's Node first on the PATH, and without payrun and npm settings. Throws if it fails. */
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
