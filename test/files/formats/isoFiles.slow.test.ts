import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import { measuredValidate } from '../../harness/measured.ts'
import { beninNumber } from '../../harness/payroll.ts'
import { painOf, proxyOf, transfer } from './pain001Files.ts'

const folder = mkdtempSync(join(tmpdir(), 'payrun-iso-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** `before`, so many times the piece, `after`: written as it is made. */
async function written(before: string, times: number, piece: (at: number) => string, after: string): Promise<string> {
  const path = join(folder, 'file.xml')
  const pieces = function* () {
    yield before
    for (let at = 0; at < times; at += 1000) {
      let text = ''
      for (let each = at; each < Math.min(at + 1000, times); each++) text += piece(each)
      yield text
    }
    yield after
  }
  await pipeline(Readable.from(pieces()), createWriteStream(path))
  return path
}

const payment = (at: number) =>
  transfer({
    endToEnd: `E-${at}`,
    amount: String(1000 + (at % 5000)),
    account: proxyOf(`+${beninNumber(at % 900_000)}`),
  })

/** A message of so many payments, cut where they stand. */
function around(count: number): [before: string, after: string] {
  const mark = '<CdtTrfTxInf/>'
  const whole = painOf(`<PmtInf><PmtInfId>P-1</PmtInfId><PmtMtd>TRF</PmtMtd>${mark}</PmtInf>`, { count })
  const [before = '', after = ''] = whole.split(mark)
  return [before, after]
}

test('200,000 payments take no more memory than 20,000, but for what tells their references apart', async () => {
  const take = async (count: number) => {
    const [before, after] = around(count)
    const taken = await measuredValidate(folder, await written(before, count, payment, after))
    expect([taken.code, taken.said]).toEqual([0, expect.stringContaining('To pay it')])
    return taken.megabytes
  }
  const few = await take(20_000)
  const many = await take(200_000)
  expect(many).toBeLessThan(few + 60)
  expect(many).toBeLessThan(300)
})

const [before, after] = around(1)
test.each([
  [
    'a comment without end',
    () => written(`${before}<!--`, 2e6, () => 'a comment '.repeat(10), `-->${after}`),
    /is too long/,
  ],
  [
    'an attribute without end',
    () => written(`${before}<CdtTrfTxInf a="`, 2e6, () => 'attribute '.repeat(10), `"/>${after}`),
    /is too long/,
  ],
  [
    'a text without end',
    () => written(`${before}<CdtTrfTxInf><a>`, 2e6, () => 'text text '.repeat(10), `</a></CdtTrfTxInf>${after}`),
    /is too long/,
  ],
  [
    'elements of any name without end',
    () => written(`${before}<CdtTrfTxInf>`, 5e6, (at) => `<a${at}/>`, `</CdtTrfTxInf>${after}`),
    /longer than 64 KiB/,
  ],
  ['depth without end', () => written(before, 10e6, () => '<a>', after), /cut short after/],
  ['payments that never end', () => written(before, 1e6, () => '<CdtTrfTxInf>', after), /cut short after/],
])('%s is refused within 300 MB and 20 s', async (_what, file, says) => {
  const { code, said, megabytes, seconds } = await measuredValidate(folder, await file())
  expect(said).toMatch(says)
  expect(code).toBe(3)
  expect(megabytes).toBeLessThan(300)
  expect(seconds).toBeLessThan(20)
})
