import pg from 'pg'
import { expect, it } from 'vitest'
import { openMarkFiles } from '../../src/ledger/past/mark.ts'
import { daysLater } from '../harness/daysLater.ts'
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

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const line = (n: number, status = 'SUCCESS', date = hoursFromNow(0)) =>
  `TX-${n},${date},${beninNumber(n)},${1000 + n},XOF,${status}`
const statement = (...lines: string[]) =>
  writeFile(paying.folder, 'statement.csv', ['reference,date,phone,amount,currency,status', ...lines, ''].join('\n'))
const loaded = () => recover('--statement', 'statement.csv')
const load = (...lines: string[]) => {
  statement(...lines)
  return recover('--statement', 'statement.csv', '--complete', '--note', 'downloaded just now')
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

it('takes nobody’s word that nothing was lost where a mark shows that commits are missing', async () => {
  expect(await paying.call('migrate')).toMatchObject({ code: 0 })
  const fencedBy = (key: string) =>
    query(`update payrun.server set fenced_at = now(), fenced_why = payrun.sentence($1, '{}')`, [key])
  const nothingLost = ['--nothing-lost', '--note', 'only moved']
  await fencedBy('stored.ledger_other_server')
  expect((await recover()).stdout).toContain('recover --nothing-lost')
  expect(await recover(...nothingLost)).toMatchObject({ code: 0 })

  // Nobody knows what the marks in a Redis that is away would show.
  await fencedBy('stored.ledger_other_server')
  paying.env['REDIS_URL'] = 'redis://127.0.0.1:1'
  expect(await recover(...nothingLost)).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('Redis does not answer'),
  })
  delete paying.env['REDIS_URL']

  // By a process without a mark. This home has one, of a worker that the ledger has never heard of.
  await fencedBy('stored.ledger_other_server')
  const [server] = await query('select i.id, s.epoch from payrun.installation i, payrun.server s')
  const mark = { systemId: '1', timeline: 1, position: null, workerNo: 900_000_000, commits: 3 }
  const { write } = openMarkFiles(paying.env['PAYRUN_HOME'] ?? '', String(server?.['id']))
  await write({ ...mark, epoch: Number(server?.['epoch']) })
  const told = await recover()
  expect(told).toMatchObject({ code: 5, stdout: expect.not.stringContaining('--nothing-lost') })
  expect(told.stdout).toContain('payrun had seen more in this ledger than it holds now')
  expect(JSON.parse((await recover('--json')).stdout)).toMatchObject({ fenced: { loss_shown: true } })
  expect(await recover(...nothingLost, '--yes')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('--since TIME'),
  })
  expect(await recover('--against-marks', '--since', before, '--note', 'x')).toMatchObject({ code: 2 })
  expect(await recover()).toMatchObject({ code: 5 })
  // The mark is another ledger's, say.
  expect(await recover(...nothingLost, '--against-marks')).toMatchObject({ code: 0 })
  expect(await recover()).toMatchObject({ code: 0 })
})

it('waits on for a statement that shows that it has all of the time that is missing', async () => {
  writePayroll(paying.folder, 2)
  expect(await paying.call('migrate')).toMatchObject({ code: 0 })
  expect(await recover('--since', before, '--note', 'a backup')).toMatchObject({ code: 0 })
  statement(line(90, 'SUCCESS', hoursFromNow(-2)), line(91, 'SUCCESS', hoursFromNow(2)))
  expect(await daysLater(loaded)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('has no payment of the 40'),
  })
  await query('update payrun.server set awaiting_statement_since = null')
  writeFile(paying.folder, 'paid.csv', `operator,phone_number,amount\nmtn-benin,${beninNumber(50)},1050\n`)
  expect(await paying.call('run', 'paid.csv')).toMatchObject({ code: 0 })
  expect(await recover('--since', before, '--note', 'a backup')).toMatchObject({ code: 0 })
  const [early, lost, late] = [hoursFromNow(-2), hoursFromNow(0), hoursFromNow(2)]
  const day = (date: string) => date.slice(0, 10)
  const until = 'The statement certainly covers only the time until'
  const tooShort: [string, string[]][] = [
    [until, [line(90, 'SUCCESS', '2026-01-01T10:00:00Z')]],
    [until, [line(90, 'SUCCESS', early), line(1, 'SUCCESS', lost)]],
    [until, [line(90, 'SUCCESS', early), line(91, 'PENDING', late)]],
    ['because its times have no zone', [line(90, 'SUCCESS', early), line(1, 'SUCCESS', lost.slice(0, 19))]],
    [until, [line(90, 'SUCCESS', '2026-01-01'), line(1, 'SUCCESS', day(lost))]],
    ['The statement certainly covers only the time from', [line(1, 'SUCCESS', lost), line(91, 'SUCCESS', late)]],
    ["None of the statement's dated lines", [line(90, 'PENDING', early), line(91, 'PENDING', late)]],
    ['The statement has no dates.', [line(1, 'SUCCESS', '')]],
    ['can all be read day first', [line(1, 'SUCCESS', '03/04/2026'), line(90, 'SUCCESS', '04/05/2026')]],
  ]
  for (const [why, lines] of tooShort) {
    statement(...lines)
    const refused = await daysLater(loaded)
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining(why)])
    expect(refused.stderr).toContain('recover --statement FILE --complete --note TEXT')
  }
  // Another account's payments don't show how far the lines of this one reach.
  const ours = [line(90, 'SUCCESS', early), line(1, 'SUCCESS', lost)].map((each) => `${each},main`)
  const others = [line(92, 'SUCCESS', early), line(91, 'SUCCESS', late)].map((each) => `${each},other`)
  const head = 'reference,date,phone,amount,currency,status,account'
  writeFile(paying.folder, 'statement.csv', [head, ...ours, ...others, ''].join('\n'))
  expect((await daysLater(loaded)).stderr).toContain(until)
  writeFile(paying.folder, 'statement.csv', `date,reference\n${early},TX-1\n${late},TX-91\n`)
  expect((await daysLater(loaded)).stderr).toContain('The statement has no phone numbers')
  expect(JSON.parse((await recover('--json')).stdout)).toMatchObject({
    awaiting_statement_since: expect.any(String),
    payments_without_row: { statement: 0 },
  })
  expect((await submit()).code).toBe(3)

  statement(line(90, 'SUCCESS', early), line(50), line(1, 'SUCCESS', lost), line(91, 'SUCCESS', late))
  expect((await loaded()).stderr).toContain('UTC (2 minutes before its last payment,')
  const whole = await daysLater(loaded)
  expect(whole).toMatchObject({ code: 4, stdout: expect.stringContaining('New files are taken again') })
  const barred = await submit()
  expect(JSON.parse(barred.stdout).counts).toEqual({ pending: 1, invalid: 1 })
  expect(await loaded()).toMatchObject({ code: 2, stderr: expect.stringContaining('say again what the ledger lacks') })
})

it('takes a person’s word, with a note, that the account has paid nothing since', async () => {
  expect(await paying.call('migrate')).toMatchObject({ code: 0 })
  expect(await recover('--since', before, '--note', 'a backup')).toMatchObject({ code: 0 })
  statement(line(90, 'SUCCESS', '2026-01-01T10:00:00Z'))
  const complete = ['--statement', 'statement.csv', '--complete']
  expect(await recover(...complete)).toMatchObject({ code: 2, stderr: expect.stringContaining('--note') })
  expect(await recover(...complete, '--note', ' ')).toMatchObject({ code: 2 })
  expect(await recover('--complete', '--note', 'x')).toMatchObject({ code: 2 })
  const said = await recover(...complete, '--note', 'nothing was paid, says 2290197000001')
  expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('New files are taken again') })
  expect(await query(`select note from payrun.recoveries where kind = 'statement'`)).toEqual([
    { note: expect.stringMatching(/^nothing was paid, says 229\*+01$/) },
  ])
})

it('bars whom the words of a payment name, and with whose amount a fee was taken', async () => {
  writePayroll(paying.folder, 4)
  expect(await paying.call('migrate')).toMatchObject({ code: 0 })
  expect(await recover('--since', before, '--note', 'a backup')).toMatchObject({ code: 0 })
  const now = hoursFromNow(0)
  const lines = [
    'date,description,amount,fee,currency',
    `${now},Transfer to ${beninNumber(1)},1001,0,XOF`,
    `${now},Transfer to ${beninNumber(2)},1012,10,XOF`,
    `${now},Transfer to ${beninNumber(3)},5000,10,XOF`,
  ]
  writeFile(paying.folder, 'statement.csv', [...lines, ''].join('\n'))
  const said = ['--complete', '--note', 'downloaded just now']
  expect(await recover('--statement', 'statement.csv', ...said)).toMatchObject({ code: 4 })
  expect(JSON.parse((await submit()).stdout).counts).toEqual({ pending: 2, invalid: 2 })
})

it('waits on for the payments through every operator of late, and not only through one', async () => {
  expect(await paying.call('migrate')).toMatchObject({ code: 0 })
  const paid = [
    'operator,phone_number,amount',
    `mtn-benin,${beninNumber(1)},1001`,
    `moov-benin,${beninNumber(2)},1002`,
    `mtn-benin,${beninNumber(3)},1003\n`,
  ].join('\n')
  writeFile(paying.folder, 'paid.csv', paid)
  const ran = await paying.call('run', 'paid.csv')
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  expect(await recover('--since', before, '--note', 'a backup')).toMatchObject({ code: 0 })
  const ends = [line(90, 'SUCCESS', hoursFromNow(-2)), line(91, 'SUCCESS', hoursFromNow(2))]
  statement(...ends, line(1))
  const refused = await daysLater(loaded)
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('through Moov Benin.') })
  expect(await recover()).toMatchObject({ code: 5 })
  // The ledger knows that a third payment was made then: what it doesn't know may be on the same page.
  statement(...ends, line(1), line(2))
  const hole = await daysLater(loaded)
  expect(hole).toMatchObject({ code: 3, stderr: expect.stringContaining('lacks 1 payment that this ledger knows') })
  expect(await recover()).toMatchObject({ code: 5 })
  // Its fee may be in its amount.
  statement(...ends, line(1), line(2), line(3).replace(',1003,', ',1020,'))
  expect(await daysLater(loaded)).toMatchObject({ stdout: expect.stringContaining('New files are taken again') })
})
