import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { press } from '../browserForm.ts'
import { csv, draftOf, draftOfAwa, row } from '../uploads.ts'
import { readText } from '../visitor.ts'

/** A file that repeats another has its other faults as well: all of them are on the page from the first look on. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const people = [1, 2, 3, 4, 5, 6].map((n) => row(n))
const others = (code: string) => people.map((each) => each.replace('R-', `${code}-`))
const repeats = '6 of the 6 rows have the same number and amount'

async function paidBefore(file: string) {
  const { desk, awa, page } = await draftOfAwa(server, csv(...people))
  await press(awa, page, 'Pay 6 people', { at: '2027-03-01T08:00' })
  return { desk, awa, ...(await draftOf(desk, awa, file)) }
}

describe('a file whose people were paid within a day', () => {
  it('and whose total is wrong is told both, and each is decided by itself', async () => {
    const { awa, page } = await paidBefore(csv(...others('S'), ',Total,9999,,'))
    const told = readText(page)
    expect(told).toContain(repeats)
    expect(told).toContain('Line 8 gives a total of 9,999')
    expect(told).toContain('Total to pay 9,021 FCFA')
    const meant = await press(awa, page, 'They are meant')
    expect(readText(meant)).toContain('Decide on the problems above first')
    expect(meant.html).not.toContain('Pay 6 people')
    const wrong = await press(awa, meant, 'The total line is wrong')
    expect(wrong.html).toContain('Pay 6 people')
  })

  it('and has rows that cannot be paid is told both', async () => {
    const { awa, page } = await paidBefore(csv(...others('S'), row(9, { phone: '12' }), row(10, { amount: 'x' })))
    const told = readText(page)
    expect(told).toContain(repeats)
    expect(told).toContain('2 rows have problems')
    expect(page.html).toContain('Leave out these 2 rows')
    const left = await press(awa, page, 'Leave out these 2 rows')
    expect(readText(left)).toContain(repeats)
    expect(left.html).not.toContain('Pay 6 people')
    expect((await press(awa, left, 'They are meant')).html).toContain('Pay 6 people')
  })

  it('is not paid by a form that was sent all the same', async () => {
    const { awa, desk, path, page } = await paidBefore(csv(...others('S')))
    const seen = /name="seen" value="(\w+)"/.exec(page.html)?.[1] ?? ''
    const done = await awa.post(`${path}/pay`, { revision: '1', seen, act: 'pay' })
    expect(done.status).toBe(409)
    expect(readText(done)).toContain(repeats)
    expect((await desk.call('GET', '/batches')).json.batches).toHaveLength(1)
  })

  it('tells a program all of it', async () => {
    const { desk } = await paidBefore(csv(row(20)))
    const file = csv(...others('S'), row(9, { phone: '12' }))
    const { status, json } = await desk.call('POST', '/batches', { file })
    expect([status, json.problems.length]).toEqual([422, 1])
    expect(json.detail).toContain('6 of the 6 rows have the number and amount of a payout of the last 24 hours')
    const total = await desk.call('POST', '/batches?expect_count=9', { file: csv(...others('S')) })
    expect(total.json.detail).toMatch(/expected 9 .*6 of the 6 rows have the number and amount/is)
  })
})
