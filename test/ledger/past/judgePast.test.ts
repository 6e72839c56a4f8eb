import { describe, expect, test } from 'vitest'
import { judgePast, type LedgerFacts, synchronousNames } from '../../../src/ledger/past/judgePast.ts'
import type { Mark } from '../../../src/ledger/past/mark.ts'

const facts = (change: Partial<LedgerFacts> = {}): LedgerFacts => ({
  epoch: 0,
  systemId: 'A',
  timeline: 1,
  oids: '5/6',
  position: '1000',
  deeds: 30,
  admitted: { systemId: 'A', timeline: 1, oids: '5/6', synchronousStandbys: '' },
  fenced: null,
  commits: new Map([[7, 20]]),
  last: [{ workerNo: 7, commits: 20 }],
  ...change,
})
const mark = (change: Partial<Mark> = {}): Mark => ({
  epoch: 0,
  systemId: 'A',
  timeline: 1,
  position: '900',
  workerNo: 7,
  commits: 20,
  ...change,
})
const kindOf = (ledger: LedgerFacts, marks: Mark[], all = false) => judgePast(ledger, marks, all).kind

describe('a ledger on the server and timeline that it was on', () => {
  test.each([
    { what: 'no mark', marks: [], kind: 'whole' },
    { what: 'a mark that it meets', marks: [mark()], kind: 'whole' },
    { what: 'an older mark', marks: [mark({ commits: 3, position: '10' })], kind: 'whole' },
    { what: 'a commit too many in a mark', marks: [mark({ commits: 21 })], kind: 'fence' },
    { what: 'a worker that it does not know', marks: [mark({ workerNo: 8, commits: 0 })], kind: 'fence' },
    { what: 'a position that it has not reached', marks: [mark({ position: '1001' })], kind: 'fence' },
    { what: 'a mark in a file that was copied', marks: [mark({ isCopy: true })], kind: 'fence' },
    { what: 'one that was copied before a recovery', marks: [mark({ isCopy: true })], epoch: 5, kind: 'whole' },
    { what: 'one of several marks unmet', marks: [mark(), mark({ workerNo: 9 })], kind: 'fence' },
    { what: 'a command that saw more', marks: [mark({ workerNo: null, position: '1001' })], kind: 'fence' },
    { what: 'a command that saw fewer deeds', marks: [mark({ workerNo: null, deeds: 30 })], kind: 'whole' },
    { what: 'a command that saw more deeds', marks: [mark({ workerNo: null, deeds: 31 })], kind: 'fence' },
    { what: 'a mark of before a recovery', marks: [mark({ commits: 99 })], epoch: 5, kind: 'whole' },
    { what: 'a mark of after a recovery that it forgot', marks: [mark({ epoch: 6 })], epoch: 5, kind: 'fence' },
  ])('$what: $kind', ({ marks, epoch = 0, kind }) => {
    expect(kindOf(facts({ epoch }), marks)).toBe(kind)
  })

  test('what is fenced stays fenced, and a mark may show that it lost something', () => {
    const why = { key: 'stored.ledger_other_server', args: {} }
    const fenced = { at: new Date(), why: why as never }
    expect(kindOf(facts({ fenced }), [mark()])).toBe('fenced')
    const lost = judgePast(facts({ fenced }), [mark({ commits: 21 })], false)
    expect(lost).toMatchObject({ kind: 'fence', why: { key: 'stored.ledger_behind_its_mark' } })
    const shown = { at: new Date(), why: lost.kind === 'fence' ? lost.why : (why as never) }
    expect(kindOf(facts({ fenced: shown }), [mark({ commits: 21 })])).toBe('fenced')
  })

  test('a ledger that no payrun has opened is whole', () => {
    expect(judgePast(facts({ admitted: null }), [], false)).toEqual({ kind: 'whole', moved: true })
  })
})

describe('a ledger that moved', () => {
  const promoted = (synchronousStandbys: string) =>
    facts({ timeline: 2, admitted: { systemId: 'A', timeline: 1, oids: '5/6', synchronousStandbys } })

  test('is fenced where nothing shows that it has the last commits', () => {
    expect(kindOf(promoted(''), [mark()])).toBe('fence')
    expect(kindOf(facts({ systemId: 'B' }), [mark()])).toBe('fence')
  })

  test('is whole where all marks there are say that they have seen no more', () => {
    expect(judgePast(promoted(''), [mark()], true)).toEqual({ kind: 'whole', moved: true })
    expect(kindOf(facts({ systemId: 'B' }), [mark()], true)).toBe('whole')
  })

  test('is fenced where a command saw a deed that it lacks, such as a cancellation', () => {
    const seen = mark({ workerNo: null, timeline: 1, position: '5000', deeds: 31 })
    expect(kindOf(promoted(''), [mark(), seen], true)).toBe('fence')
    expect(kindOf(facts({ systemId: 'B' }), [mark(), seen], true)).toBe('fence')
    expect(kindOf(promoted(''), [mark(), { ...seen, deeds: 30 }], true)).toBe('whole')
  })

  test('is fenced where a worker that may have committed last has no mark, or an older one', () => {
    expect(kindOf(promoted(''), [], true)).toBe('fence')
    expect(kindOf(promoted(''), [mark({ commits: 19 })], true)).toBe('fence')
  })

  test('asks its workers where each commit had waited for the standbys', () => {
    expect(kindOf(promoted('standby'), [mark()])).toBe('ask_workers')
    expect(kindOf(promoted('standby'), [mark({ commits: 21 })])).toBe('fence')
    expect(kindOf(promoted('standby'), [])).toBe('fence')
    expect(kindOf(promoted('ANY 1 (a, b)'), [mark()])).toBe('fence')
  })

  test('within its server, as a copy or a dump that is put back, is fenced whatever the marks say', () => {
    const why = { key: 'stored.ledger_other_database' }
    expect(judgePast(facts({ oids: '7/6' }), [mark()], true)).toMatchObject({ kind: 'fence', why })
    expect(kindOf(facts({ oids: '5/8' }), [], false)).toBe('fence')
    expect(kindOf({ ...promoted('standby'), oids: '5/8' }, [mark()], true)).toBe('fence')
    // On another server they are others in any case.
    expect(kindOf(facts({ systemId: 'B', oids: '7/8' }), [mark()], true)).toBe('whole')
  })

  test('is whole and has them recorded where an earlier payrun has opened it last', () => {
    const admitted = { systemId: 'A', timeline: 1, oids: null, synchronousStandbys: '' }
    expect(judgePast(facts({ admitted }), [], false)).toEqual({ kind: 'whole', moved: true })
  })

  test('to another server is never harmless by its standbys alone', () => {
    const other = facts({
      systemId: 'B',
      admitted: { systemId: 'A', timeline: 1, oids: '5/6', synchronousStandbys: 'standby' },
    })
    expect(kindOf(other, [mark()])).toBe('fence')
  })
})

test.each([
  { setting: '', names: null },
  { setting: 'a', names: ['a'] },
  { setting: '"node-1"', names: ['node-1'] },
  { setting: 'FIRST 1 (a)', names: ['a'] },
  { setting: 'ANY 2 (a, b)', names: ['a', 'b'] },
  { setting: '2 (a, b)', names: ['a', 'b'] },
  { setting: 'a, b', names: null },
  { setting: 'FIRST 1 (a, b)', names: null },
  { setting: '*', names: null },
  { setting: 'ANY 1 (*)', names: null },
])('synchronous_standby_names = $setting waits for all of $names', ({ setting, names }) => {
  expect(synchronousNames(setting)).toEqual(names)
})
