import { expect, it } from 'vitest'
import * as samples from '../harness/wholeSandbox.ts'
import { wholeSandbox } from '../harness/wholeSandbox.ts'

const endpoints = [
  [samples.paymentPath, samples.paymentSample],
  [samples.collectionPath, samples.collectionSample],
  [samples.payoutPath, samples.payoutSample],
] as const

it.each<[string, (json: string) => string, number]>([
  ['as it is', (json) => json, 200],
  ['with spaces and line ends around it', (json) => `\r\n ${json}\n`, 200],
  ['with a field that payrun does not know', (json) => json.replace('{', '{"more":1,'), 200],
  ['with a field that other readers stumble over', (json) => json.replace('{', '{"__proto__":{"a":1},'), 200],
  ['with a byte order mark', (json) => `\ufeff${json}`, 400],
  ['cut short', (json) => json.slice(0, -1), 400],
  ['with a comma too many', (json) => json.replace('}', ',}'), 400],
  ['empty', () => '', 400],
])('the three endpoints read a body alike: %s', async (_what, change, status) => {
  const sandbox = await wholeSandbox()
  for (const [path, sample] of endpoints) {
    const answer = await sandbox.post(path, change(JSON.stringify(sample)))
    expect([path, answer.status]).toEqual([path, status])
    if (status === 400) expect(answer.body['message']).toBe('The request is invalid: its body is not JSON.')
  }
})
