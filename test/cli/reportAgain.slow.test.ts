import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile } from '../harness/payroll.ts'
import { reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

/** The cells of a report, which a person or a spreadsheet may change before the file goes in again. */
type Table = string[][]

let report: Table
let batchId: string

/** A batch whose rows are paid, failed, unknown, accepted and invalid, in this order; its report. */
beforeEach(async () => {
  const rows = [1, 2, 3, 4, 5].map((n) => `00${n},mtn-benin,${n === 5 ? '12' : beninNumber(n)},${1000 + n}`)
  writeFile(paying.folder, 'payroll.csv', `reference,operator,phone_number,amount\n${rows.join('\n')}\n`)
  paying.provider.answer = (each) => {
    const { payout, response } = each
    if (payout.phoneNumber === beninNumber(2))
      return reply(response, 200, { error: true, status: 'FAILED', message: 'Wallet is full' })
    if (payout.phoneNumber === beninNumber(3)) return reply(response, 500, {})
    if (payout.phoneNumber === beninNumber(4))
      return reply(response, 200, { error: false, status: 'PENDING', reference: 'P-4' })
    return succeed(each)
  }
  const ran = await paying.call('run', 'payroll.csv', '--skip-invalid', '--report', 'report.csv', '--json')
  batchId = JSON.parse(ran.stdout).id
  report = parse(readFileSync(join(paying.folder, 'report.csv'), 'utf8'))
  paying.provider.seen.length = 0
  paying.provider.answer = succeed
})

const at = (table: Table, name: string) => table[0]!.indexOf(name)
const set = (table: Table, row: number, name: string, value: string) => {
  table[row]![at(table, name)] = value
}
const without = (table: Table, ...names: string[]): Table => {
  const left = table[0]!.map((name) => !names.includes(name))
  return table.map((cells) => cells.filter((_, index) => left[index]))
}

/** As a spreadsheet saves it: numbers lose their zeros in front, and the invalid row has been corrected. */
function spoilt(table: Table): Table {
  const saved = table.map((cells) => [...cells])
  for (let row = 1; row < saved.length; row++) set(saved, row, 'reference', String(row))
  set(saved, 5, 'phone_number', beninNumber(5))
  return saved
}

async function again(table: Table, ...options: string[]) {
  writeFile(paying.folder, 'again.csv', stringify(table))
  const ended = await paying.call('run', 'again.csv', '--json', ...options)
  const document = JSON.parse(ended.stdout)
  const problems: { line: number; code: string; message: string }[] = document.problems ?? []
  return { code: ended.code, document, problems, told: problems.map(({ line, code }) => `${line} ${code}`) }
}
const sent = () => paying.provider.seen.map(({ phoneNumber }) => phoneNumber)
const listed = [2, 3, 4, 5].map((line) => `${line} reference_in_use`)

test('a report names each payout after settled_at', () => {
  expect(report[0]?.slice(-2)).toEqual(['settled_at', 'payrun_id'])
  expect(report.slice(1).map((cells) => cells.at(-1))).toEqual([2, 3, 4, 5, 6].map((line) => `${batchId}:${line}`))
})

test('what was paid, may be paid yet or failed is not paid again by a report, and is said to be what it is', async () => {
  const { code, problems, told } = await again(spoilt(report), '--allow-duplicates')
  expect(code).toBe(3)
  expect(told).toEqual(listed)
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining(`line 2 of batch ${batchId}, which is paid`),
    expect.stringContaining(`payrun retry ${batchId} --line 3`),
    expect.stringContaining('which is unknown'),
    expect.stringContaining('which is accepted'),
  ])
  expect(sent()).toEqual([])
})

test('with --skip-invalid those rows are invalid, and what was invalid is paid', async () => {
  expect((await again(spoilt(report), '--skip-invalid')).document.counts).toEqual({ paid: 1, invalid: 4 })
  expect(sent()).toEqual([beninNumber(5)])
})

test('a row that was added to a report is paid, and one whose batch was cancelled', async () => {
  const added = spoilt(report).map((cells, row) => (row === 0 ? cells : ['', '', '', '', ...Array(9).fill('')]))
  const rows = [added[0]!, ['77', 'mtn-benin', beninNumber(77), '500', ...Array(9).fill('')]]
  expect((await again(rows)).code).toBe(0)
  writeFile(paying.folder, 'later.csv', `operator,phone_number,amount\nmtn-benin,${beninNumber(8)},800\n`)
  await paying.call('submit', 'later.csv')
  await paying.call('cancel', 'last')
  const cancelled: Table = parse((await paying.call('report', 'last')).stdout)
  expect(cancelled[1]).toContain('cancelled')
  expect((await again(cancelled)).code).toBe(0)
  expect(sent()).toEqual([beninNumber(77), beninNumber(8)])
})

test("the ledger's word counts, whatever somebody made of the status", async () => {
  const edited = spoilt(report)
  for (let row = 1; row < 5; row++) set(edited, row, 'status', 'invalid')
  set(edited, 5, 'status', 'payé')
  expect((await again(edited)).told).toEqual(listed)
})

test('a row of a report without a reference is paid once, however often the report goes in again', async () => {
  const table = without(spoilt(report), 'reference').filter((_, row) => row === 0 || row === 5)
  expect((await again(table)).code).toBe(0)
  set(table, 1, 'amount', '1500')
  expect((await again(table, '--period', 'later')).told).toEqual(['2 reference_in_use'])
  expect(sent()).toEqual([beninNumber(5)])
})

test('a payrun_id that was pasted into another file is recognised', async () => {
  const table = [
    ['Opérateur', 'Téléphone', 'Montant', 'Payrun ID'],
    ['mtn-benin', beninNumber(50), '5000', ` '${batchId.toUpperCase()}:2 `],
    ['mtn-benin', beninNumber(51), '5100', ''],
  ]
  expect((await again(table)).told).toEqual(['2 reference_in_use'])
  table[1]![3] = `${batchId}:6`
  expect((await again(table)).code).toBe(0)
})

describe('without payrun_id, or with one of another ledger, the status of the file counts', () => {
  const unknownIds = (table: Table): Table =>
    table.map((cells, row) => (row === 0 ? cells : [...cells.slice(0, -1), `zzzzzzzzzz:${row + 1}`]))
  const renamed = (table: Table): Table => {
    const [head, ...rows] = without(table, 'payrun_id', 'attempts', 'line')
    const names = new Map([
      ['status', 'Statut du paiement'],
      ['error_code', 'Code'],
      ['settled_at', 'Settled At'],
    ])
    return [head!.map((name) => names.get(name) ?? name).reverse(), ...rows.map((cells) => [...cells].reverse())]
  }
  const translated = (table: Table): Table => {
    const words = new Map([
      ['paid', 'Payé'],
      ['failed', 'ÉCHOUÉ'],
      ['unknown', '不明'],
      ['accepted', 'angenommen'],
      ['invalid', 'Invalide'],
    ])
    return without(table, 'payrun_id').map((cells) => cells.map((cell) => words.get(cell) ?? cell))
  }
  test.each([
    ['taken out', (table: Table) => without(table, 'payrun_id')],
    ['of another ledger', unknownIds],
    ['taken out, with columns renamed, taken out and reordered', renamed],
    ['taken out, with the words of the status translated', translated],
    ['taken out, and the status, too', (table: Table) => without(table, 'payrun_id', 'status')],
  ])('%s', async (_, change) => {
    const table = change(spoilt(report))
    const told = (await again(table, '--period', 'another')).told
    expect(told.slice(0, 4)).toEqual(listed)
    expect(sent()).toEqual([])
  })

  test('a file of somebody else with a status of its own is no report', async () => {
    const table = [
      ['operator', 'phone_number', 'amount', 'status', 'statut'],
      ['mtn-benin', beninNumber(60), '600', 'permanent', 'actif'],
    ]
    expect((await again(table)).code).toBe(0)
    const own: Table = parse((await paying.call('report', 'last')).stdout)
    const names = ['operator', 'phone_number', 'amount', 'status_2', 'statut', 'line', 'status']
    expect(own.map((cells) => cells.slice(0, 7))).toEqual([names, [...table[1]!, '2', 'paid']])
    expect((await again(own)).told).toEqual(['2 reference_in_use'])
  })
})

test('JSON and NDJSON reports are recognised, too', async () => {
  for (const format of ['json', 'ndjson']) {
    const text = (await paying.call('report', 'last', '--format', format)).stdout
    writeFile(paying.folder, `again.${format}`, text.replaceAll('"reference":"00', '"reference":"'))
    const ended = await paying.call('run', `again.${format}`, '--json')
    expect(ended.code).toBe(3)
    const told = JSON.parse(ended.stdout).problems.filter(({ code }: { code: string }) => code === 'reference_in_use')
    expect(told).toHaveLength(4)
  }
})

test('what the sandbox paid bars no real payment; in the sandbox it bars itself, and so does a real one', async () => {
  const file = `reference,operator,phone_number,amount\nS1,mtn-benin,${beninNumber(70)},700\n`
  writeFile(paying.folder, 'trial.csv', file)
  await paying.call('run', 'trial.csv', '--sandbox', '--report', 'trial-report.csv')
  const trial: Table = parse(readFileSync(join(paying.folder, 'trial-report.csv'), 'utf8'))
  expect(trial[1]).toContain('paid')
  expect((await again(trial, '--sandbox')).told).toEqual(['2 reference_in_use'])
  expect((await again(without(trial, 'payrun_id'), '--sandbox')).told).toEqual(['2 reference_in_use'])
  expect((await again(without(trial, 'payrun_id'))).code).toBe(0)
  set(trial, 1, 'reference', 'S2')
  set(trial, 1, 'amount', '701')
  expect((await again(trial)).code).toBe(0)
  expect(sent()).toEqual([beninNumber(70), beninNumber(70)])
  const real: Table = parse((await paying.call('report', 'last')).stdout)
  set(real, 1, 'reference', 'S3')
  set(real, 1, 'amount', '702')
  // In the report of a trial it would pass for another payout.
  expect((await again(real, '--sandbox')).told).toEqual(['2 reference_in_use'])
})
