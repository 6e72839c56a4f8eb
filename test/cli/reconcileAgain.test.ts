import { describe, expect, it } from 'vitest'
import { daysLater } from '../harness/daysLater.ts'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll, writeTwoOperators } from '../harness/payroll.ts'
import { reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

const rows = async (): Promise<{ status: string; provider_reference: string | null }[]> =>
  JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout).rows
const statuses = async () => (await rows()).map(({ status }) => status)

/** Nobody knows what became of the first of three rows; it was not carried out. */
async function runUnclear(): Promise<(string | null)[]> {
  writePayroll(paying.folder, 3)
  paying.provider.answer = (each) =>
    each.payout.phoneNumber === beninNumber(1) ? reply(each.response, 500, {}) : succeed(each)
  expect((await paying.call('run', 'payroll.csv')).code).toBe(4)
  return (await rows()).map((each) => each.provider_reference)
}

const statement = (lines: string[], head = 'Référence;Téléphone;Montant;Devise;Statut;Date') =>
  writeFile(paying.folder, 's.csv', `${[head, ...lines].join('\n')}\n`)
const listed = (reference: string | null | undefined, n: number, date: string) =>
  `${reference};+${beninNumber(n)};${1000 + n};XOF;SUCCESS;${date}`

describe('a statement that is imported again', () => {
  it.each([
    ['days', (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)],
    ['times', (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()],
  ])(
    'with %s says nothing of an attempt that was sent after it was made, however often it is imported',
    async (_, on) => {
      const [, two, three] = await runUnclear()
      const its = [listed(two, 2, on(0)), listed(three, 3, on(0))]
      const made = (...more: string[]) => statement([...its, ...more])
      const complete = (name = 'last') => daysLater(() => paying.call('reconcile', name, 's.csv', '--complete'))
      made()
      const early = await complete()
      expect([early.code, await statuses()]).toEqual([3, ['unknown', 'paid', 'paid']])
      expect(early.stderr).toContain(
        'Download it again when it lists a later payment: of a later day, if it has no times.',
      )
      made(listed('LATER', 99, on(2)))
      expect([(await complete()).code, await statuses()]).toEqual([0, ['failed', 'paid', 'paid']])
      // This time it is carried out, and nobody is told.
      paying.provider.answer = (each) => {
        each.carryOut()
        return reply(each.response, 500, {})
      }
      await paying.call('retry', 'last')
      made()
      expect([(await complete()).code, await statuses()]).toEqual([3, ['unknown', 'paid', 'paid']])
      expect((await complete('--all')).code).toBe(3)
      expect(await statuses()).toEqual(['unknown', 'paid', 'paid'])
    },
  )

  it('without dates says nothing of a row that was tried again', async () => {
    const [, two, three] = await runUnclear()
    const lines = [two, three].map((reference) => `${reference};SUCCESS`)
    expect((await paying.call('resolve', 'last', '--line', '2', '--not-paid', '--note', 'looked')).code).toBe(0)
    await paying.call('retry', 'last', '--line', '2')
    statement(lines, 'reference;status')
    const ended = await paying.call('reconcile', 'last', 's.csv', '--complete')
    expect([ended.code, (await statuses())[0]]).toEqual([3, 'unknown'])
    expect(ended.stderr).toContain('The statement has no dates, and line 2 of the batch was tried again')
  })
})

it('calls no row unpaid of an operator that the statement may not cover, unless a person says that it does', async () => {
  writeTwoOperators(paying.folder, 1)
  paying.provider.answer = (each) =>
    each.payout.phoneNumber === beninNumber(0) ? succeed(each) : reply(each.response, 500, {})
  expect((await paying.call('run', 'two.csv')).code).toBe(4)
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const own = (await rows())[0]?.provider_reference
  statement([`${own};${beninNumber(0)};100;XOF;SUCCESS;${at(0)}`, listed('LATER', 99, at(1))])
  const complete = (...more: string[]) =>
    daysLater(() => paying.call('reconcile', 'last', 's.csv', '--complete', ...more))
  const left = await complete()
  expect([left.code, await statuses()]).toEqual([4, ['paid', 'unknown']])
  expect(left.stdout.replaceAll(/\s+/g, ' ')).toContain('lists no payment through MoMo Ghana that payrun knows')
  expect(left.stdout).toMatch(/reconcile \w+ s\.csv --complete --covers momo-ghana\n/)
  expect((await complete('--covers', 'momo-gana')).stderr).toContain('momo-ghana')
  const incomplete = await paying.call('reconcile', 'last', 's.csv', '--covers', 'momo-ghana')
  expect([incomplete.code, incomplete.stderr]).toEqual([2, expect.stringContaining('only works with --complete')])
  expect((await complete('--covers', 'mtn-benin, MoMo Ghana')).code).toBe(0)
  expect(await statuses()).toEqual(['paid', 'failed'])
})
