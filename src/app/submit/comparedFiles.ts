import type { Comparison } from '../../ledger/people/comparePeople.ts'
import { count, moment, moneyOf, type Sentence, say } from '../../words/sentence.ts'

/** How a file differs from that of the last period, a sentence for each difference. */
export function comparisonSentences({ name, batchId, at, before, now, ...rest }: Comparison): Sentence[] {
  const { added, gone, withProblems, changed, numbers } = rest
  const compared = say('warnings.compared', {
    name,
    batchId,
    when: moment(at, 'day'),
    before: count(before.people),
    sumsBefore: moneyOf(before.sums),
    now: count(now.people),
    sumsNow: moneyOf(now.sums),
  })
  const differences = [
    ...(added.people > 0
      ? [say('warnings.compared_new', { people: count(added.people), sums: moneyOf(added.sums) })]
      : []),
    ...(gone.people > 0
      ? [say('warnings.compared_gone', { people: count(gone.people), sums: moneyOf(gone.sums) })]
      : []),
    ...(withProblems.people > 0
      ? [
          say('warnings.compared_with_problems', {
            people: count(withProblems.people),
            sums: moneyOf(withProblems.sums),
          }),
        ]
      : []),
    ...(changed.people > 0
      ? [
          say('warnings.compared_changed', {
            people: count(changed.people),
            sumsBefore: moneyOf(changed.before),
            sumsNow: moneyOf(changed.now),
          }),
        ]
      : []),
    ...(numbers > 0 ? [say('warnings.compared_numbers', { people: count(numbers) })] : []),
  ]
  return [compared, ...(differences.length > 0 ? differences : [say('warnings.compared_same')])]
}
