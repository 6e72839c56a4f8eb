// The package's JavaScript, in dist: Node takes the types off by itself in a checkout, but not inside node_modules.
// Runs by itself before `npm pack`; nothing in a checkout needs it.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from './childEnvironment.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
rmSync(dist, { recursive: true, force: true })
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
// All of the JavaScript; types of what other people's code may import, and no more.
for (const project of ['tsconfig.build.json', 'tsconfig.types.json']) {
  const compiled = spawnSync(process.execPath, [tsc, '-p', join(root, project)], {
    stdio: 'inherit',
    env: childEnvironment(),
  })
  if (compiled.status !== 0) process.exit(compiled.status ?? 1)
}

// Migrations, style sheets and the like.
for (const path of globSync('{src,jobs}/**/*.*', { cwd: root })) {
  if (path.endsWith('.ts')) continue
  mkdirSync(dirname(join(dist, path)), { recursive: true })
  cpSync(join(root, path), join(dist, path))
}

// The compiler copies package.json whole, since the code reads its version. It is no second package: only what is read.
const { name, version, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, private: true, type }, null, 2)}\n`)
