import { expect, it } from 'vitest'
import { receiptsPage } from '../../../src/files/report/receipts.ts'
import type { Receipt, ReportContent } from '../../../src/files/report/row.ts'
import type { Language } from '../../../src/words/catalogue.ts'

const awa: Receipt = {
  line: 2,
  name: 'Awa <b>Koné</b>',
  phone: '2290197000001',
  reference: 'EMP-1',
  operator: 'mtn-benin',
  amountMinor: '125000',
  currency: 'XOF',
  providerReference: 'MP2611.0042',
  sentAt: null,
  settledAt: new Date('2026-11-21T05:36:54Z'),
  saidBy: null,
  isWord: false,
}

async function page(
  receipts: Receipt[][],
  language: Language = 'en',
  sandbox = false,
  timeZone?: string,
  name = 'November <payroll>',
): Promise<string> {
  const content: ReportContent = {
    format: 'html',
    language,
    timeZone,
    columns: [],
    batch: { id: '7hk2m9pq4x', name, sandbox },
    totals: {},
    rows: (async function* () {})(),
  }
  async function* groups() {
    yield* receipts
  }
  let whole = ''
  for await (const piece of receiptsPage(content, groups())) whole += piece
  // An amount and its currency stay on one line.
  return whole.replaceAll(/[\u00a0\u202f]/g, ' ')
}

it('has a slip for each: who, how much, when, by which reference of the provider, and of which batch', async () => {
  const whole = await page([[awa, { ...awa, line: 3, name: 'Ba' }], [{ ...awa, line: 4, name: 'Cissé' }]])
  expect(whole).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(whole.trimEnd()).toMatch(/<\/html>$/)
  expect(whole.match(/<article/g)).toHaveLength(3)
  for (const told of ['125,000 FCFA', '+2290197000001', 'MTN', 'MP2611.0042', 'EMP-1', '7hk2m9pq4x:3'])
    expect(whole).toContain(told)
  expect(whole).toMatch(/Paid<\/dt><dd>[^<]*2026/)
})

it('is one file that needs nothing else, and in which nobody’s name is more than text', async () => {
  const whole = await page([[{ ...awa, name: 'Awa <b>Koné</b>\u202eabK' }]])
  expect(whole).toContain('Awa &lt;b>Koné&lt;/b>\ufffdabK')
  expect(whole).toContain('November &lt;payroll>')
  expect(whole).not.toMatch(/<script|<link|<img|src=|url\(|https?:/)
})

it('is in the language of whoever asks', async () => {
  const whole = await page([[awa]], 'fr')
  for (const told of ['lang="fr"', 'Reçu de paiement', 'MTN Bénin', '125 000 FCFA', 'Payé le', ' UTC<'])
    expect(whole).toContain(told)
})

it.each([
  ['en', '<dd>21 Nov 2026, 00:36 (America/New York)</dd>'],
  ['fr', '<dd>21 nov. 2026, 00:36 (America/New York)</dd>'],
] as const)('is on the clock of whoever asks, in %s, and names it', async (language, told) => {
  expect(await page([[awa]], language, false, 'America/New_York')).toContain(told)
})

it('of the sandbox says that nobody was paid; of nobody, that nobody was paid yet', async () => {
  expect(await page([[awa]], 'en', true)).toContain('this was a trial, and nobody was paid')
  expect(await page([])).toContain('Nobody has been paid yet.')
})

it('of a purged batch has what is left', async () => {
  const whole = await page([[{ ...awa, name: null, phone: null, reference: null }]])
  expect(whole).toContain('Line 2')
  expect(whole).not.toContain('Number</dt>')
})

it('shows marks that nobody sees, and none of them turns the text around', async () => {
  const hostile = '\u001b[31mA\u0007w\u009ba\u202e سلام'
  const whole = await page([[{ ...awa, name: hostile, reference: hostile }]], 'en', false, undefined, hostile)
  expect(whole).not.toMatch(/(?![\t\n])\p{Cc}|\u202e/u)
  expect(whole.split('\ufffd[31mA\ufffdw\ufffda\ufffd سلام').length).toBeGreaterThanOrEqual(6)
})
