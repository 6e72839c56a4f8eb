import { expect, test } from 'vitest'
import { hoursDocument, hoursOfDocument, hoursSentence, isWithin, readHours } from '../../src/payout/times/hours.ts'
import { render } from '../../src/words/render.ts'

const zone = 'Africa/Porto-Novo'

test.each([
  ['08:00-18:00', '08:00', '18:00'],
  [' 22:00 - 05:00 ', '22:00', '05:00'],
  ['00:00–24:00', '00:00', '24:00'],
  ['8h-18h', '08:00', '18:00'],
  ['8h30 – 18H', '08:30', '18:00'],
  ['8:00—18:00', '08:00', '18:00'],
  ['20 h 15 − 6 h', '20:15', '06:00'],
  ['0h‑24h', '00:00', '24:00'],
])('%s are hours', (text, from, to) => {
  expect(readHours(text, zone)).toEqual({ ok: true, hours: { from, to, zone } })
})

test.each([
  ...['', '8-18', '8:0-18:00', '08:00', '24:00-05:00', '08:00-24:30', '08:60-09:00', '08:00-18:00-20:00', '8h-25h'],
  ...['8h5-18h', '8 00-18 00', '8h00h-18h'],
])('"%s" are none', (text) => {
  const read = readHours(text, zone)
  expect(!read.ok && read.message.key).toBe('payout.not_hours')
})

test('without a zone they are on the clock of this machine', () => {
  const read = readHours('08:00-18:00', undefined)
  expect(read.ok && read.hours.zone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test.each([
  ['08:00', '18:00', '08:00', true],
  ['08:00', '18:00', '18:00', false],
  ['22:00', '05:00', '23:10', true],
  ['22:00', '05:00', '04:59', true],
  ['22:00', '05:00', '05:00', false],
  ['18:00', '24:00', '23:59', true],
])('from %s to %s, %s: %s', (from, to, clock, expected) => {
  expect(isWithin({ from, to, zone }, clock)).toBe(expected)
})

test('they say so in both languages, and a document gives them back', () => {
  const hours = { from: '08:00', to: '18:00', zone }
  expect(hoursOfDocument(hoursDocument(hours))).toEqual(hours)
  expect(render(hoursSentence(hours, false), 'en')).toBe('Pays between 08:00 and 18:00 (Africa/Porto-Novo).')
  expect(render(hoursSentence(hours, true), 'fr')).toBe(
    "Paiement entre 08:00 et 18:00 (Africa/Porto-Novo)\u00a0: en attente jusqu'à 08:00.",
  )
})
