import { lookup as systemLookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** The receiver's answer, or why there was none. */
interface Posted {
  status: number | null
  error: string | null
  /** The first 200 characters of its body. */
  answer: string | null
}

interface PostOptions {
  headers: Record<string, string>
  timeoutMs: number
  signal: AbortSignal
}

const keptCharacters = 200

/**
 * Link-local addresses, and two others where clouds keep credentials. Nothing is posted there, because the beginning of the answer is
 * shown. Loopback and private addresses are allowed: integrations are built there.
 */
const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')
// Those of Amazon over IPv6, and of Alibaba.
linkLocal.addAddress('fd00:ec2::254', 'ipv6')
linkLocal.addAddress('100.100.100.200', 'ipv4')

/** Whether a notification may be sent to this http or https address. Host names are checked again when they are resolved. */
export function deliverable(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return !isLinkLocal(host)
}

/** Posts once, on a connection of its own. Redirects are not followed. Never rejects. */
export function postNotification(url: string, body: string, options: PostOptions): Promise<Posted> {
  const { promise, resolve } = Promise.withResolvers<Posted>()
  if (!deliverable(url)) return Promise.resolve(lost('Clouds keep credentials at this address: nothing is sent there.'))
  const deadline = AbortSignal.timeout(options.timeoutMs)
  const address = new URL(url)
  const send = address.protocol === 'https:' ? httpsRequest : httpRequest
  const request = send(address, {
    method: 'POST',
    agent: false,
    lookup: lookupUnlessLinkLocal,
    signal: AbortSignal.any([deadline, options.signal]),
    headers: { 'content-length': Buffer.byteLength(body), ...options.headers },
  })
  request.on('error', (error) => {
    if (deadline.aborted) resolve(lost(`No answer within ${options.timeoutMs / 1000} seconds.`))
    else resolve(lost(`The receiver can not be reached (${codeOf(error)}).`))
  })
  request.on('response', (response) => {
    // The status decides. Later errors of the connection don't matter.
    request.removeAllListeners('error').on('error', () => undefined)
    const answer = (start: string) => resolve(answered(response.statusCode ?? 0, start))
    readStart(response).then(answer, () => answer(''))
  })
  // Without this, Node would drop the connection without an event.
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    resolve({ status: response.statusCode ?? 0, error: 'The receiver answered with another protocol.', answer: null })
  })
  request.end(body)
  return promise
}

function answered(status: number, answer: string): Posted {
  const redirected = status >= 300 && status < 400
  return { status, error: redirected ? 'Redirects are not followed.' : null, answer }
}

const lost = (error: string): Posted => ({ status: null, error, answer: null })

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name)

/** The first characters. It does not wait for the rest. */
async function readStart(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  for await (const chunk of response) {
    text += String(chunk)
    if (text.length >= keptCharacters) break
  }
  return text.slice(0, keptCharacters)
}

const isLinkLocal = (address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && linkLocal.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

const lookupUnlessLinkLocal: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, options, (error, found, family) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
    if (!error && addresses.some(isLinkLocal)) {
      callback(Object.assign(new Error('link-local'), { code: 'LINK_LOCAL' }), found, family)
    } else callback(error, found, family)
  })
}
