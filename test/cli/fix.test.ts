import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exitCode } from '../../src/cli/cli.ts'
import { writeFile } from '../harness/payroll.ts'
import { payrun, temporaryFolder } from '../harness/payrun.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const call = (...args: string[]) => payrun(args, { cwd: folder.path })
const read = (name: string) => readFileSync(join(folder.path, name), 'utf8')

const old = 'operator,phone,amount\nmtn-benin,97000001,1500\n'
const fixed = 'operator,phone,amount\nmtn-benin,+2290197000001,1500\n'

describe('validate --fix', () => {
  it('writes a private copy that has no problems, lists what it fixed, and ends with 0', async () => {
    writeFile(folder.path, 'old.csv', old)
    const ended = await call('validate', 'old.csv', '--fix', '-o', 'new.csv')
    expect(ended.code, ended.stderr).toBe(exitCode.done)
    expect(read('new.csv')).toBe(fixed)
    expect(read('old.csv')).toBe(old)
    expect(statSync(join(folder.path, 'new.csv')).mode & 0o777).toBe(0o600)
    expect(ended.stdout).toContain('line 2, phone: "97000001" → "+2290197000001". Benin put 01 before')
    expect(ended.stdout).toContain('new.csv: no problems. 1 payable row: 1,500 FCFA.')
    expect((await call('validate', 'new.csv')).code).toBe(exitCode.done)
  })

  it('ends with 3 when problems are left, which --json lists beside the fixes', async () => {
    writeFile(folder.path, 'old.csv', `${old}mtn-bennin,97000002,1.500\n`)
    const ended = await call('validate', 'old.csv', '--fix', '-o', 'new.csv', '--json')
    expect(ended.code).toBe(exitCode.refused)
    const { fixes, problems, ...rest } = JSON.parse(ended.stdout)
    expect(rest).toEqual({
      file: 'old.csv',
      rows: 2,
      valid: 1,
      totals: { XOF: '1500' },
      warnings: [],
      warning_counts: {},
      copy: join(folder.path, 'new.csv'),
    })
    expect(fixes).toEqual([
      {
        line: 2,
        column: 'phone',
        before: '97000001',
        after: '+2290197000001',
        reason: 'old_benin',
        message: expect.stringMatching(/\.$/),
      },
    ])
    expect(problems).toMatchObject([
      { line: 3, code: 'unknown_operator', suggestion: 'mtn-benin' },
      { line: 3, code: 'invalid_amount' },
    ])
    expect(read('new.csv')).toBe(`${fixed}mtn-bennin,97000002,1.500\n`)
  })

  it('finds payments that only the fixes make the same', async () => {
    writeFile(folder.path, 'old.csv', `${old}mtn-benin,0197000001,1500\n`)
    const ended = await call('validate', 'old.csv', '--fix', '-o', 'new.csv', '--json')
    expect(ended.code).toBe(exitCode.refused)
    expect(JSON.parse(ended.stdout).problems).toMatchObject([{ line: 3, code: 'possible_duplicate' }])
  })

  it('never writes over the file itself, by whatever name', async () => {
    writeFile(folder.path, 'old.csv', old)
    symlinkSync('old.csv', join(folder.path, 'link.csv'))
    for (const output of ['old.csv', './old.csv', join(folder.path, 'old.csv'), 'link.csv']) {
      const ended = await call('validate', 'old.csv', '--fix', '-o', output)
      expect([output, ended.code]).toEqual([output, exitCode.usage])
      expect(ended.stderr).toContain('is the original file')
    }
    expect(read('old.csv')).toBe(old)
  })

  it.each([
    ['a quote that is never closed', 'old.csv', 'operator,phone,amount\n"mtn-benin,97000001,1500\n', ['new.csv'], 3],
    ['a column that is missing', 'old.csv', 'operator,phone\nmtn-benin,97000001\n', ['new.csv'], 3],
    ['a wrong --map', 'old.csv', old, ['new.csv', '--map', 'name=Nom'], 2],
    ['JSON', 'old.json', '[{"operator":"mtn-benin","phone":"97000001","amount":1}]', ['new.csv'], 2],
    ['a copy that would be called JSON', 'old.csv', old, ['new.json'], 2],
    ['a copy that would be called a workbook of the old kind', 'old.csv', old, ['new.XLS'], 2],
    ['a copy that would be called an OpenDocument sheet', 'old.csv', old, ['new.ods'], 2],
    ['a folder that is not there', 'old.csv', old, ['there/new.csv'], 2],
  ])('leaves nothing behind for %s', async (_, name, content, output, code) => {
    writeFile(folder.path, name, content)
    const ended = await call('validate', name, '--fix', '-o', ...output)
    expect(ended.code, ended.stderr).toBe(code)
    expect(ended.stderr.trim()).toMatch(/[.?]$/)
    expect(readdirSync(folder.path).filter((each) => each !== name && each !== '.payrun')).toEqual([])
  })

  it('reads standard input, and needs -o', async () => {
    const piped = await payrun(['validate', '-', '--fix', '-o', 'new.csv'], { cwd: folder.path, input: old })
    expect(piped.code, piped.stderr).toBe(exitCode.done)
    expect(read('new.csv')).toBe(fixed)
    expect((await call('validate', 'new.csv', '--fix')).code).toBe(exitCode.usage)
  })
})
