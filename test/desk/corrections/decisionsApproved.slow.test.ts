import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { auditBatch } from '../../../src/ledger/audit/auditBatch.ts'
import { purgeBatch } from '../../../src/ledger/batches/purgeBatch.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { payrun } from '../../harness/payrun.ts'
import { row as sheetRow, workbook } from '../../harness/workbook.ts'
import { press } from '../browserForm.ts'
import { openTestDesk } from '../desk.ts'
import { csv, draftOf, good, hiddenOf, row } from '../uploads.ts'
import { password, type Seen, signedIn } from '../visitor.ts'

/** What an approver learns of what the submitter of a file decided about it. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

async function opened() {
  const desk = await openTestDesk(server, { pays: false })
  await setApprovals(desk.app, desk.core, 2)
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const kofi = await signedIn(desk, 'Kofi', ['approver'])
  const fatou = await signedIn(desk, 'Fatou', ['approver'], 'fr')
  return { desk, awa, kofi, fatou }
}

/** Awa's file waits for Kofi, read and sent as she chose. */
async function sent(
  at: Awaited<ReturnType<typeof opened>>,
  file: string | Uint8Array<ArrayBuffer>,
  wishes: Record<string, string>,
  name?: string,
) {
  const { desk, awa } = at
  const { path, page } = await draftOf(desk, awa, file, name)
  const form = { ...hiddenOf(page, `${path}/pay`), ...wishes }
  const chosen = await awa.follow(await awa.post(`${path}/fix`, form))
  const done = await press(awa, chosen, 'Send for approval')
  expect(textOf(done)).toContain('The batch is submitted')
  return (await desk.call('GET', '/batches')).json.batches[0].id as string
}

const textOf = ({ html }: Seen): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')

const people = (code: string) => csv(...[1, 2, 3, 4, 5, 6].map((n) => row(n, { reference: `${code}-${n}` })))

describe('an approver', () => {
  it('is told that people are paid again, on the page, in the question, and in a terminal', async () => {
    const at = await opened()
    const { desk, kofi, fatou } = at
    await desk.call('POST', '/batches?name=First', { file: people('A') })
    const id = await sent(at, people('B'), { allow_duplicates: 'yes' })
    const path = `/approvals/${id}`
    const seen = await kofi.get(path)
    expect(textOf(seen)).toMatch(
      /People would be paid a second time 6 of the 6 rows have the same number and amount as in "First" .* would get 9,021 FCFA a second time .* It was confirmed that this is meant\. 9,021 FCFA to 6 people .* What Awa decided Duplicates are accepted/,
    )
    expect(seen.html.indexOf('class="notice wrong"')).toBeLessThan(seen.html.indexOf('class="sum-head"'))
    expect(textOf(await fatou.get(path))).toMatch(
      /seraient payées une seconde fois 6 des 6 lignes ont le même numéro .* Il a été confirmé que c'est voulu/,
    )
    const question = await kofi.post(`${path}/approve`, {})
    expect(textOf(question)).toMatch(/Awa decided when submitting the file: 6 of the 6 rows .* this is meant/)
    expect(question.html).toContain('name="proof"')
    const approved = await payrun(['approve', id, '--account', 'Kofi', '--password-stdin'], {
      env: { DATABASE_URL: desk.db.url },
      cwd: tmpdir(),
      input: `${password}\n`,
    })
    expect(approved.stderr).toContain('Awa decided when submitting the file:\n- 6 of the 6 rows')
    expect(approved.code).toBe(0)
  })

  it('is told how many of the same file were paid under another period, where some had failed', async () => {
    const at = await opened()
    const { json } = await at.desk.call('POST', '/batches?name=First&period=2026-11', { file: people('A') })
    await at.desk.db.query(
      `update payrun.payouts set state = 'cancelled', holds_key = false
        where line < 4 and batch_no = (select batch_no from payrun.batches where id = $1)`,
      [json.id],
    )
    const id = await sent(at, people('A'), { allow_duplicates: 'yes' })
    const text = textOf(await at.kofi.get(`/approvals/${id}`))
    expect(text).toContain('was already submitted for the period 2026-11, as "First"')
    expect(text).toContain('4 of the 6 rows are already paid, or waiting to be paid: 6,018 FCFA would be paid a second')
    expect(text).not.toContain('Everybody')
  })

  it('is told how many rows are left out, and which', async () => {
    const at = await opened()
    const id = await sent(at, csv(row(1), row(2, { phone: '12' }), row(3, { amount: 'x' })), { skip_invalid: 'yes' })
    const page = await at.kofi.get(`/approvals/${id}`)
    expect(textOf(page)).toContain('No confirmed payment yet to this number:')
    expect(textOf(page)).toContain("2 of the 3 rows of the file are left out, because they can't be paid")
    expect(page.html).toContain(`href="/batches/${id}?status=invalid#rows">See the rows that are left out`)
    expect(textOf(await at.fatou.get(`/approvals/${id}`))).toContain('2 lignes du fichier sur 3 sont laissées de côté')
  })

  it('is told which sheet was read', async () => {
    const at = await opened()
    const sheet = (code: string) =>
      [
        ['operator', 'phone_number', 'amount', 'reference'],
        ['mtn-benin', '2290197000001', 1500, `${code}-1`],
      ].map((cells, n) => sheetRow(n + 1, cells))
    const sheets = ['Octobre', 'Novembre'].map((name) => ({ name, data: sheet(name).join('') }))
    const book = new Uint8Array(await workbook({ sheets }))
    const id = await sent(at, book, { sheet: 'Novembre' }, 'paie.xlsx')
    const text = textOf(await at.kofi.get(`/approvals/${id}`))
    expect(text).toContain('What Awa decided The workbook has 2 sheets. Only "Novembre" was read.')
    expect(text).not.toContain('--sheet')
  })

  it('is told which sheet was read, and not that somebody decided so where payrun found it by itself', async () => {
    const at = await opened()
    const payouts = [
      ['operator', 'phone_number', 'amount', 'reference'],
      ['mtn-benin', '2290197000001', 1500, 'A-1'],
    ]
    const sheets = [
      { name: 'Paie', data: payouts.map((cells, n) => sheetRow(n + 1, cells)).join('') },
      { name: 'Notice', data: sheetRow(1, ['Read this first']) },
    ]
    const id = await sent(at, new Uint8Array(await workbook({ sheets })), {}, 'paie.xlsx')
    const read = 'About the file The workbook has 2 sheets. Only "Paie" was read.'
    for (const path of [`/approvals/${id}`, `/batches/${id}`]) {
      const text = textOf(await at.kofi.get(path))
      expect(text).toContain(read)
      expect(text).not.toMatch(/What Awa decided|Awa decided|Also note/)
    }
    expect(textOf(await at.kofi.post(`/approvals/${id}/approve`, {}))).not.toContain('Awa decided')
    const admin = await signedIn(at.desk, 'Ada', ['admin'])
    expect(textOf(await admin.get('/admin/trail?what=batch'))).not.toContain('sheet "Paie"')
  })

  it('is told the limit of each payout, and nothing where nothing was decided', async () => {
    const at = await opened()
    const { desk, kofi } = at
    const limited = await desk.call('POST', '/batches?max_amount=5000', { file: good })
    expect(textOf(await kofi.get(`/approvals/${limited.json.id}`))).toContain('No payout may be more than 5,000 FCFA.')
    const plain = await desk.call('POST', '/batches', { file: csv(row(7)) })
    expect((await kofi.get(`/approvals/${plain.json.id}`)).html).not.toMatch(/id="decided"|decided/)
  })
})

it('everybody reads on the page of the batch what was decided, whether it waits or not', async () => {
  const at = await opened()
  const { desk, awa, kofi, fatou } = at
  const id = await sent(at, csv(row(1), row(2, { phone: '12' }), row(3)), { skip_invalid: 'yes' })
  const path = `/batches/${id}`
  const decided = (seen: Seen) =>
    textOf({ ...seen, html: /<details[^>]* id="decided".*?<\/details>/s.exec(seen.html)?.[0] ?? '' })
  const left = "What Awa decided 1 of the 3 rows of the file is left out, because it can't be paid as it is."
  expect(decided(await awa.get(path))).toContain(left)
  await kofi.post(`/approvals/${id}/approve`, { sure: 'yes', proof: password })
  const viewer = await signedIn(desk, 'Vera', ['viewer'])
  expect(decided(await viewer.get(path))).toContain(left)
  expect(decided(await fatou.get(path))).toContain('Décidé par Awa')
  const plain = await desk.call('POST', '/batches', { file: csv(row(7)) })
  expect((await awa.get(`/batches/${plain.json.id}`)).html).not.toContain('id="decided"')
})

it('the trail says what a file was submitted with, on its page and as CSV', async () => {
  const at = await opened()
  const { desk } = at
  const admin = await signedIn(desk, 'Ada', ['admin'])
  const file = csv(row(1), row(2, { phone: '12' }), row(3, { amount: 'x' }), row(4, { phone: '13' }))
  await sent(at, file, { skip_invalid: 'yes', allow_duplicates: 'yes', 'cell-3-1': '2290197000002', 'leave-4': 'yes' })
  const page = textOf(await admin.get('/admin/trail?what=batch'))
  expect(page).toContain('Submitted a batch duplicates accepted, 1 cell corrected, 2 rows left out')
  expect((await admin.get('/admin/trail.csv?what=batch')).html).toContain(
    '"{""note"":null,""rows_removed"":1,""rows_left_out"":1,""cells_corrected"":1,""duplicates_accepted"":true}"',
  )
})

it('what was decided is part of what the audit guards, and a purge takes the words of the file from it', async () => {
  const at = await opened()
  const { desk, awa } = at
  const file = csv(row(1), row(2, { phone: '12' }))
  const id = await sent(at, file.replace('amount', 'Salaire net'), {
    skip_invalid: 'yes',
    'column-amount': 'Salaire net',
  })
  expect(textOf(await at.kofi.get(`/approvals/${id}`))).toContain('Columns were chosen: amount is "Salaire net".')
  const stored = async () => (await desk.db.query('select batch_no, decided from payrun.batches'))[0]
  expect((await stored())?.['decided']).toMatchObject({ leftOut: 1, columns: { amount: 'Salaire net' } })
  const batchNo = Number((await stored())?.['batch_no'])
  const findings = async () => (await auditBatch(desk.db.ledger, batchNo)).findings
  const change = `update payrun.batches set decided = '{}'`
  await expect(desk.db.query(change)).rejects.toThrow('stay as they are')
  await awa.post(`/batches/${id}/cancel`, { sure: 'yes' })
  expect(await purgeBatch(desk.db.ledger, batchNo, [], 'Adjoua')).toBe(true)
  expect((await stored())?.['decided']).toEqual({ leftOut: 1 })
  expect(await findings()).toEqual([])
  const triggers = (what: string) => `alter table payrun.batches ${what} trigger batches_decided`
  await desk.db.query(`${triggers('disable')}; ${change}; ${triggers('enable')}`)
  expect((await findings()).map(({ message }) => message.key)).toEqual(['ledger.batch_not_recorded'])
})
