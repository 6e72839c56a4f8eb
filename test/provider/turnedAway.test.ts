import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../src/provider/answers/outcome.ts'
import { saysTaken } from '../../src/provider/answers/turnedAway.ts'
import { brief, judge, now, textOf } from './judge.ts'
import { payable } from './payables.ts'
import { payment, serveText, text } from './publicCalls.ts'

const listed = (text: string): string[] => text.split(/[|\n]/).flatMap((each) => each.trim() || [])

/** However the status line reads, such a payout may have been made: it is not sent again by a machine. */
const taken = listed(`
  Duplicate: a payout to this number is already being processed | Transfer of 1502 XOF was successful
  Duplicate transaction | Transaction en double | Doublon | Paiement déjà effectué | This payout has already been paid
  Your request is being processed, please wait | Transaction in progress | Transaction en cours de traitement
  Too many requests: your previous transfer is being processed | A transfer with this reference exists
  The beneficiary was credited | Compte crédité | Virement effectué | Paid | Request queued | Transaction pending
  Timeout while waiting for the operator | Operator timeout | Demande prise en compte | Same transaction sent twice
  Request queued for execution | Request has been queued | Payout created | Transaction created | Envoi effectué | Ordre reçu
  Transfert mis en file | Request accepted, throttled | Order received | Request will be executed later`)

/** Turned away unread: to be sent again, once the batch goes on. */
const unread = listed(`
  Too many requests, try again later | Too many requests, please wait | Rate limit exceeded | Trop de requêtes | Slow down
  Too many requests. Please wait 30 seconds and try again. | Veuillez patienter avant de réessayer | Quota exceeded
  You have sent too many requests | Vous avez envoyé trop de requêtes | Please wait | Veuillez patienter
  Too many requests were made in a short time | Limit of 100 payouts per minute reached | You have already reached your limit
  Limite déjà atteinte | Too many payouts sent, slow down | Too many transactions in progress | Too many attempts
  Retry after waiting 10 seconds | The limit expires in 30 seconds | Server busy processing other requests
  Invalid keys | Unauthorized | Token expired | Session expired | Your API key has expired | La clé a expiré
  This merchant is not approved for payouts | Merchant account is pending approval | Your account is under review
  Votre compte est en cours de validation | Compte marchand non validé | KYC pending | Access denied | Accès refusé
  Login successful, but this IP is not allowed | The account has already been suspended | User already exists
  Not found | No route was found | The request was sent to an unknown path | Page introuvable | Method not allowed
  Maintenance in progress | Maintenance en cours, réessayez plus tard | Transaction was not successful | Session timeout
  Another request is in progress, please wait | Concurrent requests are pending | Your order to go live is pending
  A previous request is still processing. Retry after 2 seconds | Max pending orders exceeded
  Request rejected | The request was not accepted | No request was received | The order was created by another user of a key
  No payout was made | Aucun paiement effectué | The payout was not sent | Unsupported media type`)

describe.each([429, 401, 403, 404, 405, 415])('HTTP %i', (httpStatus) => {
  it.each(taken)('is unknown where the body says "%s"', (message) => {
    for (const body of [
      { error: true, status: httpStatus, message },
      { status: httpStatus, message },
      { detail: message },
    ])
      expect(brief(judge(httpStatus, body))).toBe('unknown contradictory_answer')
    expect('busy' in judge(httpStatus, { error: true, message })).toBe(httpStatus === 429)
    expect('pause' in judge(httpStatus, { error: true, message })).toBe(httpStatus !== 429)
  })

  it.each(unread)('is pending where the body says "%s"', (message) => {
    for (const body of [
      { error: true, status: httpStatus, message },
      { status: httpStatus, message },
      { detail: message },
    ])
      expect(judge(httpStatus, body).kind).toBe('not_taken')
  })

  it.each(['PENDING', 'SUCCESSFUL', 'IN_PROGRESS', 'DUPLICATE', 'Déjà traité', 'TIMEOUT'])(
    'is unknown with the status %s',
    (status) => {
      expect(judge(httpStatus, { error: true, status, message: 'x' }).kind).toBe('unknown')
      expect(judge(httpStatus, { error: true, data: { status } }).kind).toBe('unknown')
    },
  )

  it.each([{ duplicate: true }, { success: true }, { alreadyPaid: true }])('is unknown with %j', (part) => {
    expect(judge(httpStatus, { error: true, message: 'x', ...part }).kind).toBe('unknown')
  })

  it.each(['FAILED', 'ERROR', 'UNAUTHORIZED', 'TOO_MANY_REQUESTS', 'NOT_FOUND'])('is pending with %s', (status) => {
    expect(judge(httpStatus, { error: true, status, message: 'x', success: false }).kind).toBe('not_taken')
  })
})

const outcomeOfBytes = (httpStatus: number, body: Buffer, delimited = true) =>
  outcomeOf({ kind: 'response', contentType: null, retryAfter: null, delimited, httpStatus, body }, payable, now)

/** Not the JSON in UTF-8 that the interface promises, and understood all the same: a proxy may have changed it on its way. */
const changed: [string, Buffer][] = [
  ['UTF-16', Buffer.from(`\ufeff${text({ error: false, reference: 'X1' })}`, 'utf16le')],
  ['UTF-16 the other way round', Buffer.from(`\ufeff${text({ error: false })}`, 'utf16le').swap16()],
  ['compressed', gzipSync(text({ error: false, status: 'success', reference: 'X1' }))],
  ['Latin-1', Buffer.from(text({ error: true, message: 'Transaction déjà effectuée' }), 'latin1')],
  ['Latin-1', Buffer.from('Votre paiement est en cours…', 'latin1')],
  ['a text', Buffer.from('Duplicate transaction')],
  ['a JSON text', Buffer.from('"Duplicate transaction"')],
  ['a page', Buffer.from('<html><title>Error</title><body><p>Transaction already processed</p></body></html>')],
  ['XML', Buffer.from('<r><error>false</error><reference>X9</reference></r>')],
  ['a form', Buffer.from('error=false&reference=X9')],
  ['a list', Buffer.from(text([{ message: 'Duplicate transaction' }]))],
]

const successful = text({ error: false, status: 'success', reference: 'X1', message: 'Paid to the recipient' })

const unreadable: [string, Buffer][] = [
  ['deflate', deflateSync(successful)],
  ['Brotli', brotliCompressSync(successful)],
  ['half of a gzip', gzipSync(successful).subarray(0, 40)],
  ['a gzip without end', gzipSync(Buffer.alloc(50_000_000))],
  ['UTF-16 that does not say so', Buffer.from(successful, 'utf16le')],
]

/** Cut short where nothing says how long they are. */
const cut = [
  '{"error": fal',
  '{"status":"succ',
  '{"message":"Transfer of 1001 XOF was succ',
  '[{"id',
  '"Dupl',
  '<r><err',
  '<html><body>Virement',
]

const pages = listed(`
  Too Many Requests | <html><head><title>429 Too Many Requests</title></head><body><center><h1>429 Too Many Requests</h1></center><hr><center>nginx</center></body></html>
  <html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>nginx/1.24.0</center></body></html>
  <!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN"><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1><p>The requested URL was not found on this server.</p></body></html>
  <html><title>Access denied</title><style>.done{color:red}</style><body>Error 1015: You are being rate limited. The owner of this website has banned you temporarily.</body></html>
  <html><body><h1>401 Authorization Required</h1>This server could not verify that you are authorized to access the document requested.</body></html>
  <Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>4442587FB7D0A2F9</RequestId></Error>
  The request could not be satisfied. Request blocked. | error=true&reference=&message=Unauthorized | <error>true</error><reference></reference>
  API rate limit exceeded | Just a moment... Checking your browser before accessing the site | no Route matched with those values`)

describe.each([429, 401, 403, 404, 405, 415])('HTTP %i, whatever form the body has,', (httpStatus) => {
  it.each(changed)('is unknown: %s', (_form, body) => {
    expect(outcomeOfBytes(httpStatus, body)).toMatchObject({ kind: 'unknown', code: 'contradictory_answer' })
  })

  it.each<object>([
    { error: 'false' },
    { error: 'False', message: 'x' },
    { error: 0 },
    { error: true, reference: ['T-5'] },
    { error: true, reference: { id: 'T-5' } },
    { error: true, data: { transaction_id: 'T-5' } },
    { error: true, payoutId: 'T-5' },
    { error: true, transaction_reference: 'T-5' },
    { data: { paymentReference: 'T-5' } },
    { transfer_id: 'T-5' },
  ])('is unknown with %j', (body) => {
    expect(judge(httpStatus, body).kind).toBe('unknown')
  })

  it.each<object>([
    { error: 'Too many requests' },
    { error: true, reference: null },
    { errors: { reference: ['is required'] } },
    { error: { code: 0, message: 'Unauthorized' } },
    { error: true, transaction_id: '' },
    { message: 'Unauthorized', txn_id: 'a1b2c3' },
  ])('is pending with %j', (body) => {
    expect(judge(httpStatus, body).kind).toBe('not_taken')
  })

  it.each(pages)('is pending with what such answers ordinarily say: %s', (page) => {
    expect(outcomeOfBytes(httpStatus, Buffer.from(page)).kind).toBe('not_taken')
  })

  it.each(unreadable)('is unknown with what can not be read: %s', (_what, body) => {
    const outcome = outcomeOfBytes(httpStatus, body)
    expect(outcome).toMatchObject({ kind: 'unknown', code: 'contradictory_answer' })
    expect(textOf(outcome)).toContain('could not be read to its end')
    expect('busy' in outcome).toBe(httpStatus === 429)
    expect('pause' in outcome).toBe(httpStatus !== 429)
  })

  it('is pending with nothing, and with a text of signs that say nothing', () => {
    for (const body of [Buffer.alloc(0), Buffer.from([0xff, 0xfe]), Buffer.alloc(5_000, 0xe9)])
      expect(outcomeOfBytes(httpStatus, body).kind).toBe('not_taken')
  })

  it.each(cut)('is unknown with an answer that ends with its connection, and in the middle: %s', (body) => {
    expect(outcomeOfBytes(httpStatus, Buffer.from(body), false)).toMatchObject({ code: 'contradictory_answer' })
  })

  it.each([
    '',
    'Too many requests',
    '{"error":true,"message":"Slow down"}\n',
    '[rate limit] slow down',
    '"Too many" requests',
    '<p>Too many requests</p> Powered by X',
    ...pages,
  ])('is pending with a whole answer that ends with its connection: %s', (body) => {
    expect(outcomeOfBytes(httpStatus, Buffer.from(body), false).kind).toBe('not_taken')
  })
})

it('waits as a 429 asks, all the same, and keeps no reference of a duplicate', () => {
  const body = Buffer.from(text({ error: true, message: 'Duplicate transaction', reference: 'OTHER' }))
  const head = { kind: 'response' as const, contentType: null, retryAfter: '7', delimited: true, httpStatus: 429 }
  const outcome = { kind: 'unknown', providerReference: null, busy: { waitMs: 7000 } }
  expect(outcomeOf({ ...head, body }, payable, now)).toMatchObject(outcome)
})

it('is so for an online payment, too', async () => {
  const { client } = await serveText(429, text({ status: 429, message: 'Duplicate transaction' }))
  expect(await client.initiatePayment(payment)).toMatchObject({ kind: 'unknown', code: 'contradictory_answer' })
})

it('comes to an end with 64 KiB', () => {
  for (const part of [
    'payment is ',
    'already ',
    'connection was ',
    ': ',
    'wait',
    '<script>',
    '<a ',
    'error=',
    '&error=false ',
  ])
    for (const body of [text({ message: part.repeat(65_000 / part.length) }), part.repeat(65_000 / part.length)])
      expect(typeof saysTaken(Buffer.from(body))).toBe('boolean')
})
