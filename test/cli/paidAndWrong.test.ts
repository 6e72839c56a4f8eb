import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile } from '../harness/payroll.ts'
import { reply, succeed } from '../harness/provider.ts'

/** Rows that are paid already, or may be yet, and are wrong besides: nobody is to correct them and pay them a second time. */

const paying = setUpPaying()
const head = 'reference,operator,phone_number,amount'
let report: string[][]
let batchId: string

/** A batch whose first row is paid and whose second has failed, with national numbers; its report. */
beforeEach(async () => {
  const rows = [1, 2].map((n) => `R${n},mtn-benin,${beninNumber(n).slice(3)},${1500 + n}`)
  writeFile(paying.folder, 'payroll.csv', `${head}\n${rows.join('\n')}\n`)
  paying.provider.answer = (each) =>
    each.payout.phoneNumber === beninNumber(2)
      ? reply(each.response, 200, { error: true, status: 'FAILED', message: 'Wallet is full' })
      : succeed(each)
  batchId = JSON.parse((await paying.call('run', 'payroll.csv', '--report', 'report.csv', '--json')).stdout).id
  report = parse(readFileSync(join(paying.folder, 'report.csv'), 'utf8'))
  paying.provider.seen.length = 0
  paying.provider.answer = succeed
})

/** As a spreadsheet saves the report that took its numbers for numbers: the 0 in front is gone. */
const spoilt = (): string => {
  const at = report[0]!.indexOf('phone_number')
  return stringify(report.map((cells) => cells.with(at, cells[at]!.replace(/^0/, ''))))
}

interface Told {
  line: number
  column: string
  code: string
  message: string
  suggestion?: string
}
async function told(command: string, ...options: string[]) {
  const { code, stdout } = await paying.call(command, 'again.csv', '--json', ...options)
  const problems: Told[] = JSON.parse(stdout).problems ?? []
  return { code, problems, codes: problems.map((each) => `${each.line} ${each.code}`) }
}

const both = ['2 reference_in_use', '2 invalid_phone', '3 reference_in_use', '3 invalid_phone']

describe.each(['submit', 'run'])('%s', (command) => {
  test('tells of a report whose numbers a spreadsheet spoilt what became of its rows, and nobody to correct them', async () => {
    writeFile(paying.folder, 'again.csv', spoilt())
    const { code, problems, codes } = await told(command)
    expect(code).toBe(3)
    expect(codes).toEqual(both)
    expect(problems[0]?.message).toContain(`line 2 of batch ${batchId}, which is paid`)
    expect(problems[1]).toMatchObject({ column: 'phone_number', message: 'The phone number is not valid.' })
    expect(problems[1]).not.toHaveProperty('suggestion')
    expect(problems[2]?.message).toContain(`payrun retry ${batchId} --line 3`)
    expect(paying.provider.seen).toEqual([])
  })

  test('tells of a reference that is paid, whatever else is wrong with its row', async () => {
    writeFile(paying.folder, 'again.csv', `${head}\nR1,mtn-benin,bad,1500\nR9,mtn-benin,bad,\nR1,mtn-benin,bad,1500\n`)
    const { code, problems, codes } = await told(command)
    expect(code).toBe(3)
    expect(codes).toEqual([
      '2 reference_in_use',
      '2 invalid_phone',
      '3 invalid_phone',
      '3 missing_amount',
      '4 reference_in_use',
      '4 invalid_phone',
      '4 duplicate_reference',
    ])
    expect(problems[0]).toMatchObject({
      column: 'reference',
      message: expect.stringContaining('already paid in batch'),
    })
    // A row that nobody has paid is to be corrected.
    expect(problems[2]?.message).toContain('Write +229')
  })
})

test('a report in JSON is told the same', async () => {
  const json: Record<string, unknown>[] = JSON.parse(
    (await paying.call('report', 'last', '--format', 'json')).stdout,
  ).rows
  const rows = json.map((row) => ({ ...row, phone_number: Number(row['phone_number']) }))
  writeFile(paying.folder, 'again.json', JSON.stringify(rows))
  const { problems } = JSON.parse((await paying.call('submit', 'again.json', '--json')).stdout)
  const codes = problems.map(({ line, code }: Told) => `${line} ${code}`)
  expect(codes).toEqual(['1 reference_in_use', '1 invalid_phone', '2 reference_in_use', '2 invalid_phone'])
})

test('people read the same, in both languages, first what is paid', async () => {
  writeFile(paying.folder, 'again.csv', spoilt())
  const english = (await paying.call('submit', 'again.csv')).stdout
  expect(english).not.toContain('mean')
  expect(english.indexOf('reference_in_use')).toBeLessThan(english.indexOf('The phone number is not valid.'))
  paying.env['PAYRUN_LANG'] = 'fr'
  const french = (await paying.call('submit', 'again.csv')).stdout
  expect(french).not.toContain('vouliez-vous')
  expect(french).toContain("Le numéro de téléphone n'est pas valide.")
})

test('with --skip-invalid the report of the rest says both, first what is paid', async () => {
  writeFile(paying.folder, 'again.csv', `${spoilt()}R3,mtn-benin,${beninNumber(3)},1503,,,,,,,,,\n`)
  const ran = await paying.call('run', 'again.csv', '--skip-invalid', '--json')
  expect(JSON.parse(ran.stdout).counts).toEqual({ invalid: 2, paid: 1 })
  expect(paying.provider.seen.map(({ phoneNumber }) => phoneNumber)).toEqual([beninNumber(3)])
  const again: string[][] = parse((await paying.call('report', 'last')).stdout)
  const [why, code] = ['error_message', 'error_code'].map((name) => again[1]![again[0]!.indexOf(name)])
  expect(code).toBe('reference_in_use')
  expect(why).toMatch(/^This row comes from a report: .* The phone number is not valid\.$/)
})

test('validate, which asks no ledger, says first what the report says of a row, and nobody to correct it', async () => {
  writeFile(paying.folder, 'again.csv', spoilt())
  const { problems, codes } = await told('validate')
  expect(codes).toEqual(both)
  expect(problems[1]?.message).toBe('The phone number is not valid.')
})

test('a row that an office marked as paid may be paid after all, and is told how it is to be corrected', async () => {
  writeFile(
    paying.folder,
    'again.csv',
    `${head},Payé\nR7,mtn-benin,197000001,1500,oui\nR1,mtn-benin,197000001,1500,oui\nR8,mtn-benin,0197000008,1500,\n`,
  )
  const { problems, codes } = await told('submit')
  expect(codes).toEqual([
    '2 reference_in_use',
    '2 invalid_phone',
    '3 reference_in_use',
    '3 reference_in_use',
    '3 invalid_phone',
  ])
  expect(problems[1]?.message).toContain('did you mean +229')
  expect(problems[2]?.message).toContain('already paid in batch')
})
