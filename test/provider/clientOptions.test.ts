import { expect, it } from 'vitest'
import { type ClientOptions, createClient } from '../../src/provider/calls/publicClient.ts'
import type { Language } from '../../src/words/catalogue.ts'
import { rendered } from '../../src/words/render.ts'
import { say } from '../../src/words/sentence.ts'
import { keys, payout, serve } from './publicCalls.ts'
import { http, successBody } from './rawServer.ts'

const options = { baseUrl: 'http://127.0.0.1:9', ...keys }

it.each<[string, object, RegExp]>([
  ['a locale for a language', { language: 'fr-FR' }, /^language must be "en" or "fr"\.$/],
  ['a language that payrun does not speak', { language: 'de' }, /^language must be /],
  ['a name of every object for a language', { language: 'constructor' }, /^language must be /],
  ['null for a language', { language: null }, /^language must be /],
  ['no app key', { appKey: undefined }, /^appKey must be a text: /],
  ['a number for an app key', { appKey: 5 }, /^appKey must be a text: /],
  ['no merchant key', { merchantKey: null }, /^merchantKey must be a text: /],
  ['no base URL', { baseUrl: undefined }, /^baseUrl must be a text: /],
  ['a number for a base URL', { baseUrl: 5 }, /^baseUrl must be a text: /],
  ['a number for onNotice', { onNotice: 5 }, /^onNotice must be a function\.$/],
  ['a text for allowCleartext', { allowCleartext: 'false' }, /^allowCleartext must be true or false\.$/],
  ['a text for a number', { timeoutMs: '5000' }, /^timeoutMs must be a whole number /],
  ['a half of a connection', { connections: 1.5 }, /^connections must be a whole number /],
  ['a name that is no option', { timeoutMS: 5_000 }, /^createClient has no option "timeoutMS"\.$/],
  [
    'several',
    { timeout: 1, appKey: 5, connections: 0 },
    /^createClient .*"timeout"\. appKey must .* connections must be/,
  ],
  [
    'several that are of the right type',
    { timeout: 1, baseUrl: 'http://pay.example.org', appKey: '', merchantKey: 'a b', connections: 0 },
    /"timeout"\. baseUrl names another machine .* The app key is empty, .* The merchant key is .* connections must be/,
  ],
  [
    'an address that is none, and a key',
    { baseUrl: 'pay.example.org', appKey: '' },
    /http:\/\/ .* The app key is empty/,
  ],
])('an option that can not be used is said by its name when the client is made: %s', (_what, change, says) => {
  expect(() => createClient({ ...options, ...change } as ClientOptions)).toThrow(says)
})

it.each([undefined, null, 5, 'x'])('options that are none are said to be none: %s', (none) => {
  expect(() => createClient(none as never)).toThrow(
    /^createClient needs an object of options: baseUrl, appKey and merchantKey/,
  )
})

it.each<[string, object]>([
  ['the fewest', {}],
  ['each language', { language: 'en' }],
  ['French', { language: 'fr' }],
  [
    'what is undefined',
    { language: undefined, other: undefined, onNotice: undefined, timeoutMs: undefined, allowCleartext: undefined },
  ],
  ['all', { language: 'fr', onNotice: () => 1, timeoutMs: 100, connections: 1, allowCleartext: false }],
])('options that can be used are taken: %s', async (_what, change) => {
  await createClient({ ...options, ...change } as ClientOptions).close()
})

it('a sentence that can not be said in a language never takes its result with it', () => {
  const result = { kind: 'unknown', message: say('provider.the_payout') }
  expect(rendered(result, 'de' as Language)).toEqual({ kind: 'unknown', message: 'The payout' })
  const strange = { kind: 'unknown', message: say('payout.text', { text: { date: 'never', shows: 'day' } as never }) }
  expect(rendered(strange, 'en')).toEqual({ kind: 'unknown', message: 'payout.text' })
})

it('what is told of connections and throws takes no result with it', async () => {
  let told = 0
  const onNotice = () => {
    told += 1
    throw new Error('a log that is away')
  }
  const { client } = await serve(
    ({ socket, onConnection }) => void (onConnection === 1 ? socket.write(http(200, successBody)) : socket.destroy()),
    { connections: 1, onNotice },
  )
  expect(await client.payout(payout)).toMatchObject({ kind: 'paid' })
  expect(await client.payout(payout)).toMatchObject({ kind: 'unknown', code: 'connection_lost' })
  expect(told).toBe(1)
})
