import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedBatch } from '../../harness/accepted.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk } from '../desk.ts'
import { csv, good, row } from '../uploads.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const wrong = (field: string) => ({ status: 400, json: { code: 'invalid_request', problems: [{ field }] } })

const at = 'https://shop.example/'

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

describe('a wish that can not be taken', () => {
  it('is told by its field, whatever the ledger holds', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const { id } = (await call('POST', '/batches', { file: good })).json
    const schedule = { name: 'pay', path: '/srv/pay.csv', cron: '0 8 25 * *', tz: 'Africa/Porto-Novo' }
    const payout = { reference: 'C-1', operator: 'mtn-benin', phone_number: '2290197000001', amount: '1500' }
    const checkout = { reference: 'C-1', amount: '1500', currency: 'XOF', return_url: at, cancel_url: at }
    for (const [path, body, field] of [
      ['/schedules', { ...schedule, cron: 'every day' }, 'cron'],
      ['/schedules', { ...schedule, tz: 'Benin' }, 'tz'],
      ['/schedules', { ...schedule, period_format: '%Y' }, 'period_format'],
      ['/schedules', { ...schedule, name: '12' }, 'name'],
      ['/floats', { currency: 'XOF', set: '1500.99' }, 'set'],
      ['/floats', { currency: 'XOF', set: '1000', add: '5' }, 'set'],
      ['/floats', { currency: 'XOF', add: '0.5' }, 'add'],
      ['/floats', { currency: 'XOF', daily: '10.5' }, 'daily'],
      [`/batches/${id}/retry`, { codes: ['gone'] }, 'codes'],
      [`/batches/${id}/retry`, { codes: ['timeout'] }, 'codes'],
      ['/collections', { ...payout, data: nested(101) }, 'data'],
      ...[{ amount: 'x' }, { amount: '0' }, { amount: '1.5' }, { operator: 'x' }, { phone_number: 'x' }].flatMap(
        (value) =>
          ['/payouts', '/collections'].map((path) => [path, { ...payout, ...value }, Object.keys(value)[0]!] as const),
      ),
      ['/payouts', { ...payout, phone_number: '221770000001' }, 'phone_number'],
      ['/payouts', { ...payout, currency: 'EUR' }, 'currency'],
      ['/payouts', { ...payout, currency: 'XAF' }, 'currency'],
      ['/payouts', { ...payout, country: 'Senegal' }, 'country'],
      ['/payouts', { ...payout, name: '\u202e' }, 'name'],
      ['/payouts', { ...payout, period: '' }, 'period'],
      ['/checkouts', { ...checkout, amount: '0' }, 'amount'],
      ['/checkouts', { ...checkout, currency: 'EUR' }, 'currency'],
      ['/checkouts', { ...checkout, return_url: 'x' }, 'return_url'],
    ] as const)
      expect([path, field, await call('POST', path, { body })]).toMatchObject([path, field, wrong(field)])
    const deep = JSON.stringify({ ...payout, data: 7 }).replace(':7', `:${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    expect(await call('POST', '/collections', { file: deep, type: 'application/json' })).toMatchObject(wrong('data'))
    expect(await call('POST', '/batches?at=2030-01-01T08:00', { file: good })).toMatchObject(wrong('at'))
    expect((await call('GET', '/schedules')).json.schedules).toEqual([])
    expect((await call('GET', '/floats')).json.floats).toEqual([])
  })

  it('is told by all of its fields at once, whatever is wrong with each', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const payout = { operator: 'mtn-xx', phone_number: '07070045', amount: '0' }
    const urls = { return_url: 'x', cancel_url: 'y', callback_url: 'z' }
    const schedule = { name: '12', cron: 'every day', tz: 'Benin', period_format: '%Y', max_amount: '1.505' }
    for (const [path, body, fields] of [
      ['/payouts', payout, ['reference', 'operator', 'amount']],
      ['/payouts', { ...payout, reference: 'C-1', colour: 'red' }, ['colour', 'operator', 'amount']],
      [
        '/payouts',
        { ...payout, amount: '1', country: 'X', more: 1, period: '' },
        ['reference', 'period', 'more', 'operator', 'country'],
      ],
      ['/collections', { ...payout, callback_url: 'z' }, ['reference', 'callback_url', 'operator', 'amount']],
      [
        '/collections',
        { ...payout, operator: 5, customer_phone_number: 'x' },
        ['reference', 'operator', 'customer_phone_number', 'amount'],
      ],
      [
        '/checkouts',
        { ...urls, amount: '0', currency: 'EUR', email: 'x', phone_number: 'y' },
        ['reference', 'currency', 'return_url', 'cancel_url', 'callback_url', 'email', 'phone_number', 'amount'],
      ],
      ['/checkouts', { ...urls, currency: 'XOF', colour: 1 }, ['reference', 'amount', 'colour', ...Object.keys(urls)]],
      ['/schedules', { ...schedule, path: '/srv/pay.csv' }, ['tz', 'cron', 'period_format', 'name', 'max_amount']],
      ['/schedules', schedule, ['path', 'tz', 'cron', 'period_format', 'name', 'max_amount']],
      ['/batches?at=2020-13-01T08:00Z&between=08:00-18:00&tz=Benin&colour=1', undefined, ['colour', 'at', 'tz']],
    ] as const) {
      const { status, json } = await call('POST', path, body ? { body } : { file: good })
      expect([path, status, json.problems.map(({ field }: { field: string }) => field)]).toEqual([path, 400, fields])
    }
    const { json } = await call('POST', '/payouts', { body: payout })
    expect(json.problems.at(-1)).toMatchObject({ code: 'amount_not_positive', value: '0' })
  })

  it('is an empty value: who may leave it out is told so, and nobody else', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const payout = { reference: ' ', operator: '', phone_number: '2290197000001', amount: '1500', name: '' }
    const told = async (answer: Promise<{ json: { problems: { field: string; message: string }[] } }>) =>
      Object.fromEntries((await answer).json.problems.map(({ field, message }) => [field, message]))
    const required = 'This is required and must not be empty.'
    const optional = 'This must not be empty. If you have nothing to say, leave it out.'
    expect(await told(call('POST', '/payouts', { body: payout }))).toEqual({
      reference: required,
      operator: required,
      name: optional,
    })
    expect(await told(call('GET', '/people?q='))).toEqual({ q: required })
    expect(await told(call('POST', '/checks?period=', { file: good }))).toEqual({ period: optional })
    const { id } = (await call('POST', '/batches', { file: good })).json
    const resolved = call('POST', `/batches/${id}/rows/2/resolve`, { body: { paid: '', note: '' } })
    expect(await told(resolved)).toEqual({ paid: optional, note: required })
  })

  it('is a rejection by a key, where keys may not decide', async () => {
    const { call, newKey } = await openTestDesk(server, { pays: false, env: { PAYRUN_APPROVALS: '2' } })
    const { id } = (await call('POST', '/batches', { file: good })).json
    const key = await newKey('boss', ['approver'])
    for (const deed of ['approve', 'reject'])
      expect([deed, await call('POST', `/batches/${id}/${deed}`, { key })]).toMatchObject([
        deed,
        { status: 403, json: { detail: expect.stringMatching(/^boss may not approve or reject\. /) } },
      ])
  })

  it('is a retry of what can not be retried', async () => {
    const { call } = await openTestDesk(server)
    const settled = async (...rows: string[]) => {
      const { id } = (await call('POST', '/batches?allow_duplicates=true', { file: csv(...rows) })).json
      await until('it is settled', async () => (await call('GET', `/batches/${id}`)).json.state === 'settled')
      return id as string
    }
    const id = await settled(row(1, { phone: '2290197009901' }), row(2))
    const retry = (body: object) => call('POST', `/batches/${id}/retry`, { body })
    for (const nothing of [{ lines: [3] }, { lines: [99] }, { lines: [2], codes: ['resolved_not_paid'] }])
      expect([nothing, await retry(nothing)]).toMatchObject([
        nothing,
        { status: 409, json: { code: 'nothing_to_retry' } },
      ])
    // Which batch is the last one may change between a look and a decision.
    for (const deed of ['approve', 'reject', 'resume', 'cancel', 'retry', 'withdraw-retry'])
      expect([deed, await call('POST', `/batches/last/${deed}`, { body: {} })]).toMatchObject([
        deed,
        { status: 404, json: { detail: expect.stringContaining('id of the batch') } },
      ])
    // A program's list that came out empty does not stand for all of them.
    for (const field of ['lines', 'codes']) expect(await retry({ [field]: [] })).toMatchObject(wrong(field))
    const other = await settled(row(1))
    const held = await retry({ lines: [2] })
    expect(held).toMatchObject({ status: 409, json: { code: 'reference_held' } })
    expect(JSON.stringify(held.json.details)).toContain(other)
  })
})

describe('what a check is told to expect', () => {
  it.each([
    { query: 'expect_count=3&expect_total=4506', message: undefined },
    { query: 'expect_count=4', message: /expected 4 payable rows/ },
    { query: 'expect_total=4507', message: /4,?507/ },
  ])('$query is compared with what would be paid', async ({ query, message }) => {
    const { call } = await openTestDesk(server, { pays: false })
    const { status, json } = await call('POST', `/checks?${query}`, { file: good })
    expect([status, json.rows, json.valid]).toEqual([200, 3, 3])
    if (message) expect(json.message).toMatch(message)
    else expect(json.message).toBeUndefined()
  })

  it('lists all problems of a file; of very many, how many more there are', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const fileOf = (rows: number) =>
      csv(...Array.from({ length: rows }, (_, n) => row(1, { amount: 'x', reference: `X-${n}` })))
    for (const path of ['/checks', '/batches'])
      for (const [rows, listed, more] of [
        [12_000, 12_000, undefined],
        [20_001, 20_000, 1],
      ] as const) {
        const { json } = await call('POST', path, { file: fileOf(rows) })
        expect([path, json.problems.length, json.problems_left_out]).toEqual([path, listed, more])
      }
  })
})

describe('a file that is sent', () => {
  it('and refused leaves its Idempotency-Key to the corrected one, and then to no other', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const headers = { 'idempotency-key': 'november' }
    const send = async (file: string) => call('POST', '/batches', { file, headers })
    expect(await send(csv(row(1, { amount: 'x' })))).toMatchObject({ status: 422, json: { code: 'refused' } })
    expect((await send(csv(row(1)))).status).toBe(201)
    expect(await send(csv(row(2)))).toMatchObject({ status: 422, json: { code: 'key_reused' } })
  })

  it('and can not be read is told as that, and not as one with wrong rows', async () => {
    const { call, db } = await openTestDesk(server, { pays: false })
    const { batchId } = await acceptedBatch(db, 1, { sandbox: true })
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    for (const [what, file, type] of [
      ['nothing', '', 'text/csv'],
      ['a damaged workbook', 'PK\u0003\u0004rubbish', 'text/csv'],
      ['JSON that is cut off', '[{"reference":"R-1",', 'application/json'],
      ['random bytes', Buffer.from([0, 159, 146, 150, 1, 2, 3, 0, 254]), 'text/csv'],
      ['no workbook', good, xlsx],
    ] as const) {
      for (const path of ['/batches', `/batches/${batchId}/reconciliations`]) {
        const { status, json } = await call('POST', path, { file, type })
        expect([what, path, status, json.code]).toEqual([what, path, 422, 'unreadable_file'])
      }
      expect((await call('POST', '/checks', { file, type })).json.message).toEqual(expect.any(String))
    }
    const [names, line] = ['reference,operator,phone_number,amount', 'E1,mtn-benin,2290197000001,1500']
    for (const file of [
      `Etat déjà payé\n${names}\n${line}\n`,
      `${names},statut\n${line},payé\n`,
      `Payroll (USD)\n${names}\n${line}\n`,
      `${names}\n${line}\nNe pas payer,,,\n`,
      `${names},phone\n${line},2290197000002\n`,
    ])
      expect([file, (await call('POST', '/batches', { file, type: 'text/csv' })).json.code]).toEqual([file, 'refused'])
  })

  it('is a statement whose columns can be named', async () => {
    const { call, db } = await openTestDesk(server, { pays: false })
    const { batchId, references } = await acceptedBatch(db, 1, { sandbox: true })
    const file = `no,state\n${references.get(2)},SUCCESS\n`
    const compare = (query: string) =>
      call('POST', `/batches/${batchId}/reconciliations?dry_run=true${query}`, { file })
    const unknown = await compare('')
    expect(unknown).toMatchObject({ status: 422, json: { code: 'unreadable_file' } })
    expect(unknown.json.detail).toContain('map=reference=…')
    expect(await compare('&map=reference=no&map=status=state')).toMatchObject({
      status: 200,
      json: { resolved: [{ line: 2 }] },
    })
    expect(await compare('&map=reference=nr')).toMatchObject({ status: 422, json: { code: 'unreadable_file' } })
    for (const [query, field] of [
      ['&map=colour=no', 'map'],
      ['&fee_tolerance=50', 'fee_tolerance'],
    ] as const)
      expect(await compare(query)).toMatchObject(wrong(field))
  })

  it('is called as its sender calls it, in all that is said and kept of it', async () => {
    const { call, db } = await openTestDesk(server, { pays: false })
    const form = (text: string, name: string) => {
      const made = new FormData()
      made.append('file', new Blob([text], { type: 'text/csv' }), name)
      return made
    }
    const empty = await call('POST', '/batches', { file: form('', 'paie.csv') })
    expect(empty.json.detail).toContain('paie.csv')
    const noSheet = await call('POST', '/batches?sheet=May', { file: form(good, 'paie.csv') })
    expect(noSheet.json.detail).toContain('paie.csv')
    const { batchId, references } = await acceptedBatch(db, 1, { sandbox: true })
    const statement = `reference,status\n${references.get(2)},SUCCESS\n`
    const told = await call('POST', `/batches/${batchId}/reconciliations`, { file: form(statement, 'releve.csv') })
    expect(told.json).toMatchObject({ statement: { name: 'releve.csv' }, report: null })
    const unread = { file: form('', 'releve.csv') }
    expect((await call('POST', `/batches/${batchId}/reconciliations`, unread)).status).toBe(422)
    expect(await call('POST', '/batches/unknown/reconciliations', unread)).toMatchObject({
      status: 404,
      json: { detail: 'There is no batch "unknown".' },
    })
    const charges = await call('POST', '/payins/reconciliations', { file: form(statement, 'releve.csv') })
    expect(charges.json.statement.name).toBe('releve.csv')
    const { json } = await call('GET', `/batches/${batchId}/rows/2`)
    expect(JSON.stringify(json.events)).not.toContain('input-')
  })
})
