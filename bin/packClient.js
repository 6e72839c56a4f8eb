// `npm run pack:client`: a package of its own for programs that only call the provider and receive its notifications. It has what
// `payrun/client` loads and installs only what that needs: payrun's own package brings the desk, the queue and a Postgres with it.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from './childEnvironment.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const entry = 'dist/src/client.js'
run(process.execPath, [join(root, 'bin/build.js')], root)

// Messages are loaded as they are said, by the names of their files: one folder a language.
const files = [...new Set([...loadedBy(entry), ...globSync('dist/src/words/*/*.js', { cwd: root })])]
const read = (path) => readFileSync(join(root, path), 'utf8')
const code = files.map(read).join('\n')
const { version, description, license, type, engines, dependencies } = JSON.parse(read('package.json'))
const needed = Object.entries(dependencies).filter(([name]) => new RegExp(`['"]${name}(/[^'"]*)?['"]`).test(code))
const manifest = {
  name: 'payrun-client',
  version,
  description: `The calls and notifications of the provider's interface, without the rest of payrun. (${description})`,
  license,
  type,
  exports: {
    '.': { types: './dist/src/client.d.ts', default: `./${entry}` },
    './package.json': './package.json',
  },
  engines,
  dependencies: Object.fromEntries(needed),
  // Its types name Fastify's, for who registers the plugin there: see withoutFastify.
  peerDependencies: { fastify: '>=5' },
  peerDependenciesMeta: { fastify: { optional: true } },
}

const folder = mkdtempSync(join(tmpdir(), 'payrun-client-'))
const types = globSync('dist/src/**/*.d.ts', { cwd: root })
for (const path of [...files, ...types, 'dist/package.json', 'LICENSE']) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  cpSync(join(root, path), join(folder, path))
  if (path.endsWith('.d.ts')) writeFileSync(join(folder, path), withoutFastify(read(path)))
}
writeFileSync(join(folder, 'README.md'), readme(read('docs/library.md')))
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
run('npm', ['pack', '--pack-destination', process.argv[2] ?? root], folder)
rmSync(folder, { recursive: true })

/** Types that are as right without Fastify: who has none, and checks the types of packages, would be stopped by its name. */
function withoutFastify(types) {
  return types.replaceAll(/^import .* from 'fastify';?$/gm, '// @ts-ignore: Fastify is optional.\n$&')
}

/** What the library's document shows and says of calls and notifications. Its links lead to documents that are not in here. */
function readme(library) {
  const shown = library.slice(library.indexOf('<!-- sample: collect.ts -->'))
  const lead =
    "# payrun-client\n\nCalls the provider's endpoints and receives its notifications, as `payrun/client` does, with nothing else of payrun.\n\n"
  return (
    lead +
    shown.replaceAll(/'payrun(?:\/client)?'/g, "'payrun-client'").replaceAll(/\[([^\]]+)\]\([^)]*\.md[^)]*\)/g, '$1')
  )
}

/** The files that a module loads, itself among them, relative to the root. */
function loadedBy(path, found = []) {
  if (found.includes(path)) return found
  found.push(path)
  const text = readFileSync(join(root, path), 'utf8')
  for (const [, name] of text.matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)['"]/g)) {
    const next = relative(root, join(root, dirname(path), name))
    if (existsSync(join(root, next))) loadedBy(next, found)
  }
  return found
}

function run(program, args, cwd) {
  const ended = spawnSync(program, args, { cwd, env: childEnvironment(), stdio: 'inherit' })
  if (ended.status !== 0) process.exit(ended.status ?? 1)
}
