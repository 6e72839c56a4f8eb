import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reportPieces } from '../../src/files/report/writeReport.ts'
import { readReportRows } from '../../src/ledger/batches/readReport.ts'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import type { Language } from '../../src/words/catalogue.ts'
import { render, renderWords } from '../../src/words/render.ts'
import { readSentence, type Sentence } from '../../src/words/sentence.ts'
import { readRows, texts } from '../files/report/workbookReport.ts'
import { queryOnce } from '../harness/ledger.ts'
import { setUpPaying } from '../harness/paying.ts'
import { writeFile } from '../harness/payroll.ts'

const paying = setUpPaying()

async function call(language: Language, ...args: string[]): Promise<string> {
  paying.env['PAYRUN_LANG'] = language
  const { stdout, stderr } = await paying.call(...args)
  return `${stdout}\n${stderr}`
}

const payroll = `reference,operator,phone_number,amount
A1,mtn-benin,0197000001,100
A2,mtn-benin,0197009901,200
A3,mtn-benin,0197009902,300
A4,mtn-benin,0197009905,400
A5,mtn-benin,0197009907,500
A6,mtn-benin,123,600
A7,mtn-bein,0197000007,1.5.5
`

const statementLine = `${new Date().toISOString().slice(0, 10)},TX-4,2290197009905,400,XOF,SUCCESS`

/** A batch with an invalid row, a failed one, unknown ones and one that a person resolved; and a planned run that failed. */
async function payIn(language: Language): Promise<void> {
  writeFile(paying.folder, 'pay.csv', payroll)
  await call(language, 'run', 'pay.csv', '--sandbox', '--skip-invalid')
  await call(language, 'resolve', 'last', '--line', '6', '--not-paid', '--note', 'R-1')
  writeFile(paying.folder, 'statement.csv', `date,reference,phone,amount,currency,status\n${statementLine}\n`)
  await call(language, 'reconcile', 'last', 'statement.csv')
  const monthly = ['--cron', '0 8 1 * *', '--tz', 'Africa/Abidjan', '--period-format', 'yyyy-MM', '--name', 'Salaries']
  await call(language, 'schedule', 'add', 'gone.csv', ...monthly, '--sandbox')
  await call(language, 'schedule', 'run', 'Salaries', '--next')
}

/** All that the ledger holds of a column, as sentences; those inside of another one's arguments are part of it. */
async function sentencesOf(from: string): Promise<Sentence[]> {
  const rows = await queryOnce<{ value: string }>(
    paying.env['DATABASE_URL'] ?? '',
    `select value::text from (${from}) all_of`,
  )
  const found = rows.map(({ value }) => readSentence(JSON.parse(value))).filter((sentence) => sentence !== null)
  expect(found.length).toBeGreaterThan(0)
  return found
}

const ofRows = `
  select error_message as value from payrun.payouts where state <> 'invalid' and error_message is not null
   union all
  select each -> 'message' from payrun.payouts, jsonb_array_elements(problems) each`
const ofEvents = 'select note as value from payrun.events where line = 5 and note is not null'
const ofRuns = 'select message as value from payrun.schedule_runs where message is not null'

/** Quotes are written in another way in each format, and lines of a table break anywhere. */
const plain = (text: string): string =>
  text
    .replace(/\\u00a0|\\u202f/g, ' ')
    .replace(/&#(39|x27);|&quot;|\\"|["'’]/g, '')
    .replace(/\s+/g, ' ')

function expectRead(
  what: string,
  output: string,
  sentences: readonly Sentence[],
  by: Language,
  writer: Language,
): void {
  const text = plain(output)
  const missing = sentences.map((sentence) => plain(render(sentence, by))).filter((each) => !text.includes(each))
  const foreign = sentences.map((sentence) => plain(render(sentence, writer))).filter((each) => text.includes(each))
  expect({ what, missing, foreign, text }).toEqual({ what, missing: [], foreign: [], text })
}

async function workbookText(path: string): Promise<string> {
  const sheets = await Promise.all([readRows(path), readRows(path, 1)])
  return sheets.flat().flatMap(texts).join('\n')
}

async function csvMadeOfRows(language: Language): Promise<string> {
  const ledger = openLedger({ connectionString: paying.env['DATABASE_URL'] ?? '' }, () => undefined)
  try {
    const { rows } = await ledger.pool.query<{ no: number }>('select batch_no as no from payrun.batches')
    const read = readReportRows(ledger, rows[0]?.no ?? 0, (words) => renderWords(words, language))
    const pieces: Buffer[] = []
    const content = { format: 'csv' as const, language, columns: ['reference'], batch: {}, totals: {}, rows: read }
    for await (const piece of reportPieces(content)) pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces).toString()
  } finally {
    await ledger.close()
  }
}

it.each([
  { writer: 'fr', reader: 'en' },
  { writer: 'en', reader: 'fr' },
] as const)('what was paid in $writer reads in $reader wherever it is read', async ({ writer, reader }) => {
  await payIn(writer)
  const [rows, events, runs] = [await sentencesOf(ofRows), await sentencesOf(ofEvents), await sentencesOf(ofRuns)]
  for (const format of ['csv', 'json', 'ndjson', 'html']) {
    const report = await call(reader, 'report', 'last', '--format', format)
    expectRead(format, report, rows, reader, writer)
  }
  await call(reader, 'report', 'last', '-o', 'paid.xlsx')
  expectRead('xlsx', await workbookText(join(paying.folder, 'paid.xlsx')), rows, reader, writer)
  // A database that is not in UTF-8 has its reports made of rows, by Node.
  expectRead('csv made of rows', await csvMadeOfRows(reader), rows, reader, writer)
  const trail = await call(reader, 'audit', 'last', '--line', '5', '--json')
  expectRead('audit', trail, events, reader, writer)
  const failed = await call(reader, 'schedule', 'runs', 'Salaries', '--json')
  expectRead('schedule runs', failed, runs, reader, writer)
  const status = plain(await call(reader, 'status', 'last'))
  expect([...rows, ...events].filter((each) => status.includes(plain(render(each, writer))))).toEqual([])
})
