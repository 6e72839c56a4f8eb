import { describe, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

const now = () => new Date().toISOString()
const later = () => new Date(Date.now() + 3_600_000).toISOString()
const head = 'Date;Référence;Montant;Devise;Statut;Téléphone'

/** Rows 1 and 2 have an unclear and an unhappy end; the third is paid. */
async function runThree(): Promise<void> {
  writePayroll(paying.folder, 3)
  paying.provider.answer = (each) => {
    if (each.payout.phoneNumber === beninNumber(1)) return reply(each.response, 500, {})
    if (each.payout.phoneNumber === beninNumber(2))
      return reply(each.response, 200, { error: true, status: 'FAILED', message: 'Wallet is full', reference: 'P-2' })
    return succeed(each)
  }
  expect((await paying.call('run', 'payroll.csv')).code).toBe(4)
  paying.provider.answer = succeed
}

const statement = (...lines: string[]) => writeFile(paying.folder, 's.csv', `${[head, ...lines].join('\n')}\n`)

interface Told {
  resolved: { line: number; to: string }[]
  left: { line: number; reason: string }[]
  cases: { line: number; kind: string }[]
}
async function reconciled(...options: string[]): Promise<Told> {
  const { stdout, stderr, code } = await paying.call('reconcile', 'last', 's.csv', '--json', ...options)
  expect(code, stderr).toBe(4)
  return JSON.parse(stdout)
}

/** The second row was refused: is it sent again by a plain retry? */
async function isSentAgain(): Promise<boolean> {
  const sent = () => paying.provider.seen.filter(({ phoneNumber }) => phoneNumber === beninNumber(2)).length
  const before = sent()
  await paying.call('retry', 'last')
  return sent() > before
}

const its = `1002;XOF;SUCCESS`

describe('a refused row that a line may be about', () => {
  it.each([
    [
      'beside its own line, which says "failed"',
      () => [`${now()};P-2;1002;XOF;FAILED;${beninNumber(2)}`, `${now()};OP-77;${its};${beninNumber(2)}`],
    ],
    ['and that says PENDING', () => [`${now()};P-2;1002;XOF;PENDING;${beninNumber(2)}`]],
    ['and that has no status', () => [`${now()};P-2;1002;XOF;;${beninNumber(2)}`]],
    ['with a masked number', () => [`${now()};OP-77;${its};229******02`]],
    ['in the other CFA franc', () => [`${now()};OP-77;1002;XAF;SUCCESS;${beninNumber(2)}`]],
    ['with a number that was cut short', () => [`${now()};OP-77;${its};2290197000`]],
  ])('%s is not sent again', async (_what, lines) => {
    await runThree()
    statement(...lines())
    expect(await reconciled()).toMatchObject({ cases: [{ line: 3, kind: 'failed_but_maybe_carried_out' }] })
    expect(await isSentAgain()).toBe(false)
  })
})

it.each(['2290197000', '229019700000', '22901970000011', '229******01'])(
  'an unknown row is not called absent by a line whose number is %s',
  async (phone) => {
    await runThree()
    const [, , paid] = JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout).rows
    statement(
      `${now()};${paid.provider_reference};1003;XOF;SUCCESS;${beninNumber(3)}`,
      `${now()};U-1;1001;XOF;SUCCESS;${phone}`,
      `${later()};LATER;99;XOF;SUCCESS;${beninNumber(99)}`,
    )
    expect(await reconciled('--complete')).toMatchObject({ resolved: [], left: [{ line: 2, reason: 'maybe_listed' }] })
  },
)

it.each([
  ['its words say so', '9000', 'Virement de masse 3 beneficiaires'],
  ['its amount is theirs together', '2005', 'Reglement'],
])('rows that a line for several payments may include are not called absent: %s', async (_what, amount, words) => {
  writePayroll(paying.folder, 4)
  const isUnclear = (phone: string) => phone === beninNumber(1) || phone === beninNumber(4)
  paying.provider.answer = (each) =>
    isUnclear(each.payout.phoneNumber) ? reply(each.response, 500, {}) : succeed(each)
  expect((await paying.call('run', 'payroll.csv')).code).toBe(4)
  paying.provider.answer = succeed
  const { rows } = JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout)
  const lines = [
    `${head};Libellé`,
    ...[2, 3].map((n) => `${now()};${rows[n - 1].provider_reference};100${n};XOF;SUCCESS;${beninNumber(n)};Transfert`),
    `${now()};BULK-1;${amount};XOF;SUCCESS;;${words}`,
    `${later()};LATER;99;XOF;SUCCESS;${beninNumber(99)};Transfert`,
  ]
  writeFile(paying.folder, 's.csv', `${lines.join('\n')}\n`)
  const reason = 'maybe_in_sum'
  expect(await reconciled('--complete')).toMatchObject({
    resolved: [],
    left: [
      { line: 2, reason },
      { line: 5, reason },
    ],
  })
})

it.each([
  ['beside the number of somebody else', '1001', '2290190000000', `Transfert vers ${beninNumber(1)}`],
  ['beside a masked number, with a fee', '1011', '229******01', `Transfert vers ${beninNumber(1)}`],
  ['with spaces, and a fee', '1011', '', 'Transfert vers 01 97 00 00 01 frais inclus'],
  ['with dots after its country', '1011', '', '11 FCFA frais +229 01.97.00.00.01'],
  ['with hyphens, after a sum', '1011', '', '1 000 01-97-00-00-01'],
  ['next to letters', '1011', '', 'TRF2290197000001'],
])('an unknown row is not called absent if words name its number %s', async (_what, amount, phone, words) => {
  await runThree()
  const [, , paid] = JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout).rows
  for (const column of ['Libellé', 'Nom du client']) {
    const lines = [
      `${head};${column}`,
      `${now()};${paid.provider_reference};1003;XOF;SUCCESS;${beninNumber(3)};Transfert`,
      `${now()};U-1;${amount};XOF;SUCCESS;${phone};${words}`,
      `${later()};LATER;99;XOF;SUCCESS;${beninNumber(99)};Transfert`,
    ]
    writeFile(paying.folder, 's.csv', `${lines.join('\n')}\n`)
    expect(await reconciled('--complete')).toMatchObject({ resolved: [], left: [{ line: 2, reason: 'maybe_listed' }] })
  }
})

describe('an unknown row is not called absent by a complete statement', () => {
  it('that has its number under the reference of another row', async () => {
    writePayroll(paying.folder, 3)
    paying.provider.answer = (each) =>
      each.payout.phoneNumber === beninNumber(3)
        ? succeed(each)
        : reply(each.response, 200, { error: false, status: 'SUCCESS', reference: 'DUP-1' })
    expect((await paying.call('run', 'payroll.csv')).code).toBe(4)
    const { rows } = JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout)
    const { line } = rows.find(({ status }: { status: string }) => status === 'unknown')
    statement(
      `${now()};DUP-1;1001;XOF;SUCCESS;${beninNumber(1)}`,
      `${now()};DUP-1;1002;XOF;SUCCESS;${beninNumber(2)}`,
      `${now()};${rows[2].provider_reference};1003;XOF;SUCCESS;${beninNumber(3)}`,
      `${later()};LATER;99;XOF;SUCCESS;${beninNumber(99)}`,
    )
    const told = await reconciled('--complete')
    expect(told).toMatchObject({ resolved: [], left: [{ line, reason: 'others_reference' }] })
    expect(told.cases).toMatchObject([{ line: line === 2 ? 3 : 2, kind: 'conflicting_lines' }])
  })

  it('whose lines have fees in their amounts, and mostly no number', async () => {
    await runThree()
    const [, , paid] = JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout).rows
    statement(
      `${now()};${paid.provider_reference};1013;XOF;SUCCESS;`,
      `${now()};U-1;1011;XOF;SUCCESS;`,
      `${later()};LATER;99;XOF;SUCCESS;${beninNumber(99)}`,
    )
    const left = [{ line: 2, reason: 'maybe_listed' }]
    expect(await reconciled('--complete')).toMatchObject({ resolved: [], left, cases: [{ kind: 'amount_differs' }] })
    const tried = ['s.csv', '--complete', '--dry-run', '--fee-tolerance', '0.5%']
    const { stdout } = await paying.call('reconcile', 'last', ...tried)
    expect(stdout).toMatch(/they include fees.*\n.*s\.csv --complete --dry-run --fee-tolerance 1%\n/)
    expect(await reconciled('--complete', '--fee-tolerance', '1%')).toMatchObject({
      resolved: [],
      left,
      cases: [{ line: 3, kind: 'failed_but_maybe_carried_out' }],
    })
  })
})
