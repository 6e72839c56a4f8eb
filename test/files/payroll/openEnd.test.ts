import { expect, test } from 'vitest'
import { render } from '../../../src/words/render.ts'
import type { Sentence } from '../../../src/words/sentence.ts'
import { english } from '../../harness/words.ts'
import { checkContent } from './checkContent.ts'

const heading = 'reference,name,operator,phone_number,amount'
const first = 'A1,Awa,mtn-benin,+2290197000001,150000'
const second = 'A2,Bob,mtn-benin,+2290197000002,250000'
const whole = `${heading}\n${first}\n${second}\n`

async function notesOf(content: string | Buffer, extension?: string) {
  const { result } = await checkContent(content, extension)
  return result.kind === 'checked' ? result.summary.notes : [`${result.kind}`]
}
const keysOf = async (content: string | Buffer, extension?: string) =>
  (await notesOf(content, extension)).map((note) => (typeof note === 'string' ? note : note.key))

test('a file that ends within its last amount is paid as it stands, and says so with the amount', async () => {
  const [note] = await notesOf(whole.slice(0, -3))
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(plain(english(note!))).toBe(
    'Line 3, the last one, does not end with a line break. If the file was cut off there, its last amount may be cut off, too: it would be paid as 2,500 FCFA.',
  )
  expect(plain(render(note as Sentence, 'fr'))).toContain(
    "le dernier montant l'est peut-être aussi : il serait payé comme 2 500 FCFA.",
  )
})

test.each([
  { what: 'semicolons', of: (text: string) => text.replaceAll(',', ';') },
  { what: 'tabs and CRLF', of: (text: string) => text.replaceAll(',', '\t').replaceAll('\n', '\r\n') },
  { what: 'quotes in a row above', of: (text: string) => text.replace('Awa', '"Awa"') },
  {
    what: 'empty columns after it',
    of: (text: string) =>
      text.replace('amount', 'amount,note').replace('150000', '150000,x').replace(second, `${second},`),
  },
])('also with $what; and not where the line or the cell is ended', async ({ what, of }) => {
  const text = of(whole)
  expect(await keysOf(text)).toEqual([])
  const open = what.startsWith('empty') ? [] : ['payout.last_amount_maybe_cut']
  expect(await keysOf(text.trimEnd())).toEqual(open)
  expect(await keysOf(Buffer.from(`\ufeff${text.trimEnd()}`, 'utf16le'))).toEqual(open)
  expect(await keysOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual([])
})

test.each([
  ['a quoted amount', `${heading}\n${first}\nA2,Bob,mtn-benin,+2290197000002,"250000"`],
  ['another column last', `${heading},site\n${first},Cotonou\n${second},Parakou`],
  ['a total below', `${heading}\n${first}\n${second}\nTotal,,,,400000`],
])('nothing is said with %s', async (_, text) => {
  expect(await keysOf(text)).not.toContain('payout.last_amount_maybe_cut')
})

test('nor of JSON, whose end says that it is whole', async () => {
  const rows = [{ operator: 'mtn-benin', phone_number: '+2290197000001', amount: '1500' }]
  expect(await keysOf(JSON.stringify(rows), 'json')).toEqual([])
  expect(await keysOf(JSON.stringify(rows[0]), 'ndjson')).toEqual([])
})

test('of a number in the last cell it is said, too', async () => {
  const text = 'reference,amount,operator,phone_number\nA1,1500,mtn-benin,+2290197000001'
  expect(await keysOf(text)).toEqual(['payout.last_number_maybe_cut'])
  expect(english((await notesOf(text))[0]!)).toContain('+2290197000001')
})
