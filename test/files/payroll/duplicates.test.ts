import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english, saying } from '../../harness/words.ts'
import { seed } from '../../properties/seeded.ts'
import { checkContent } from './checkContent.ts'

fc.configureGlobal(seed())

interface Given {
  reference: string
  payment: string
}

const header = 'reference,operator,phone_number,amount'
const csv = (rows: readonly Given[]) =>
  [header, ...rows.map(({ reference, payment }) => `${reference},mtn-benin,${payment}`)].join('\n')

/** The line that each row's `possible_duplicate` names. */
async function namedLines(content: string): Promise<(number | null)[]> {
  const { rows } = await checkContent(content)
  return rows.map(({ problems }) => {
    const problem = problems.find(({ code }) => code === 'possible_duplicate')
    return problem ? Number(/\d+/.exec(english(problem.message))?.[0]) : null
  })
}

/** As the contract says it: two rows of which one has no reference. The one without is named, if it can be either. */
function expectedLines(rows: readonly Given[]): (number | null)[] {
  return rows.map(({ reference, payment }, at) => {
    const earlier = rows.findIndex((row, index) => {
      return index < at && row.payment === payment && (reference === '' || row.reference === '')
    })
    return earlier === -1 ? null : earlier + 2
  })
}

test('payments are compared where one of two rows has no reference, wherever such rows come', async () => {
  const row = fc.record({
    hasReference: fc.boolean(),
    payment: fc.constantFrom('0197000001,1500', '0197000001,1600', '0197000002,1500', '0197000003,1500'),
  })
  const rows = fc
    .tuple(fc.nat(80), fc.array(row, { maxLength: 40 }))
    .map(([above, mixed]) => [
      ...Array.from({ length: above }, (_, at) => ({ reference: `A${at}`, payment: `0197000001,${1490 + at}` })),
      ...mixed.map(({ hasReference, payment }, at) => ({ reference: hasReference ? `B${at}` : '', payment })),
    ])
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      expect(await namedLines(csv(given))).toEqual(expectedLines(given))
    }),
    { numRuns: 150 },
  )
})

test('a row without reference is compared with rows of many chunks before it', async () => {
  const above = Array.from({ length: 5000 }, (_, at) => ({ reference: `A${at}`, payment: `0197000001,${1000 + at}` }))
  const lines = await namedLines(csv([...above, { reference: '', payment: '0197000001,1003' }]))
  expect(lines.slice(0, -1).every((line) => line === null)).toBe(true)
  expect(lines.at(-1)).toBe(5)
})

test('a file that can not be read to its end is refused as it is without such a row', async () => {
  const above = Array.from({ length: 100 }, (_, at) => ({ reference: `A${at}`, payment: `0197000001,${1000 + at}` }))
  const broken = `${csv([...above, { reference: '', payment: '0197000001,1500' }])}\nB,mtn"benin,0197000001,1500\n`
  const { result } = await checkContent(broken)
  expect(result).toMatchObject({ kind: 'refused', line: 103, message: saying('middle of a cell') })
})

const referencesOf = async (references: readonly string[], options = {}) => {
  const lines = references.map((reference, at) => `"${reference}",mtn-benin,0197000001,${1000 + at}`)
  const { rows } = await checkContent([header, ...lines].join('\n'), 'csv', options)
  return rows.flatMap(({ line, problems }) =>
    problems.map(({ code, message }) => `${line} ${code} ${/line \d+/.exec(english(message))?.[0]}`),
  )
}

test('references that differ in their form only are one payout, and the first line is named', async () => {
  const given = ['001', '1', 'A é', 'B', 'a  e\u0301', '0001', '1']
  expect(await referencesOf(given)).toEqual([
    '3 duplicate_reference line 2',
    '6 duplicate_reference line 4',
    '7 duplicate_reference line 2',
    '8 duplicate_reference line 3',
  ])
})

test('a reference that comes twice may be one payout that is there twice: the row is to be taken out then', async () => {
  const { rows } = await checkContent(
    csv([
      { reference: 'A', payment: '0197000001,1500' },
      { reference: 'A', payment: '0197000001,1500' },
    ]),
  )
  expect(rows[1]?.problems.map(({ message }) => english(message))).toEqual([
    'The reference "A" is already used on line 2. If it is the same payout, take the row out. Otherwise, give it a reference of its own.',
  ])
})

test('where duplicates are allowed, only the very same reference is refused', async () => {
  const given = ['001', '1', 'A é', 'a  e\u0301', '001', '01', '1', '01', 'A e\u0301']
  expect(await referencesOf(given, { allowDuplicates: true })).toEqual([
    '6 duplicate_reference line 2',
    '8 duplicate_reference line 3',
    '9 duplicate_reference line 7',
    '10 duplicate_reference line 4',
  ])
})
