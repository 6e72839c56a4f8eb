import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorTable } from '../src/payout/operator.ts'
import { type Packed, packInto, run } from './harness/packed.ts'
import { temporaryFolder } from './harness/payrun.ts'
import { waitUntilServerGone } from './harness/postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

let folder: ReturnType<typeof temporaryFolder>
let packed: Packed

beforeAll(async () => {
  folder = temporaryFolder()
  packed = await packInto(folder.path)
})
afterAll(async () => {
  if (packed) await waitUntilServerGone(join(packed.project, '.payrun'))
  folder.remove()
})

const bin = () => join(packed.folder, 'bin/payrun.js')

describe('the package', () => {
  it('has the JavaScript, its types, the migrations and the documents, and nothing else of the checkout', () => {
    expect(packed.files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'bin/payrun.js',
        'dist/src/index.js',
        'dist/src/index.d.ts',
        'dist/src/cli/main.js',
        'dist/src/ledger/migrations/0001_ledger.sql',
      ]),
    )
    const other = packed.files.filter((path) => !/^(dist|docs)\/|^bin\/payrun\.js$|^[^/]+$/.test(path))
    expect(other).toEqual([])
    const source = packed.files.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    expect(source).toEqual([])
    expect(packed.files.filter((path) => /^\.env$|\.tgz$|\.test\./.test(path))).toEqual([])
  })

  it('has nothing that publint remarks on', async () => {
    const { messages } = await publint({ pkgDir: packed.folder, pack: false, strict: true })
    expect(messages).toEqual([])
  })

  it('runs its command: the version, a check of a file, and a payroll paid to the sandbox on the embedded ledger', async () => {
    const payroll = join(root, 'fixtures/payroll.csv')
    const version = await run(process.execPath, [bin(), '--version'], packed.project)
    expect(version.stdout.trim()).toBe(manifest.version)
    const checked = await run(process.execPath, [bin(), 'validate', payroll, '--json'], packed.project)
    const { rows, problems } = JSON.parse(checked.stdout)
    expect(rows).toBeGreaterThan(0)
    expect(problems).toEqual([])
    writeFileSync(
      join(packed.project, 'one.csv'),
      'reference,operator,phone_number,amount\nA1,mtn-benin,2290197000001,1500\n',
    )
    const paid = await run(process.execPath, [bin(), 'run', 'one.csv', '--sandbox', '--json'], packed.project)
    expect(JSON.parse(paid.stdout)).toMatchObject({ state: 'settled', counts: { paid: 1 } })
  })

  it('is imported by its name, from TypeScript whose types are checked against it', async () => {
    const source = `
      import { operatorTable, operators, type OperatorCode } from 'payrun'
      const code: OperatorCode = operators[0].code
      // @ts-expect-error: no such operator
      const none: OperatorCode = 'no-such-operator'
      console.log(JSON.stringify({ code, none, table: operatorTable() }))
    `
    const { stdout } = await checkAndRun('operators.ts', source)
    expect(JSON.parse(stdout)).toMatchObject({ code: 'mtn-benin', table: operatorTable() })
  })

  it('gives nothing away but what its root exports', async () => {
    writeFileSync(join(packed.project, 'inside.mjs'), `await import('payrun/dist/src/ledger/ledger.js')\n`)
    await expect(run(process.execPath, ['inside.mjs'], packed.project)).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })
})

/** Check a TypeScript file of the project against the package's types, strictly, then run it as Node runs TypeScript. */
async function checkAndRun(name: string, source: string) {
  writeFileSync(join(packed.project, 'package.json'), '{ "type": "module", "private": true }\n')
  writeFileSync(join(packed.project, name), source)
  const settings = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--types', 'node']
  await run(process.execPath, [tsc, ...settings, '--exactOptionalPropertyTypes', name], packed.project)
  return run(process.execPath, [name], packed.project)
}
