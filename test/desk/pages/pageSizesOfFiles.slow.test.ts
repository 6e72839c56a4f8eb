import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../../../src/payout/outcome.ts'
import { acceptedBatch } from '../../harness/accepted.ts'
import { type LedgerServer, payableRows, startLedgerServer } from '../../harness/ledger.ts'
import { row as sheetRow, workbook } from '../../harness/workbook.ts'
import { press } from '../browserForm.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { everyPage } from '../everyPage.ts'
import { csv, draftOf, fromHere, row } from '../uploads.ts'
import { type Seen, signedIn, type Visitor } from '../visitor.ts'

/** The same of pages about files that somebody has uploaded: no page takes more than 60 kB, and what has no room is on another. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const bytes = ({ html }: Seen): number => Buffer.byteLength(html)
const long = (most: number, first: string): string => `${first} `.padEnd(most, `'&é<`)

describe('a draft', () => {
  it('has each row with a problem on a page of its kind, whatever else is wrong with the file', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const ada = await signedIn(desk, 'Ada', ['preparer'], 'fr')
    const rows = Array.from({ length: 90 }, (_, n) => {
      const name = long(99, `Awa-${n}`)
      if (n % 3 === 0) return row(n, { name }).replace('mtn-benin', `strange-${n}.`)
      return n % 3 === 1 ? row(n, { name, phone: `12345${n}` }) : row(n, { name, amount: `1,5,${n}` })
    })
    const { path, page } = await draftOf(desk, ada, csv(...rows, row(95), row(96)))
    expect(bytes(page)).toBeLessThan(60_000)
    const seen = new Set<string>()
    let one = await ada.get(`${path}?kind=unknown_operator`)
    for (let at = 0; at < 40; at += 1) {
      expect(bytes(one)).toBeLessThan(60_000)
      for (const [text] of one.html.matchAll(/value="strange-\d+\."/g)) seen.add(text)
      if (!one.html.includes('Lignes suivantes')) break
      one = await press(ada, one, 'Lignes suivantes')
    }
    expect(seen.size).toBe(30)
    expect((await press(ada, one, 'Lignes précédentes')).html).toContain('value="strange-')
  })

  it('of a file with as many and as long columns as may be says how many more there are, and takes the name of any', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const ada = await signedIn(desk, 'Ada', ['preparer'])
    const columns = Array.from({ length: 97 }, (_, at) => `Column ${at} ${'&'.repeat(200)}`)
    const line = ['mtn-benin', '2290197000001', '1500', ...columns.map((_, at) => `${'&'.repeat(150)} ${at}`)]
    const file = `${['operator', 'phone', 'amount', ...columns].join()}\n${line.join()}\n`
    const { path, page } = await draftOf(desk, ada, file)
    expect(bytes(page)).toBeLessThan(60_000)
    await press(ada, page, 'Check again', { 'column-reference': columns[96]! })
    const read = await ada.get(path)
    expect(bytes(read)).toBeLessThan(60_000)
    expect(read.html).toContain(`name="column-reference" value="Column 96 &amp;`)
    expect(read.html).toContain('1,500')
    expect(read.html).toMatch(/The file has \d+ more columns\./)
  })
})

describe('a draft of a workbook', () => {
  const rows = (...data: (string | number)[][]) => data.map((cells, at) => sheetRow(at + 1, cells)).join('')
  const payable = rows(['operator', 'phone', 'amount'], ['mtn-benin', '2290197000001', 1500])
  const names = Array.from({ length: 900 }, (_, at) => `${at} ${'&amp;'.repeat(27)}`)
  const of = async (data: (at: number) => string) =>
    new Uint8Array(await workbook({ sheets: names.map((name, at) => ({ name, data: data(at) })) }))

  it('with hundreds of sheets suggests some and takes the name of any', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const ada = await signedIn(desk, 'Ada', ['preparer'])
    const { path, page } = await draftOf(desk, ada, await of(() => payable), 'paie.xlsx')
    expect(bytes(page)).toBeLessThan(60_000)
    expect(page.html).toContain('Several sheets')
    expect(page.html).toContain('list="sheets"')
    await press(ada, page, 'Check again', { sheet: `899 ${'&'.repeat(27)}` })
    const read = await ada.get(path)
    expect(bytes(read)).toBeLessThan(60_000)
    expect(read.html).toContain(`name="sheet" value="899 &amp;`)
    expect(read.html).toContain('1,500')
    await press(ada, read, 'Check again', { sheet: 'none of them' })
    const none = await ada.get(path)
    expect(bytes(none)).toBeLessThan(60_000)
    expect(none.html).toContain('value="none of them"')
  })

  it('with few has them in a list', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const ada = await signedIn(desk, 'Ada', ['preparer'])
    const sheets = ['Octobre', 'Novembre'].map((name) => ({ name, data: payable }))
    const { page } = await draftOf(desk, ada, new Uint8Array(await workbook({ sheets })), 'paie.xlsx')
    expect(page.html).toMatch(/<select[^>]*name="sheet"/)
  })
})

async function statementOf(desk: TestDesk, visitor: Visitor, path: string, text: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([text]), 'statement.csv')
  const headers = fromHere(desk, visitor)
  const answer = await fetch(desk.url + path, { method: 'POST', body, headers, redirect: 'manual' })
  expect(answer.status, await answer.text()).toBe(303)
  return answer.headers.get('location') ?? ''
}

describe('a statement', () => {
  const unknown = (reference: string, line: number): Outcome =>
    line % 2 === 0
      ? { kind: 'unknown', providerReference: reference, code: 'timeout', message: 'no answer' }
      : { kind: 'paid', providerReference: reference }

  it('has all that it settles and contradicts on its pages, and each of its faulty lines', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const { batchId, references } = await acceptedBatch(desk.db, payableRows(300), { sandbox: true }, unknown)
    const ada = await signedIn(desk, 'Ada', ['approver'], 'fr')
    const today = new Date().toISOString().slice(0, 10)
    const lines = [...references].map(
      ([line, reference]) => `${reference},${1_000 + line},${line % 2 === 0 ? 'SUCCESS' : 'FAILED'},${today}`,
    )
    const text = (of: string[]) => `reference,amount,status,date\n${of.join('\n')}\n`
    const path = await statementOf(desk, ada, `/batches/${batchId}/reconcile`, text(lines))
    for (const name of ['settles', 'against']) {
      const pages = await everyPage(ada, path, name)
      for (const page of pages) expect(bytes(page)).toBeLessThan(60_000)
      const found = pages.flatMap(({ html }) => html.match(/rows\/\d+"/g) ?? [])
      // Those of the other list stand on each page as well.
      expect(new Set(found).size).toBeGreaterThanOrEqual(150)
    }
    const broken = lines.map((line) => line.replace(/,\d+,/, `,${'?'.repeat(300)},`))
    const faulty = await statementOf(desk, ada, `/batches/${batchId}/reconcile`, text(broken))
    const first = await ada.get(faulty)
    expect(first.status).toBe(422)
    expect(bytes(first)).toBeLessThan(60_000)
    expect(first.html).toContain('rel="next"')
  })
})
