import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queryOnce } from '../harness/ledger.ts'
import { type Ended, payrun, startPayrun, temporaryFolder, until } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { reply } from '../harness/provider.ts'

interface Seen {
  path: string
  body: string
  headers: IncomingMessage['headers']
}

let postgres: TestPostgres
let url: string
let env: NodeJS.ProcessEnv
let answer: (response: ServerResponse, seen: Seen) => void
const seen: Seen[] = []
let folder: ReturnType<typeof temporaryFolder>

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    const each = { path: request.url ?? '', body, headers: request.headers }
    seen.push(each)
    answer(response, each)
  })
})

beforeAll(async () => {
  postgres = await startTestPostgres()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  await postgres.stop()
})
beforeEach(async () => {
  folder = temporaryFolder()
  url = (await postgres.createLedger()).url
  seen.length = 0
  answer = (response, { path }) => reply(response, 200, path.endsWith('/init') ? initiated : underWay)
  env = {
    DATABASE_URL: url,
    PAYRUN_HOME: folder.path,
    PAYRUN_PROVIDER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    PAYRUN_APP_KEY: 'planted-app-key',
    PAYRUN_MERCHANT_KEY: 'planted-merchant-key',
  }
})
afterEach(() => folder.remove())

const initiated = {
  status: 200,
  message: 'Payment initiated',
  payment_url: 'https://pay.example/p/1',
  reference: 'PAY-1',
}
const underWay = {
  error: false,
  status: 'PENDING',
  amount: '1500',
  fees: 15,
  message: 'Enter your PIN',
  reference: 'COL-1',
}
const payment = [
  'checkout',
  '--amount',
  '150.50',
  '--currency',
  'kes',
  '--return-url',
  'https://shop.example/a?b=c',
  '--cancel-url',
  'https://shop.example/cart',
]
const collection = ['collect', '--operator', 'mtn-benin', '--phone', '+229 01 97 00 00 01', '--amount', '1500']

const call = (...args: string[]): Promise<Ended> => payrun(args, { env, cwd: folder.path })
const charges = () =>
  queryOnce(
    url,
    'select kind, reference, amount_minor, currency, operator, state, code from payrun.charges order by created_at',
  )

describe('checkout', () => {
  it('makes one call, keeps it in the ledger without personal data, and prints where to pay', async () => {
    const person = ['--name', 'Awa Zinsou', '--email', 'awa@example.com', '--phone', '+229 01 97 00 00 01']
    const ended = await call(
      ...payment,
      ...person,
      '--description',
      'Order 7',
      '--mode',
      'card',
      '--callback-url',
      'http://127.0.0.1:4011/x',
    )
    expect(ended.stderr).toBe('')
    expect(ended.code).toBe(0)
    expect(ended.stdout).toBe(
      'The payment of 150.50 KES is initiated.\nReference: PAY-1\nSend the payer to: https://pay.example/p/1\nThe provider says: Payment initiated\n',
    )
    expect(seen.map(({ path }) => path)).toEqual(['/v1/payment/init'])
    expect(seen[0]?.headers).toMatchObject({ 'app-key': 'planted-app-key', 'merchant-key': 'planted-merchant-key' })
    expect(seen[0]?.body).toBe(
      '{"amount":150.50,"currency":"KES","payment_mode":"CARD","return_url":"https://shop.example/a?b=c","cancel_url":"https://shop.example/cart","callback_url":"http://127.0.0.1:4011/x","description":"Order 7","customer":{"name":"Awa Zinsou","email":"awa@example.com","phoneNumber":"+2290197000001"}}',
    )
    expect(await charges()).toEqual([
      {
        kind: 'payment',
        reference: 'PAY-1',
        amount_minor: '15050',
        currency: 'KES',
        operator: null,
        state: 'under_way',
        code: null,
      },
    ])
  })

  it('prints one document with --json', async () => {
    const ended = await call(...payment, '--json')
    expect(JSON.parse(ended.stdout)).toEqual({
      outcome: 'initiated',
      reference: 'PAY-1',
      payment_url: 'https://pay.example/p/1',
      message: 'Payment initiated',
      id: expect.stringMatching(/^\w{10}$/),
      kind: 'payment',
      amount: '150.50',
      currency: 'KES',
    })
  })

  it('says by option what is wrong, and then nothing is sent or stored', async () => {
    const wrong = [
      'checkout',
      '--amount',
      '1.5',
      '--currency',
      'XOF',
      '--return-url',
      'javascript:alert(1)',
      '--cancel-url',
      'x',
    ]
    const ended = await call(...wrong, '--email', 'nobody', '--phone', 'awa')
    expect([ended.code, ended.stdout]).toEqual([2, ''])
    expect(ended.stderr.trim().split('\n')).toEqual([
      '--return-url must be an absolute address that starts with http:// or https://.',
      '--cancel-url must be an absolute address that starts with http:// or https://.',
      '--email is not an e-mail address.',
      '--phone must be digits with the country code, a leading plus at most.',
      '--amount is wrong: "1.5" has too many decimals. XOF has none: write a whole amount.',
    ])
    const decimals = await call('checkout', '--amount', '1.5', '--currency', 'XOF', ...payment.slice(5), '--json')
    expect(decimals.code).toBe(2)
    expect(JSON.parse(decimals.stdout)).toMatchObject({ outcome: 'invalid', problems: [{ option: '--amount' }] })
    const many = ['--operator', 'x', '--phone', '97', '--amount', '0', '--callback-url', 't', '--json']
    const all = await call('collect', ...many)
    const { problems } = JSON.parse(all.stdout) as { problems: { option: string; message: string }[] }
    expect(problems.map(({ option }) => option)).toEqual(['--callback-url', '--operator', '--phone', '--amount'])
    expect(problems.at(-1)?.message).toBe('--amount is "0": write an amount above zero.')
    expect(seen).toHaveLength(0)
  })
})

describe('collect', () => {
  it('makes one call with the digits that were typed, and prints what the customer is to do', async () => {
    const ended = await call(...collection, '--data', '{"order": 12345678901234567890, "price": 1.50}', '--name', 'Awa')
    expect([ended.code, ended.stderr]).toEqual([0, ''])
    expect(ended.stdout).toContain('Reference: COL-1\nStatus: PENDING\nFees: 15\nThe provider says: Enter your PIN\n')
    expect(seen.map(({ path, body }) => [path, body])).toEqual([
      [
        '/v1/payment/payin/mobile',
        '{"amount":1500,"operator":"mtn-benin","phoneNumber":"2290197000001","customer":{"name":"Awa"},"custom_data":{"order":12345678901234567890,"price":1.50}}',
      ],
    ])
    expect(await charges()).toMatchObject([
      { kind: 'collection', reference: 'COL-1', operator: 'mtn-benin', state: 'under_way' },
    ])
  })

  it('tells the provider that the customer has another number than the one that pays', async () => {
    expect((await call(...collection, '--customer-phone', '+229 01 96 00 00 02')).code).toBe(0)
    expect(seen.map(({ body }) => JSON.parse(body).customer)).toEqual([{ phoneNumber: '+2290196000002' }])
  })

  it('says what is wrong with the data', async () => {
    const ended = await call(...collection, '--data', '{order: 7}')
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('--data is not JSON')])
    expect(seen).toHaveLength(0)
  })
})

describe('answers that are not a success', () => {
  it.each<[string, number, object, object, number]>([
    ['refused', 400, { status: 400, message: 'No wallet for 2290197000001' }, { state: 'refused', code: 'refused' }, 4],
    [
      "the document's sample",
      200,
      { ...underWay, status: 'FAILED' },
      { state: 'unknown', code: 'contradictory_answer', reference: 'COL-1' },
      4,
    ],
    ['a server error', 500, {}, { state: 'unknown', code: 'server_error', reference: null }, 4],
    ['wrong keys', 401, { status: 401, message: 'no' }, { state: 'refused', code: 'unauthorized' }, 5],
    ['too many', 429, {}, { state: 'refused', code: 'rate_limited' }, 5],
    ['another interface', 404, {}, { state: 'refused', code: 'not_sent' }, 5],
  ])('are told, kept, and end with their code: %s', async (_what, status, body, kept, code) => {
    answer = (response) => reply(response, status, body)
    const ended = await call(...collection)
    expect(ended.code).toBe(code)
    expect(ended.stdout + ended.stderr).not.toMatch(/2290197000001|planted/)
    expect(await charges()).toMatchObject([kept])
    expect(seen).toHaveLength(1)
  })

  it('a lost answer is unknown, and the call is not made again', async () => {
    answer = (response) => void response.destroy()
    const ended = await call(...payment)
    expect(ended.code).toBe(4)
    expect(ended.stdout).toContain('Nobody can know yet whether the request for 150.50 KES was carried out.')
    expect(await charges()).toMatchObject([{ state: 'unknown', code: 'connection_lost' }])
    expect(seen).toHaveLength(1)
  })

  it('a provider out of reach ends with 5, and a setting that is missing with 2', async () => {
    const away = await payrun(payment, { env: { ...env, PAYRUN_PROVIDER_URL: 'http://127.0.0.1:9' }, cwd: folder.path })
    expect([away.code, away.stdout]).toEqual([5, expect.stringContaining('nothing was sent')])
    const unset = await payrun(collection, { env: { ...env, PAYRUN_APP_KEY: '' }, cwd: folder.path })
    expect([unset.code, unset.stderr]).toEqual([2, expect.stringMatching(/^PAYRUN_APP_KEY is not set.*sandbox\)\.$/m)])
    expect(await charges()).toMatchObject([{ state: 'refused', code: 'not_sent' }])
  })

  it('the reference of an earlier payment makes the second one unknown', async () => {
    expect((await call(...payment)).code).toBe(0)
    const ended = await call(...payment, '--json')
    expect(ended.code).toBe(4)
    expect(JSON.parse(ended.stdout)).toMatchObject({
      outcome: 'unknown',
      code: 'contradictory_answer',
      reference: 'PAY-1',
    })
    expect(await charges()).toMatchObject([{ state: 'under_way' }, { state: 'unknown', reference: null }])
  })
})

describe('a command that dies before its answer', () => {
  it('leaves what it asked for in the ledger, recorded before the request left; later it is unknown, and told', async () => {
    answer = () => undefined
    const dying = startPayrun(payment, { env, cwd: folder.path })
    await until('the request has come', () => seen.length === 1)
    dying.child.kill('SIGKILL')
    await dying.ended
    expect(await charges()).toMatchObject([{ state: 'asked', reference: null, amount_minor: '15050' }])
    await queryOnce(url, `update payrun.charges set created_at = now() - interval '16 minutes'`)
    answer = (response) => reply(response, 200, underWay)
    const next = await call(...collection)
    expect(next.code).toBe(0)
    expect(next.stderr).toMatch(/^Note: an earlier request for 150\.50 KES \(\w{10}, .*\) was never answered here/)
    expect(await charges()).toMatchObject([{ state: 'unknown', code: 'worker_lost' }, { state: 'under_way' }])
  })

  it('waits for the answer at the first Ctrl-C', async () => {
    let respond = () => {}
    answer = (response) => {
      respond = () => reply(response, 200, initiated)
    }
    const running = startPayrun(payment, { env, cwd: folder.path })
    await until('the request has come', () => seen.length === 1)
    running.child.kill('SIGINT')
    await until('it was heard', () => running.output().stderr.includes('waiting for its answer'))
    respond()
    expect((await running.ended).code).toBe(0)
    expect(await charges()).toMatchObject([{ state: 'under_way', reference: 'PAY-1' }])
  })
})
