import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeBatch } from '../../../src/ledger/batches/purgeBatch.ts'
import { ownIdentity } from '../../../src/process.ts'
import { acceptedBatch } from '../../harness/accepted.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { sendHalf } from '../rawHttp.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const header = 'operator,phone_number,amount,reference,name'
const row = (number: number) =>
  `mtn-benin,22901970000${String(number).padStart(2, '0')},${1000 + number},R-${number},Person ${number}`
const fileOf = (...numbers: number[]) => `${[header, ...numbers.map(row)].join('\n')}\n`

const onePayout = JSON.stringify({
  reference: 'P-1',
  operator: 'mtn-benin',
  phone_number: '2290197000001',
  amount: '1500',
})

async function paid({ call }: TestDesk, id: string) {
  const look = () => call('GET', `/batches/${id}`)
  await until('the batch is settled', async () => (await look()).json.state === 'settled')
  return (await look()).json
}

describe('the API', () => {
  it('pays only in the hours that a batch is given, and says until when it waits', async () => {
    const { call } = await openTestDesk(server)
    const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
    const submit = (query: string, ...rows: number[]) => call('POST', `/batches?${query}`, { file: fileOf(...rows) })
    const [from, to] = [clock(60), clock(120)]
    const { status, json } = await submit(`between=${from}-${to}&tz=UTC`, 1, 2)
    expect(status).toBe(201)
    expect(json).toMatchObject({ between: { from, to, tz: 'UTC' } })
    expect(json.waits_until.slice(11, 16)).toBe(from)
    await until('it waits', async () => (await call('GET', `/batches/${json.id}`)).json.reason === 'hours')
    expect((await call('GET', `/batches/${json.id}`)).json).toMatchObject({ state: 'paused', counts: { pending: 2 } })
    for (const [wrong, field] of [
      ['between=8-18', 'between'],
      ['between=08:00-18:00&tz=Benin', 'tz'],
      ['tz=UTC', 'tz'],
    ])
      expect(await submit(wrong!, 3)).toMatchObject({ status: 400, json: { problems: [{ field }] } })
  })

  it('takes a file, pays it, lists its rows and gives its report', async () => {
    const desk = await openTestDesk(server)
    const { call } = desk
    const submitted = await call('POST', '/batches?name=November&period=2026-11', { file: fileOf(1, 2, 3) })
    expect(submitted).toMatchObject({ status: 201, json: { name: 'November', period: '2026-11', sandbox: true } })
    const { id } = submitted.json
    expect(submitted.headers.get('location')).toBe(`/api/v1/batches/${id}`)
    expect(await paid(desk, id)).toMatchObject({ counts: { paid: 3 }, sums: { paid: { XOF: '3006' } } })
    expect(await call('POST', `/batches/${id}/retry`)).toMatchObject({
      status: 409,
      json: { code: 'nothing_to_retry' },
    })
    const first = await call('GET', `/batches/${id}/rows?limit=2`)
    expect(first.json.rows).toMatchObject([
      { line: 2, reference: 'R-1', name: 'Person 1', status: 'paid', amount: '1001', attempts: 1 },
      { line: 3 },
    ])
    const rest = await call('GET', `/batches/${id}/rows?limit=2&cursor=${first.json.next}`)
    expect(rest.json).toMatchObject({ rows: [{ line: 4 }], next: null })
    const rowsOf = (name: string) => call('GET', `/batches/${name}/rows?limit=2&cursor=${first.json.next}`)
    for (const name of ['last', id.slice(0, 9)]) expect((await rowsOf(name)).text).toBe(rest.text)
    await call('POST', '/batches', { file: fileOf(4) })
    expect(await rowsOf('last')).toMatchObject({ status: 400, json: { problems: [{ field: 'cursor' }] } })
    await desk.db.query(`update payrun.batches set id = $1 where id <> $2`, [`${id.slice(0, 9)}_`, id])
    for (const what of ['', '/rows', '/rows/2'])
      expect(await call('GET', `/batches/${id.slice(0, 9)}${what}`)).toMatchObject({ json: { code: 'wrong_state' } })
    const one = await call('GET', `/batches/${id}/rows/3`)
    expect(one.json.events).toMatchObject([
      { seq: 1, from: 'pending', to: 'sending', attempt: 1, by: null },
      { seq: 2, from: 'sending', to: 'paid' },
    ])
    const report = await call('GET', `/batches/${id}/report`)
    expect(report.text.split('\n')).toHaveLength(5)
    for (const action of ['pause', 'resume', 'cancel'])
      expect(await call('POST', `/batches/${id}/${action}`)).toMatchObject({
        status: 409,
        json: { code: 'wrong_state' },
      })
    expect((await call('GET', '/batches')).json).toMatchObject({ batches: [{}, { id }], next: null })
    expect((await call('GET', '/people?q=Person 2')).json.people).toMatchObject([
      { name: 'Person 2', phone_number: '2290197000002', references: ['R-2'], payouts: [{ batch: id, line: 3 }] },
    ])
  })

  it('says all that is wrong with a file, in the language that is asked for, and stores nothing', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const file = `${header}\nmtn-benin,123,1000,A,X\nmtn-nowhere,2290197000001,0,B,Y\n`
    const english = await call('POST', '/batches', { file })
    expect(english).toMatchObject({ status: 422, json: { code: 'refused', rows: 2, valid: 0 } })
    expect(english.headers.get('content-type')).toContain('application/problem+json')
    expect(english.json.problems.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
      [2, 'phone_number'],
      [3, 'operator'],
      [3, 'amount'],
    ])
    const french = await call('POST', '/batches', { file, headers: { 'accept-language': 'fr-SN,fr;q=0.9' } })
    expect(french.json.problems[0].message).not.toBe(english.json.problems[0].message)
    expect(french.json.problems[0].message).toMatch(/numéro/)
    const checked = await call('POST', '/checks', { file })
    expect(checked).toMatchObject({ status: 200, json: { rows: 2, valid: 0 } })
    expect((await call('GET', '/batches')).json.batches).toEqual([])
  })

  it('names the batch that the same file made before', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const first = await call('POST', '/batches', { file: fileOf(1) })
    const again = await call('POST', '/batches', { file: fileOf(1) })
    expect(again).toMatchObject({ status: 409, json: { code: 'already_submitted', batch: first.json.id } })
    const later = await call('POST', '/batches?period=2026-12', { file: fileOf(1) })
    const { code, batch, repeats } = later.json
    expect([later.status, code, batch, repeats.batch]).toEqual([422, 'refused', first.json.id, first.json.id])
  })

  it('answers an Idempotency-Key once, however many send it at the same moment', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const headers = { 'idempotency-key': 'november' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', '/batches', { file: fileOf(1, 2), headers })),
    )
    const kinds = new Set(answers.map(({ status, json }) => `${status} ${json.code ?? ''}`))
    expect([...kinds].filter((kind) => kind !== '201 ' && kind !== '409 key_in_progress')).toEqual([])
    const again = await call('POST', '/batches', { file: fileOf(1, 2), headers })
    expect(again.status).toBe(201)
    expect(new Set(answers.flatMap(({ json }) => json.id ?? []))).toEqual(new Set([again.json.id]))
    expect((await call('GET', '/batches')).json.batches).toHaveLength(1)
    expect(await call('POST', '/batches', { file: fileOf(3), headers })).toMatchObject({
      status: 422,
      json: { code: 'key_reused' },
    })
  })

  it.each([
    { path: '/batches', type: 'text/csv', body: fileOf(1, 2) },
    { path: '/payouts', type: 'application/json', body: onePayout },
  ])('takes an Idempotency-Key of $path before its body has arrived', async ({ path, type, body }) => {
    const { url, key, call, db } = await openTestDesk(server, { pays: false })
    const headers = { 'idempotency-key': 'slow' }
    const head = ['Idempotency-Key: slow', `Authorization: Bearer ${key}`, `Content-Type: ${type}`]
    const taken = async () => (await db.query('select from payrun.request_keys')).length
    const again = async () => (await call('POST', path, { file: body, type, headers })).status
    const broken = sendHalf(url, path, head, body)
    await expect.poll(taken).toBe(1)
    expect(await again()).toBe(409)
    broken.socket.destroy()
    await expect.poll(taken).toBe(0)
    const slow = sendHalf(url, path, head, body)
    await expect.poll(taken).toBe(1)
    expect(await again()).toBe(409)
    expect(await slow.sendRest()).toMatch(/^HTTP\/1.1 201 /)
    expect(await again()).toBe(201)
    // Its desk stopped for so long that another request could take the key, or died: a process of another time had this one's number.
    const gone = Buffer.concat([randomBytes(32), Buffer.from(JSON.stringify({ ...ownIdentity(), processStart: '1' }))])
    for (const [n, [key, set, value]] of (
      [
        ['late', 'taken_at = now() - $2::interval', '7 s'],
        ['dead', 'fingerprint = $2', gone],
      ] as const
    ).entries()) {
      const late = sendHalf(url, `/batches?period=${key}`, head.with(0, `Idempotency-Key: ${key}`), fileOf(3 + n))
      await expect.poll(taken).toBe(2 + n)
      await db.query(`update payrun.request_keys set ${set} where key = $1`, [key, value])
      const other = { file: fileOf(5 + n), headers: { 'idempotency-key': key } }
      expect([key, (await call('POST', '/batches', other)).status]).toEqual([key, 201])
      expect(await late.sendRest()).toContain('key_reused')
    }
  })

  it('forgets what it answered with the names of a batch that is purged, and still makes no second one', async () => {
    const desk = await openTestDesk(server)
    const { call, db } = desk
    const headers = { 'idempotency-key': 'purged' }
    const body = { reference: 'P-9', operator: 'mtn-benin', phone_number: '2290197000009', amount: '1500', name: 'Awa' }
    const made = await call('POST', '/payouts', { body, headers })
    await paid(desk, made.json.batch)
    const kept = () => db.query('select answer::text from payrun.request_keys')
    expect(JSON.stringify(await kept())).toContain('Awa')
    const [batch] = await db.query<{ batch_no: number }>('select batch_no from payrun.batches')
    expect(await purgeBatch(db.ledger, batch!.batch_no, [], 'tests')).toBe(true)
    expect(await kept()).toEqual([{ answer: null }])
    expect(await call('POST', '/payouts', { body, headers })).toMatchObject({
      status: 201,
      json: { id: made.json.id, batch: made.json.batch, name: null },
    })
    expect((await call('GET', '/batches')).json.batches).toHaveLength(1)
  })

  it('forgets whom a row pays in what it answered when somebody said what became of it', async () => {
    const { call, db } = await openTestDesk(server, { pays: false })
    const { batchId, batchNo, references } = await acceptedBatch(db, 1, { sandbox: true })
    const [whom] = await db.query<{ phone: string }>('select phone from payrun.payouts')
    const headers = { 'idempotency-key': 'said' }
    const resolve = () =>
      call('POST', `/batches/${batchId}/rows/2/resolve`, {
        body: { paid: references.get(2), note: 'asked them' },
        headers,
      })
    expect(await resolve()).toMatchObject({ status: 200, json: { phone_number: whom!.phone, status: 'paid' } })
    const kept = async () => JSON.stringify(await db.query('select answer from payrun.request_keys'))
    expect(await kept()).toContain(whom!.phone)
    await db.query(`update payrun.batches set state = 'settled'`)
    expect(await purgeBatch(db.ledger, batchNo, [], 'tests')).toBe(true)
    expect(await kept()).not.toContain(whom!.phone)
    expect(await resolve()).toMatchObject({ status: 200, json: { phone_number: '', status: 'paid' } })
  })

  it('forgets what a statement said in its own words, once the batch that it spoke of is purged', async () => {
    const { call, db } = await openTestDesk(server, { pays: false })
    const { batchId, batchNo, references } = await acceptedBatch(db, 2, { sandbox: true })
    const file = `reference,status\n${references.get(2)},FAILED\n${references.get(3)},Waits for Awa Diop\n`
    const reconciled = () =>
      call('POST', `/batches/${batchId}/reconciliations`, { file, headers: { 'idempotency-key': 'statement' } })
    const first = await reconciled()
    expect(first).toMatchObject({ status: 200, json: { undecided: [{ status: 'Waits for Awa Diop' }] } })
    await call('POST', `/batches/${batchId}/rows/3/resolve`, { body: { paid: references.get(3), note: 'asked them' } })
    expect((await reconciled()).text).toBe(first.text)
    const kept = async () => JSON.stringify(await db.query('select answer from payrun.request_keys'))
    expect(await kept()).toContain('Awa Diop')
    await db.query(`update payrun.batches set state = 'settled'`)
    expect(await purgeBatch(db.ledger, batchNo, [], 'tests')).toBe(true)
    expect(await kept()).not.toContain('Awa Diop')
    expect((await reconciled()).status).not.toBe(201)
  })

  it('leaves a key unused whose file was refused', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const headers = { 'idempotency-key': 'corrected' }
    // A check stores nothing, and takes no key.
    for (const number of [1, 2])
      expect((await call('POST', '/checks', { file: fileOf(number), headers })).status).toBe(200)
    expect((await call('POST', '/batches', { file: `${header}\nx,y,z,,\n`, headers })).status).toBe(422)
    expect((await call('POST', '/batches', { file: fileOf(1), headers })).status).toBe(201)
  })

  it('makes one payout of a reference, and says whether it is there already', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const body = { reference: 'P-1', operator: 'mtn-benin', phone_number: '2290197000001', amount: '1500' }
    const made = await call('POST', '/payouts', { body })
    expect(made).toMatchObject({ status: 201, json: { reference: 'P-1', status: 'pending', amount: '1500' } })
    expect(made.json.id).toBe(`${made.json.batch}:${made.json.line}`)
    expect(await call('POST', '/payouts', { body })).toMatchObject({ status: 200, json: { id: made.json.id } })
    const { reference, operator, phone_number, amount, currency } = made.json
    const asRead = { reference, operator, phone_number, amount, currency }
    const file = 'reference,name,operator,amount,phone_number\nE-1,Awa Diop,mtn-benin,1500,+229 01 97 00 00 02\n'
    const { json: ofFile } = await call('POST', '/batches?period=2026-11', { file })
    const ofRow = { ...body, reference: 'E-1', phone_number: '2290197000002', name: 'Awa Diop', period: '2026-11' }
    for (const [same, id] of [
      [asRead, made.json.id],
      [{ ...body, phone_number: '+229 01 97 00 00 01', amount: '1500.00', country: 'Benin' }, made.json.id],
      [{ ...body, operator: 'MTN Benin' }, made.json.id],
      [ofRow, `${ofFile.id}:2`],
      [{ ...ofRow, name: undefined }, `${ofFile.id}:2`],
    ])
      expect(await call('POST', '/payouts', { body: same })).toMatchObject({ status: 200, json: { id } })
    for (const other of [{ amount: '1600' }, { phone_number: '2290197000003' }, { name: 'Awa Diop' }])
      expect(await call('POST', '/payouts', { body: { ...body, ...other } })).toMatchObject({
        status: 409,
        json: { code: 'reference_in_use', batch: made.json.batch },
      })
    expect(await call('POST', '/payouts', { body: { ...ofRow, name: 'Awa Dia' } })).toMatchObject({ status: 409 })
    expect(await call('POST', '/payouts', { body: { ...body, reference: 'P-2', amount: '0' } })).toMatchObject({
      status: 400,
      json: {
        detail: expect.stringMatching(/^amount: /),
        problems: [{ field: 'amount', code: 'amount_not_positive' }],
      },
    })
  })

  it('answers with the warnings of a payout, and refuses one that the policy blocks with them, in words', async () => {
    const { call, db } = await openTestDesk(server, { pays: false })
    const body = { reference: 'P-1', operator: 'mtn-benin', phone_number: '2290197000001', amount: '1500' }
    const warning = { field: 'phone_number', value: '2290197000001', code: 'first_payment' }
    const made = await call('POST', '/payouts', { body })
    expect(made).toMatchObject({ status: 201, json: { warnings: [warning] } })
    expect(made.json.warnings[0].message).toBe('This number has never been paid before.')
    await db.query(`insert into payrun.warning_rules (code, action) values ('first_payment', 'block')`)
    const second = { ...body, reference: 'P-2', amount: '1600' }
    const blocked = await call('POST', '/payouts', { body: second })
    expect(blocked).toMatchObject({ status: 422, json: { code: 'refused', problems: [], warnings: [warning] } })
    expect(blocked.json.detail).toContain(
      'The policy blocks this payout: 1 row pays a number that has never been paid before',
    )
    expect((await call('GET', '/batches')).json.batches).toHaveLength(1)
  })
})
