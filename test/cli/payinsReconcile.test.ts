import { beforeEach, describe, expect, it } from 'vitest'
import { statement as account, camt, entry, transaction } from '../files/formats/camt053Files.ts'
import { queryOnce } from '../harness/ledger.ts'
import { setUpPaying } from '../harness/paying.ts'
import { writeFile } from '../harness/payroll.ts'

const paying = setUpPaying()
const query = (sql: string) => queryOnce(paying.env['DATABASE_URL'] ?? '', sql)

/** Each of 1,500 francs under OWN-n and PRO-n; u1 is unknown and has no reference of the provider's. */
const states = {
  w1: 'under_way',
  w2: 'under_way',
  w3: 'under_way',
  w4: 'under_way',
  u1: 'unknown',
  p1: 'paid',
  p2: 'paid',
  f1: 'failed',
  a1: 'asked',
  s1: 'under_way',
}

beforeEach(async () => {
  // Whoever asks first makes the tables.
  await paying.call('list')
  for (const [id, state] of Object.entries(states)) {
    await query(
      `insert into payrun.charges (id, kind, amount_minor, currency, operator, own_reference, values_hash, sandbox)
       values ('${id}', 'collection', 1500, 'XOF', 'mtn-benin', 'OWN-${id}', '\\x00', ${id === 's1'})`,
    )
    if (state === 'asked') continue
    if (state === 'unknown') {
      await query(`update payrun.charges set state = 'unknown', code = 'timeout' where id = '${id}'`)
      continue
    }
    await query(
      `update payrun.charges set state = 'under_way', reference = 'PRO-${id}', answered_at = now() where id = '${id}'`,
    )
    if (state !== 'under_way')
      await query(`update payrun.charges set state = '${state}', settled_at = now() where id = '${id}'`)
  }
})

const statement = (lines: string[], head = 'Référence;Montant;Devise;Statut') =>
  writeFile(paying.folder, 'november.csv', `${[head, ...lines].join('\n')}\n`)
const call = (...args: string[]) => paying.call('payins', 'reconcile', 'november.csv', ...args)

async function reconciled(...args: string[]) {
  const { code, stdout, stderr } = await call('--json', ...args)
  expect(stderr).toBe('')
  return { code, ...JSON.parse(stdout) }
}

/** What isn't as it was in the beginning. */
async function moved(): Promise<Record<string, string>> {
  const { stdout } = await paying.call('payins', 'list', '--json')
  const charges: { id: keyof typeof states; state: string }[] = JSON.parse(stdout).payins
  return Object.fromEntries(charges.filter(({ id, state }) => states[id] !== state).map(({ id, state }) => [id, state]))
}

describe('payins reconcile', () => {
  it('settles what is under way or unknown by either reference, and keeps who said so', async () => {
    statement([
      'PRO-w1;1500;XOF;SUCCESS',
      'OWN-w2;1500;XOF;SUCCESS',
      'PRO-w3;1500;XOF;ÉCHEC',
      'OWN-u1;1500;XOF;Succès',
      'PRO-p1;1500;XOF;SUCCESS',
      'FOREIGN;1500;XOF;SUCCESS',
    ])
    const dry = await reconciled('--dry-run')
    expect([dry.code, dry.resolved.length, dry.dry_run]).toEqual([0, 4, true])
    expect(await moved()).toEqual({})
    expect(await reconciled()).toMatchObject({
      code: 0,
      resolved: [
        { id: 'w1', from: 'under_way', to: 'paid', statement_line: 2 },
        { id: 'w2', from: 'under_way', to: 'paid', statement_line: 3 },
        { id: 'w3', from: 'under_way', to: 'failed', statement_line: 4 },
        { id: 'u1', from: 'unknown', to: 'paid', statement_line: 5 },
      ],
      cases: [],
      left: [],
      agreed: 1,
      others: 1,
    })
    expect(await moved()).toEqual({ w1: 'paid', w2: 'paid', w3: 'failed', u1: 'paid' })
    const { stdout } = await paying.call('payins', 'status', 'w1', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ note: 'november.csv:2', settled_by: expect.any(String) })
    expect(await reconciled()).toMatchObject({ code: 0, resolved: [], agreed: 5 })
  })

  it('never changes an end: it lists what contradicts one', async () => {
    statement(['PRO-f1;1500;XOF;SUCCESS', 'PRO-p1;1500;XOF;FAILED'])
    expect(await reconciled()).toMatchObject({
      code: 4,
      resolved: [],
      cases: [
        { id: 'f1', why: 'ended_but_paid' },
        { id: 'p1', why: 'paid_but_not_paid' },
      ],
    })
    expect(await moved()).toEqual({})
    const { code, stdout } = await call()
    expect([code, stdout]).toEqual([4, expect.stringContaining('it is paid, and the statement says that it failed')])
  })

  it('keeps what contradicts one, once, and shows it with the payment from then on', async () => {
    const against = async (id: string) =>
      JSON.parse((await paying.call('payins', 'status', id, '--json')).stdout).discrepancies
    statement(['PRO-f1;1500;XOF;SUCCESS', 'PRO-p1;1500;XOF;FAILED', 'PRO-w1;1400;XOF;SUCCESS'])
    expect((await reconciled('--dry-run')).cases).toHaveLength(3)
    expect(await against('f1')).toEqual([])
    for (const _ of ['once', 'again']) expect((await reconciled()).cases).toHaveLength(3)
    expect(await against('f1')).toEqual([
      {
        kind: 'ended_but_paid',
        says_paid: true,
        message: 'it ended without a payment, and the statement says that the customer paid, or may have',
        at: expect.any(String),
        by: expect.any(String),
        statement: expect.stringMatching(/^[0-9a-f]{12}$/),
        statement_line: 2,
      },
    ])
    expect(await against('p1')).toMatchObject([{ kind: 'paid_but_not_paid', says_paid: false, statement_line: 3 }])
    expect(await against('w1')).toMatchObject([{ kind: 'amount_differs', says_paid: true, statement_line: 4 }])
    expect((await paying.call('payins', 'status', 'p1')).stdout).toMatch(
      /A statement contradicts it: it is paid, and the statement says that it failed \(line 3 of statement [0-9a-f]{12}/,
    )
    paying.env['PAYRUN_LANG'] = 'fr'
    expect((await paying.call('payins', 'status', 'p1')).stdout).toContain(
      'Un relevé le contredit\u00a0: payé, alors que',
    )
    delete paying.env['PAYRUN_LANG']
    // What the chain has linked can't be taken away unseen, nor changed.
    expect(JSON.parse((await paying.call('audit', '--json')).stdout).intact).toBe(true)
    await expect(query(`update payrun.charge_discrepancies set says_paid = false`)).rejects.toThrow('append-only')
    await expect(query('delete from payrun.charge_discrepancies')).rejects.toThrow('append-only')
    await query(`alter table payrun.charge_discrepancies disable trigger user`)
    await query(`delete from payrun.charge_discrepancies where charge_id = 'p1'`)
    const audited = await paying.call('audit', '--json')
    expect([audited.code, JSON.parse(audited.stdout).intact]).toEqual([expect.any(Number), false])
  })

  it.each([
    ['another amount', ['PRO-w1;1400;XOF;SUCCESS'], 'amount_differs'],
    ['another currency', ['PRO-w1;1500;XAF;SUCCESS'], 'currency_differs'],
    ['no amount', ['PRO-w1;;XOF;SUCCESS'], 'no_amount'],
    ['two lines', ['PRO-w1;1500;XOF;SUCCESS', 'OWN-w1;1500;XOF;SUCCESS'], 'several_lines'],
    ['two lines that contradict each other', ['PRO-w1;1500;XOF;SUCCESS', 'PRO-w1;1500;XOF;FAILED'], 'several_lines'],
    ['a status that decides nothing', ['PRO-w1;1500;XOF;PENDING'], 'undecided'],
    ['a refund', ['PRO-w1;-1500;XOF;SUCCESS'], 'undecided'],
    ['an answer that may still come', ['OWN-a1;1500;XOF;SUCCESS'], 'asked'],
    ['a charge of the sandbox', ['PRO-s1;1500;XOF;SUCCESS'], 'other_mode'],
  ])('leaves it at %s', async (_what, lines, why) => {
    statement(lines)
    const { code, resolved, cases, left } = await reconciled()
    expect([code, resolved, [...cases, ...left]]).toEqual([4, [], [expect.objectContaining({ why })]])
    expect(await moved()).toEqual({})
  })

  it('settles what was asked of the sandbox by a statement of the sandbox, and nothing else', async () => {
    statement(['PRO-s1;1500;XOF;SUCCESS', 'PRO-w1;1500;XOF;SUCCESS'])
    expect(await reconciled('--sandbox')).toMatchObject({ resolved: [{ id: 's1' }], left: [{ why: 'other_mode' }] })
    expect(await moved()).toEqual({ s1: 'paid' })
  })

  it('leaves all that one reference may be of', async () => {
    await query(
      `insert into payrun.charges (id, kind, amount_minor, currency, operator, own_reference, values_hash)
       values ('w9', 'collection', 1500, 'XOF', 'mtn-benin', 'PRO-w1', '\\x00')`,
    )
    statement(['PRO-w1;1500;XOF;SUCCESS'])
    const { left, resolved } = await reconciled()
    expect([resolved, left.map(({ why }: { why: string }) => why)]).toEqual([
      [],
      ['several_charges', 'several_charges'],
    ])
  })

  it('leaves a line that is older than what was asked for', async () => {
    statement(['PRO-w1;1500;XOF;SUCCESS;2020-01-31'], 'Référence;Montant;Devise;Statut;Date')
    expect(await reconciled()).toMatchObject({ code: 4, resolved: [], left: [{ id: 'w1', why: 'too_early' }] })
  })

  it('takes what came in, with its fee within the tolerance or in a column; what went out settles nothing', async () => {
    statement(['PRO-w1;;1500', 'PRO-w2;1500;'], 'Référence;Débit;Crédit')
    expect(await reconciled()).toMatchObject({ resolved: [{ id: 'w1' }], left: [{ id: 'w2', why: 'undecided' }] })
    expect((await call()).stdout).toContain(
      'line 3 of the statement: the money went out, or may have: a refund or a payout',
    )
    statement(['PRO-w3;1485'], 'Référence;Montant')
    expect(await reconciled()).toMatchObject({ resolved: [], cases: [{ id: 'w3', why: 'amount_differs' }] })
    expect(await reconciled('--fee-tolerance', '1%')).toMatchObject({ code: 0, resolved: [{ id: 'w3' }] })
    statement(['PRO-w4;1470;30'], 'Référence;Montant;Frais')
    expect(await reconciled()).toMatchObject({ code: 0, resolved: [{ id: 'w4' }] })
  })

  const notSettled = ['w2', 'w3', 'w4']

  it("reads a bank's French statement: a title, credits, amounts and dates as they are written there", async () => {
    const today = new Date().toISOString().slice(0, 10).split('-').reverse().join('/')
    statement(
      [
        'Compte : 0141 000 123',
        '',
        'Date opération;N° transaction;Libellé;Débit;Crédit',
        `${today};PRO-w1;Encaissement MTN;;1 500,00`,
        `${today};PRO-w2;Remboursement;1 500,00;`,
        `${today};FOREIGN;Encaissement;;2 000`,
        ';;Total;1 500;3 500',
      ],
      'Relevé de compte',
    )
    expect(await reconciled()).toMatchObject({
      code: 4,
      resolved: [{ id: 'w1', to: 'paid', statement_line: 5 }],
      cases: [],
      left: [{ id: 'w2', why: 'undecided' }],
    })
    expect(await moved()).toEqual({ w1: 'paid' })
  })

  it('reads a column by another name with --map, and remembers it with --as', async () => {
    const columns = 'Date;Pièce;Mouvement;Rubrique'
    statement(['2026-11-21;OWN-u1;1500;', '2026-11-21;nobody;10;'], columns)
    expect((await call()).code).not.toBe(0)
    expect(await moved()).toEqual({})
    await query(`update payrun.charges set created_at = '2026-11-20' where state <> 'asked'`)
    const mapped = ['--map', 'reference=Pièce', '--map', 'amount=Mouvement', '--as', 'uba']
    expect(await reconciled(...mapped)).toMatchObject({ code: 0, resolved: [{ id: 'u1', to: 'paid' }], others: 1 })
    statement(['2026-11-21;OWN-w2;1500;'], columns)
    expect(await reconciled('--as', 'uba')).toMatchObject({ code: 0, resolved: [{ id: 'w2', to: 'paid' }] })
    expect(await moved()).toEqual({ u1: 'paid', w2: 'paid' })
  })

  it('reads a camt.053 statement: credits that are booked settle, whatever is pending, reversed or a debit does not', async () => {
    await query(`update payrun.charges set created_at = '2026-11-20' where state <> 'asked'`)
    const credited = (reference: string, more: Parameters<typeof entry>[0] = {}) =>
      entry({ reference, direction: 'CRDT', ...more })
    const paid = transaction({ reference: 'PRO-w1', direction: 'CRDT' })
    writeFile(
      paying.folder,
      'november.csv',
      camt(
        account([
          credited('B-1', { details: [paid] }),
          credited('PRO-w2', { status: 'PDNG' }),
          credited('PRO-w3', { reversal: true, direction: 'DBIT' }),
          entry({ reference: 'PRO-w4' }),
          credited('PRO-p2', { amount: '1400' }),
        ]),
      ),
    )
    const { code, resolved, cases, left } = await reconciled()
    expect([code, resolved, cases]).toEqual([
      4,
      [expect.objectContaining({ id: 'w1', to: 'paid', statement_line: 1 })],
      [expect.objectContaining({ id: 'p2', why: 'amount_differs' })],
    ])
    expect(left).toEqual(notSettled.map((id) => expect.objectContaining({ id, why: 'undecided' })))
    expect(await moved()).toEqual({ w1: 'paid' })
  })

  it('refuses a statement that it can not read, and changes nothing', async () => {
    statement(['PRO-w1;1500;XOF;SUCCESS', 'PRO-w2;many;XOF;SUCCESS'])
    expect((await call()).code).toBe(3)
    expect(await moved()).toEqual({})
  })
})

describe('payins resolve of what is under way', () => {
  const resolve = (word: string, said: string) => paying.call('payins', 'resolve', word, said, '--note', 'seen')

  it('takes paid at once, and not paid only a day after the provider took it in', async () => {
    expect((await resolve('w1', '--paid')).code).toBe(0)
    expect((await resolve('w2', '--not-paid')).code).toBe(2)
    expect(await moved()).toEqual({ w1: 'paid' })
    await query(`update payrun.charges set answered_at = now() - interval '25 hours' where id = 'w2'`)
    expect((await resolve('w2', '--not-paid')).code).toBe(0)
    for (const id of ['a1', 'f1', 'p1']) expect((await resolve(id, '--paid')).code).toBe(2)
    expect(await moved()).toEqual({ w1: 'paid', w2: 'failed' })
  })
})
