import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { batchOf, painOf, proxyOf, transfer } from '../files/formats/pain001Files.ts'
import { validate, whyNotValidated } from '../harness/isoSchemas.ts'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

const salaries = (people: number) =>
  painOf(
    batchOf(
      Array.from({ length: people }, (_, n) =>
        transfer({
          endToEnd: `E-${n + 1}`,
          instruction: `I-${n + 1}`,
          amount: String(1001 + n),
          account: proxyOf(`+${beninNumber(n + 1)}`),
        }),
      ),
    ),
    { count: people },
  )

it('a pain.001 file is paid, and answered by a pain.002 report', async () => {
  writeFile(paying.folder, 'salaries.xml', salaries(3))
  paying.provider.answer = (each) =>
    each.payout.phoneNumber === beninNumber(2)
      ? reply(each.response, 200, { error: true, status: 'FAILED', message: 'Wallet is full' })
      : succeed(each)
  const ended = await paying.call('run', 'salaries.xml', '--report', 'answer.xml')
  expect(ended.code, ended.stderr).toBe(4)
  expect(paying.provider.seen.map(({ phoneNumber, amount }) => [phoneNumber, amount]).sort()).toEqual(
    [1, 2, 3].map((n) => [beninNumber(n), String(1000 + n)]),
  )
  const answer = readFileSync(join(paying.folder, 'answer.xml'), 'utf8')
  expect(answer.match(/<OrgnlMsgId>.*?<\/OrgnlMsgId><OrgnlMsgNmId>.*?<\/OrgnlMsgNmId>/)?.[0]).toBe(
    '<OrgnlMsgId>PAY-2026-11</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>',
  )
  expect(
    [...answer.matchAll(/<OrgnlEndToEndId>(.*?)<.*?<TxSts>(.*?)</g)].map(([, id, status]) => [id, status]),
  ).toEqual([
    ['E-1', 'ACCC'],
    ['E-2', 'RJCT'],
    ['E-3', 'ACCC'],
  ])
  expect(answer).toContain('<AddtlInf>Wallet is full</AddtlInf>')
  if (whyNotValidated === null) expect(validate('pain.002.001.11', answer)).toBe('')
  const again = await paying.call('report', 'last', '--format', 'pain.002')
  expect(again.stdout.replace(/<CreDtTm>.*?</, '')).toBe(answer.replace(/<CreDtTm>.*?</, ''))
  const sameAgain = await paying.call('run', 'salaries.xml')
  expect([sameAgain.code, paying.provider.seen.length]).toEqual([3, 3])
})

it('a pain.001 file goes by its references: the next file can’t pay one again', async () => {
  writeFile(paying.folder, 'one.xml', salaries(2))
  expect((await paying.call('run', 'one.xml')).code).toBe(0)
  writeFile(paying.folder, 'two.xml', salaries(3))
  const ended = await paying.call('run', 'two.xml', '--json')
  expect(ended.code).toBe(3)
  expect(
    JSON.parse(ended.stdout).problems.map((each: { line: number; code: string }) => [each.line, each.code]),
  ).toEqual([
    [1, 'reference_in_use'],
    [2, 'reference_in_use'],
  ])
  expect(paying.provider.seen).toHaveLength(2)
})

it('a pain.002 report of another file is refused: before anything is paid, and afterwards', async () => {
  writePayroll(paying.folder, 1)
  const refused = await paying.call('run', 'payroll.csv', '--report', 'answer.xml')
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringContaining('A pain.002 report answers a pain.001 file'),
  ])
  expect(paying.provider.seen).toHaveLength(0)
  expect((await paying.call('run', 'payroll.csv')).code).toBe(0)
  const ended = await paying.call('report', 'last', '--format', 'pain.002', '-o', 'answer.xml')
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('A pain.002 report answers a pain.001 file')])
})

it('a copy with the problems marked is of tables only', async () => {
  writeFile(paying.folder, 'one.xml', salaries(1))
  const ended = await paying.call('validate', 'one.xml', '--fix', '-o', 'fixed.xml')
  expect(ended.code).toBe(2)
})
