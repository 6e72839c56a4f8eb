import { afterAll, beforeAll, expect, it } from 'vitest'
import { attachment } from '../../../src/desk/download.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'
import { good } from '../uploads.ts'
import { readText, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const of = (name: string) => {
  const value = attachment(name, 'c6r75pfh8j', 'xlsx')
  // What an HTTP header may have: nothing else gets past Node.
  expect(value).toMatch(/^attachment; filename="[ \w.,'()+-]+"; filename\*=UTF-8''[\w.!%~-]+$/)
  const [, ascii = '', encoded = ''] = /filename="(.*)"; filename\*=UTF-8''(.*)$/.exec(value) ?? []
  return [decodeURIComponent(encoded), ascii]
}

it.each([
  ['Octobre 2026', 'Octobre 2026 – c6r75pfh8j.xlsx', 'Octobre 2026 - c6r75pfh8j.xlsx'],
  ["Paie d'août (2)", "Paie d'août (2) – c6r75pfh8j.xlsx", "Paie d'aout (2) - c6r75pfh8j.xlsx"],
  ['payroll.csv', 'payroll – c6r75pfh8j.xlsx', 'payroll - c6r75pfh8j.xlsx'],
  ['Paie nov.2026', 'Paie nov.2026 – c6r75pfh8j.xlsx', 'Paie nov.2026 - c6r75pfh8j.xlsx'],
  ['رواتب', 'رواتب – c6r75pfh8j.xlsx', '_ - c6r75pfh8j.xlsx'],
  ['../../etc/passwd', 'etc-passwd – c6r75pfh8j.xlsx', 'etc-passwd - c6r75pfh8j.xlsx'],
  ['C:\\x";a=b', 'C--x-;a=b – c6r75pfh8j.xlsx', 'C--x-_a_b - c6r75pfh8j.xlsx'],
  [
    'a\r\nSet-Cookie: b\u202egpj.\ud800',
    'a Set-Cookie- b gpj. – c6r75pfh8j.xlsx',
    'a Set-Cookie- b gpj. - c6r75pfh8j.xlsx',
  ],
  ['...', 'c6r75pfh8j.xlsx', 'c6r75pfh8j.xlsx'],
])('names the file of %j', (name, file, ascii) => {
  expect(of(name)).toEqual([file, ascii])
})

it('has at most 80 characters, and keeps the id of the batch', () => {
  for (const name of ['a'.repeat(200), 'é🙂'.repeat(100)]) {
    const [file = ''] = of(name)
    expect([...file]).toHaveLength(80)
    expect(file).toMatch(/ – c6r75pfh8j\.xlsx$/)
  }
})

it.each(['/api/v1', ''])('is none where somebody only asks whether a report is there: %s/batches', async (api) => {
  const desk = await openTestDesk(server, { pays: false })
  const { id } = (await desk.call('POST', '/batches?name=November', { file: good })).json
  const awa = await signedIn(desk, 'Awa', ['viewer'])
  const head = (query: string) =>
    awa.head(`${api}/batches/${id}/report${query}`, { authorization: `Bearer ${desk.key}` })
  const { status, headers } = await head('')
  expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    null,
  ])
  expect(headers.get('content-disposition')).toContain(`attachment; filename="November - ${id}.csv"; `)
  expect((await head('?format=pain.002')).status).toBe(409)
  expect(await desk.db.query(`select 1 from payrun.changes where what = 'report.taken'`)).toEqual([])
})

it('is refused for a format that there is none of', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const { id } = (await desk.call('POST', '/batches', { file: good })).json
  const awa = await signedIn(desk, 'Awa', ['viewer'])
  const pdf = await awa.get(`/batches/${id}/report?format=pdf`)
  const formats = 'csv, json, ndjson, xlsx, html, pain.002'
  expect([pdf.status, readText(pdf)]).toEqual([400, expect.stringContaining(`This must be one of: ${formats}.`)])
  expect((await awa.get(`/batches/${id}/report`)).headers.get('content-type')).toContain('text/csv')
})
