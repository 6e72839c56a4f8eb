import type { Hold } from '../../app/operators.ts'
import { moment, operatorOf } from '../../words/sentence.ts'
import { t } from '../speak.ts'
import { printable } from './text.ts'

/** What is held, one sentence each, below a table; none when nothing is. */
export const holdLines = (holds: readonly Hold[]): string[] =>
  holds.length === 0 ? [] : ['', ...holds.map((hold) => `- ${printable(holdText(hold))}`)]

/** Why nothing is sent to an operator, since when, and what ends that. */
function holdText({ operator: code, manual, reason, since, until, probed, actor, note }: Hold): string {
  const held = { operator: operatorOf(code), since: moment(since) }
  if (manual) {
    const by = { ...held, who: actor ?? t('summary.somebody') }
    return note === null ? t('summary.held_by', by) : t('summary.held_by_with_note', { ...by, note })
  }
  return probed || until === null
    ? t('summary.being_probed', { operator: operatorOf(code), why: reason })
    : t('summary.held_until_probed', { ...held, why: reason, until: moment(until, 'time') })
}
