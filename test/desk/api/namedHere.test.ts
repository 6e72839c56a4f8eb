import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inWordsHere, namedHere } from '../../../src/desk/api/namedHere.ts'
import { moment, say, stateOf } from '../../../src/words/sentence.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const header = 'operator,phone_number,amount,reference'
const row = (number: number, reference = `R-${number}`) => `mtn-benin,229019700000${number},1000,${reference}`
const fileOf = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`
const past = '2020-01-01T08:00Z'

describe('a problem of the API', () => {
  it.each(['en', 'fr'])('names parameters and fields that the API has, and no option: %s', async (language) => {
    const { call } = await openTestDesk(server, { pays: false })
    const headers = { 'accept-language': language }
    const twoOfOne = fileOf(row(1, ''), row(1, ''))
    await call('POST', '/batches', { file: fileOf(row(8)) })
    const payout = { operator: 'mtn-benin', phone_number: '2290197000009', amount: '1500' }
    await call('POST', '/payouts', { body: { ...payout, reference: 'P-1' } })
    const collection = { reference: 'C-1', operator: 'mtn-benin', phone_number: '2290197000001', amount: '1500' }
    const checkout = {
      reference: 'O-1',
      amount: '1500',
      currency: 'XOF',
      return_url: 'x',
      cancel_url: 'https://a.example/',
    }
    const submit = (query: string, file = fileOf(row(2))) => call('POST', `/batches?${query}`, { file, headers })
    const said = await Promise.all([
      submit('', twoOfOne),
      submit('expect_count=7'),
      submit('expect_total=7'),
      submit('max_amount=5'),
      submit(`at=${past}`),
      submit('map=amount=Montant'),
      submit('sheet=x'),
      submit('period=other', fileOf(row(8))),
      submit('between=08:00-08:00&tz=UTC'),
      call('POST', '/payouts', { body: { ...payout, reference: 'p-1' }, headers }),
      call('POST', '/collections', { body: { ...collection, phone_number: '12' }, headers }),
      call('POST', '/checkouts', { body: checkout, headers }),
      call('POST', '/checkouts', { body: { ...checkout, return_url: 'https://a.example/', mode: 'x' }, headers }),
    ])
    for (const { status, text } of said) {
      expect(status, text).toBeGreaterThanOrEqual(400)
      expect(text).not.toMatch(/ --\w|"--\w|phoneNumber|returnUrl|cancelUrl|paymentMode/)
    }
    const [alike, count, total, most, at, map] = said.map(({ text }) => text)
    expect(alike).toContain('allow_duplicates=true')
    expect(count).toContain('(expect_count)')
    expect(total).toContain('(expect_total)')
    expect(most).toContain('max_amount')
    expect(at).not.toMatch(/at\s?: at/)
    expect(map).toContain('(map)')
  })

  it('says of a payout whose reference differs only in form what the API can do, which takes no duplicates here', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const payout = { reference: 'P-1', operator: 'mtn-benin', phone_number: '2290197000009', amount: '1500' }
    await call('POST', '/payouts', { body: payout })
    const alike = await call('POST', '/payouts', { body: { ...payout, reference: 'p-1' } })
    expect(alike).toMatchObject({ status: 409, json: { code: 'reference_in_use' } })
    expect(alike.json.detail).toContain('If this is the same payout, send it with that reference.')
    expect(alike.json.detail).not.toContain('uplicate')
  })
})

const pairs = [
  ['--at: 2020-01-01T08:00Z is in the past.', '2020-01-01T08:00Z is in the past.'],
  ['at: --at: "x" is no time.', 'at: "x" is no time.'],
  ['expect_total : --expect-total : trop.', 'expect_total : trop.'],
  ['Add --allow-duplicates if you mean both.', 'Add allow_duplicates=true if you mean both.'],
  ['as in --map phone="N° de téléphone".', 'as in map=phone=N° de téléphone.'],
  ['--hidden pay pays, --hidden skip skips.', 'hidden=pay pays, hidden=skip skips.'],
  ['name the other lines with --line.', 'name the other lines with `lines`.'],
  ['Use payrun resolve k7m2x9qwtd --line 5 --note TEXT.', 'Use POST /batches/k7m2x9qwtd/rows/5/resolve.'],
  ['Use npm run -s payrun -- resolve k7m2x9qwtd.', 'Use POST /batches/k7m2x9qwtd/rows/LINE/resolve.'],
  ['See payrun audit k7m2x9qwtd --line 5.', 'See GET /batches/k7m2x9qwtd/rows/5.'],
  ['Use payrun reconcile k7m2x9qwtd STATEMENT, or wait.', 'Use POST /batches/k7m2x9qwtd/reconciliations, or wait.'],
  ['with payrun retry k7m2x9qwtd --withdraw', 'with POST /batches/k7m2x9qwtd/withdraw-retry'],
  ['with payrun retry k7m2x9qwtd --despite-evidence', 'with payrun retry k7m2x9qwtd --despite-evidence'],
  ['To follow it: payrun status k7m2x9qwtd --watch', 'To follow it: GET /batches/k7m2x9qwtd'],
  ['payrun resume sends them, payrun doctor helps.', 'payrun resume sends them, payrun doctor helps.'],
  ["--from-account 22901 can't, --fee-tolerance can't.", "from_account=22901 can't, fee_tolerance can't."],
  ['phone_number: phoneNumber is not one.', 'phone_number is not one.'],
  ["phone_number : phoneNumber n'est pas un numéro.", "phone_number n'est pas un numéro."],
  ['There is no column "phoneNumber" here.', 'There is no column "phoneNumber" here.'],
] as const

it('only what a sentence calls by another name is renamed', () => {
  expect(pairs.map(([text]) => namedHere(text))).toEqual(pairs.map(([, said]) => said))
})

it('a retry that looks like another payout is not told of a field that a retry lacks', () => {
  expect(inWordsHere(say('ledger.allow_duplicates'), 'en')).toContain('put the row into a new file')
})

const [batch, at] = [{ command: 'payrun', id: 'k7m2x9qwtd' }, moment(new Date('2026-11-27T08:00Z'))]
const held = { command: 'payrun', batchId: 'x', where: 'batch x, line 3' }
const forTerminals = [
  say('ledger.ask_provider_first', { ...batch, line: 2 }),
  say('ledger.none_failed_some_open', batch),
  say('ledger.none_failed_some_unpaid', batch),
  say('ledger.open_rows', batch),
  say('ledger.code_of_unknown_rows', { command: 'payrun', code: 'timeout' }),
  say('ledger.code_of_unsent_rows', { command: 'payrun', code: 'not_sent' }),
  say('ledger.unknown', batch),
  say('commands.no_batch_command_list_shows_all', { name: 'x' }),
  say('commands.batch_cant_approved_submitted_somebody_else', { ...batch, approver: 'Ada' }),
  say('accounts.submitter_cancels', batch),
  say('accounts.requester_withdraws', batch),
  say('paying.resume_unapproved', batch),
  say('paying.paused_already', batch),
  say('commands.very_file_already_submitted_batch_utc', { ...batch, when: at }),
  say('terminal.row_is_now_retry', { ...batch, line: 3, state: stateOf('failed'), from: stateOf('unknown') }),
  say('terminal.row_settled_by', { ...batch, line: 3, state: stateOf('paid'), actor: 'Ada', at }),
  say('commands.reference_waiting_paid_status_says_waits', held),
  say('commands.reference_paid_moment_status_follows', held),
  say('commands.provider_reference_not_said_yet_whether', held),
  say('commands.reference_may_may_not_paid_say', { ...held, heldLine: 3 }),
  say('commands.reference_evidence_paid_after_all_ask', { ...held, heldLine: 3, state: stateOf('failed') }),
]

it.each(forTerminals)('a program is not told to run a command: $key', (said) => {
  for (const language of ['en', 'fr'] as const) {
    const told = inWordsHere(say('desk.field_wrong', { field: 'x', what: said }), language)
    expect(told).not.toMatch(/--|payrun|command list|undefined/)
  }
})

it('an amount is called wrong once', () => {
  const message = say('payout.amount_write_amount_above_zero', { text: '0' })
  const what = say('provider.amount_not_right', { message })
  expect(inWordsHere(say('desk.field_wrong', { field: 'amount', what }), 'en')).toBe(
    'amount: The amount is 0. Write an amount above zero.',
  )
})
