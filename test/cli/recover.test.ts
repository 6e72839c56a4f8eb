import pg from 'pg'
import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'

const paying = setUpPaying()
const recover = (...args: string[]) => paying.call('recover', ...args)
const submit = () => paying.call('submit', 'payroll.csv', '--skip-invalid', '--json')
const before = `${new Date(Date.now() - 600_000).toISOString().slice(0, 19)}Z`

async function query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] ?? '' })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** An answer, from the outbox, about a line of a batch that the ledger has never heard of. */
const answer = (line: number, state: string, reference: string | null) =>
  query(`select payrun.recall_attempt(7, $1, 1, 1, $2::payrun.payout_state, $3)`, [line, state, reference])

const line = (n: number, status = 'SUCCESS') =>
  `TX-${n},${new Date().toISOString()},${beninNumber(n)},${1000 + n},XOF,${status}`
const load = (...lines: string[]) => {
  writeFile(paying.folder, 'statement.csv', ['reference,date,phone,amount,currency,status', ...lines, ''].join('\n'))
  return recover('--statement', 'statement.csv')
}
const paymentOf = async (reference: string) =>
  String(
    (await query('select payment_no from payrun.payments_without_row where reference = $1', [reference]))[0]?.[
      'payment_no'
    ],
  )

it('answers about a forgotten file bar new ones until the statement has their references, or a person has set them aside', async () => {
  writePayroll(paying.folder, 6)
  expect(await paying.call('migrate')).toMatchObject({ code: 0 })
  for (const n of [1, 2, 3, 4]) await answer(n + 1, 'paid', `TX-${n}`)
  await answer(6, 'accepted', 'TX-5')
  // Of these the statement alone can tell.
  await answer(7, 'failed', 'TX-6')
  await answer(8, 'unknown', null)
  expect(await recover('--since', before, '--note', 'a backup')).toMatchObject({ code: 0 })
  expect(JSON.parse((await submit()).stdout).message).toContain('TX-1, TX-2, TX-3, TX-4')

  const three = await load(line(1), line(2), line(3))
  expect(three.code).toBe(4)
  expect(three.stdout).toContain('2 payments that it lacks')
  expect(three.stdout).toMatch(/TX-4[\s\S]*TX-5/)
  expect(three.stdout).not.toMatch(/TX-[123]|New files are taken again/)
  const barred = await submit()
  expect(barred.code).toBe(3)
  expect(JSON.parse(barred.stdout).message).toContain('TX-4, TX-5')
  const looked = await recover('--json')
  expect(looked.code).toBe(5)
  expect(JSON.parse(looked.stdout)).toMatchObject({ awaiting_statement_since: expect.any(String), unmatched: 2 })

  // One that was taken for payment, and then refused, bars nobody.
  const more = await load(line(1), line(2), line(3), line(5, 'FAILED'))
  expect(more).toMatchObject({ code: 4, stdout: expect.not.stringContaining('TX-5') })
  const aside = await recover('--set-aside', await paymentOf('TX-4'), '--note', 'the provider says that it never was')
  expect(aside.code).toBe(0)
  const again = await load(line(1), line(2), line(3), line(5, 'FAILED'))
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('New files are taken again') })
  expect(await recover()).toMatchObject({ code: 0 })
  // What several statements have is kept once: to set it aside once is enough.
  expect(await query(`select from payrun.payments_without_row where source = 'statement'`)).toHaveLength(4)
})

it('bars the people of answers that a statement has, and an answer that comes later bars new files again', async () => {
  writePayroll(paying.folder, 4)
  expect(await paying.call('migrate')).toMatchObject({ code: 0 })
  await answer(2, 'paid', 'TX-1')
  const unasked = await load(line(1))
  expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining('recover --since') })
  expect(await recover('--since', before, '--note', 'a backup')).toMatchObject({ code: 0 })
  expect(await load(line(1))).toMatchObject({ code: 4, stdout: expect.stringContaining('New files are taken again') })
  // From the outbox of another machine.
  await answer(3, 'paid', 'TX-2')
  const barred = await submit()
  expect(barred.code).toBe(3)
  expect(JSON.parse(barred.stdout).message).toContain('(TX-2)')
  expect(await recover()).toMatchObject({ code: 5, stdout: expect.stringContaining('no statement that was loaded') })
  expect(await load(line(1), line(2))).toMatchObject({ stdout: expect.stringContaining('New files are taken again') })
  const taken = await submit()
  expect(taken.code, taken.stderr).toBe(0)
  expect(JSON.parse(taken.stdout).counts).toEqual({ pending: 2, invalid: 2 })
})
