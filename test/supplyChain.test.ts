import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => JSON.parse(readFileSync(`${root}${name}`, 'utf8'))

interface Locked {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  license?: string
  hasInstallScript?: boolean
}
const locked = Object.entries<Locked>(read('package-lock.json').packages).filter(([path]) => path !== '')
/** Those in folders with a package.json of their own, too. */
const packages = locked.filter(([path]) => /(^|\/)node_modules\//.test(path))
const manifest = read('package.json')

/** Licences that let payrun be used, changed and passed on as its own does. */
const allowed = ['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', '0BSD']

describe('what is installed', () => {
  it('has a hash for every package, and comes from no place but the registry and this tree', () => {
    expect(packages.length).toBeGreaterThan(300)
    const unpinned = packages.filter(([, { integrity, link }]) => !link && !/^sha512-/.test(integrity ?? ''))
    expect(unpinned.map(([path]) => path)).toEqual([])
    const elsewhere = packages.filter(([, { resolved, link }]) => resolved !== undefined && !link)
    expect(elsewhere.map(([path]) => path)).toEqual([])
    expect(locked.filter(([, { link }]) => link).map(([, { resolved }]) => resolved)).toEqual([
      'test/desk/client',
      'bin/node24',
    ])
  })

  it('runs no script of any package: each that has one is forbidden it by name', () => {
    const scripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
    const names = scripts.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    expect(names.filter((name) => manifest.allowScripts[name] !== false && name !== 'fsevents')).toEqual([])
    expect(Object.values(manifest.allowScripts)).not.toContain(true)
  })

  it('in production has licences of the list only', () => {
    const others = packages.filter(
      ([, { dev, link, license = '' }]) => !dev && !link && !allowed.includes(license) && !isChoice(license),
    )
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  })

  it('is listed by npm run sbom, as CycloneDX, with what is for development left out', () => {
    const text = execFileSync('npm', ['run', '-s', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 25 })
    const { bomFormat, components } = JSON.parse(text)
    expect(bomFormat).toBe('CycloneDX')
    const names = components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
    const production = packages.filter(([, { dev, link }]) => !dev && !link)
    expect(names.length).toBeGreaterThan(production.length * 0.9)
    for (const name of ['vitest', 'typescript', 'payrun-node24', 'payrun-api-client']) expect(names).not.toContain(name)
  })
})

/** `(MIT OR CC0-1.0)`: one of them is enough. */
const isChoice = (license: string): boolean =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((each) => allowed.includes(each))

it.each(['SECURITY.md', 'SECURITY.fr.md'])('each threat in %s names a test that is there', (page) => {
  const rows = readFileSync(`${root}${page}`, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!threat |menace |-)/.test(line) && !line.startsWith('|---'))
  const tests = rows.map((row) => row.split('|').at(-2)?.trim() ?? '')
  expect(tests.length).toBeGreaterThan(10)
  expect(tests.filter((test) => !/^test\/.+\.test\.ts$/.test(test) || !existsSync(`${root}${test}`))).toEqual([])
})

it('without the Node of npm, the own one is that of the PATH and not itself again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-node-'))
  try {
    const script = join(folder, 'bin/node24/node')
    cpSync(`${root}bin/node24/node`, script)
    const env = { PATH: `${dirname(script)}:${dirname(process.execPath)}` }
    const ran = spawnSync(script, ['--version'], { env, encoding: 'utf8', timeout: 10_000 })
    expect(ran).toMatchObject({ status: 0, stdout: `${process.version}\n`, stderr: '' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
