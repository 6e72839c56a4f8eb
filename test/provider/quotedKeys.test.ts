import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../src/provider/answers/outcome.ts'
import { blankKeysOf } from '../../src/provider/exchange.ts'
import { clientOf, payable } from './payables.ts'
import { http, startRawServer } from './rawServer.ts'

/** What a refusal that says `words` comes to, as JSON `written` so, where the merchant's key is `merchantKey`. */
async function refusedWith(merchantKey: string, message: string): Promise<string> {
  const body = `{"error":true,"status":"FAILED","message":"${message}"}`
  const server = await startRawServer(({ socket }) => void socket.write(http(200, body)))
  const client = clientOf(server.url, { merchantKey })
  const outcome = outcomeOf(await client.payout(payable), payable, new Date())
  await client.close()
  await server.close()
  expect(outcome.kind).toBe('failed')
  return 'message' in outcome ? String(outcome.message) : ''
}

const escaped = (key: string, write: (code: string) => string): string =>
  [...key].map((each) => write(each.charCodeAt(0).toString(16).padStart(4, '0'))).join('')

describe('a key that a refusal quotes', () => {
  const key = 'Ab&Cd<Ef>Gh/12"34\\5'
  it.each<[string, string]>([
    ['as JSON.stringify writes it', JSON.stringify(key).slice(1, -1)],
    ['with \\u0026, \\u003c and \\u003e', 'Ab\\u0026Cd\\u003cEf\\u003eGh/12\\"34\\\\5'],
    ['with capital digits and an escaped slash', 'Ab\\u0026Cd\\u003CEf\\u003EGh\\/12\\u002234\\u005C5'],
    ['with each character escaped', escaped(key, (code) => `\\u${code}`)],
    ['as JSON inside of JSON', 'Ab\\\\u0026Cd\\\\u003cEf\\\\u003eGh\\\\/12\\\\\\"34\\\\\\\\5'],
    ['as HTML', 'Ab&amp;Cd&lt;Ef&#62;Gh/12&quot;34\\\\5'],
    ['as a part of an address', 'Ab%26Cd%3CEf%3eGh%2F12%2234%5C5'],
  ])('is blanked %s', async (_what, written) => {
    const said = await refusedWith(key, `bad key ${written}, twice ${written}!`)
    expect(said).toMatch(/^bad key x+, twice x+!$/)
  })

  it.each(['SECRET', 'Key-12', 'KEYSECRET1', 'a&b<c>'])(
    'is blanked as a whole word if it is short: %s',
    async (short) => {
      expect(await refusedWith(short, `bad \\n${short}, "${short}"`.replaceAll('"', '\\"'))).toMatch(
        /^bad x{6,10}, "x{6,10}"$/,
      )
      expect(await refusedWith(short, `bad ${escaped(short, (code) => `\\u${code}`)}.`)).toMatch(/^bad x+\.$/)
    },
  )

  it('is left alone where it is a part of a word, or a word of the interface, or shorter than 6 characters', async () => {
    expect(await refusedWith('SECRET', 'SECRETS and MYSECRET and SECRET-2')).toBe('SECRETS and MYSECRET and SECRET-2')
    for (const word of ['FAILED', 'status', 'message', 'Error', 'bad', 'key'])
      expect(await refusedWith(word, `a bad key ${word}`)).toBe(`a bad key ${word}`)
  })

  it('does not hide what else an answer says', async () => {
    expect(await refusedWith('Ab&Cd<Ef>Gh1234', 'Ab\\u0026Cd is no wallet, 50%25 &amp; more \\u00e9')).toBe(
      'Ab&Cd is no wallet, 50%25 &amp; more é',
    )
  })

  it.each(['\\', 'a&b', '&#0', '%2', '\\u0061', 'a&b<c>', '"'])('comes to an end with 64 KiB of %s', (part) => {
    const body = Buffer.from(part.repeat(65_536 / part.length))
    const head = { kind: 'response' as const, httpStatus: 200, contentType: null, retryAfter: null, delimited: true }
    blankKeysOf(['a&b<c>', 'a&b<c>a&b<c>', '\\\\\\\\\\\\a'])({ ...head, body })
    expect(body.length).toBe(part.length * Math.floor(65_536 / part.length))
    expect(body.includes('a&b<c>a&b<c>')).toBe(false)
  })
})
