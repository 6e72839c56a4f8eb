import { html } from 'htm/preact'
import type { VNode } from 'preact'
import {
  discrepancySentence,
  leftSentence,
  perhapsFees,
  type Reconciliation,
  type RefusedStatement,
  unclearLines,
  undecidedSentence,
  unlistedOperators,
} from '../../../app/reconcile/reconcile.ts'
import { unreadColumns } from '../../../app/reconcile/reconciliationDocument.ts'
import { shownOf } from '../../../app/reconcile/statements.ts'
import { statedAmount } from '../../../payout/evidenceSentence.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { emptyState, facts, notice, sectionHead, written } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, isSentence, money, moneyOf, type Sentence, say } from '../../../words/sentence.ts'
import { maskedPhone, stateBadge } from '../batch/batchParts.ts'
import { rowLink } from '../links.ts'
import { reworded } from '../newBatch/reworded.ts'
import type { AskedBy } from '../page.ts'
import { type Listed, listBytes, pagedTable } from '../room.ts'
import { columnLabel } from './reading.ts'

/** What stands beside the lists takes this much of their room. */
const besideBytes = 2_000

type Found = Pick<Reconciliation, 'matched' | 'statement' | 'columns'>
type Resolution = Reconciliation['matched']['resolutions'][number]

export function findings(asked: AskedBy, id: string, found: Found): VNode {
  const { matched, statement } = found
  const { resolutions, left, discrepancies, undecided, agreed, notOfBatch, others, nameless } = matched
  const fee = perhapsFees(matched)
  const unread = unreadColumns(found)
  const unclear = unclearLines(statement, matched)
  const unlisted = unlistedOperators(matched).map(operatorName)
  const all = [discrepancies, resolutions, left, undecided, others].reduce((sum, { length }) => sum + length, 0)
  /** Each list has as much room as it has of all findings: 50 of them fit on a page, and nobody settles what they have not seen. */
  const roomOf = (items: readonly unknown[]) => Math.floor(((listBytes - besideBytes) * items.length) / all)
  /** What becomes "not paid" comes first: if that is wrong, somebody is paid twice. */
  const settled = resolutions.toSorted((one, other) => Number(one.to === 'paid') - Number(other.to === 'paid'))
  return html`
    <div class="panel">
      <p class="sum-head">${settledText({ matched })}</p>
      ${facts([
        [say('deskBatch.st_lines'), written(count(statement.lines.length))],
        [say('deskBatch.st_contradicts'), written(count(discrepancies.length))],
        [say('deskBatch.st_left'), written(count(left.length))],
        [say('deskBatch.st_agreed'), written(count(agreed))],
        [say('deskBatch.st_not_of_batch'), written(count(notOfBatch))],
        [say('deskBatch.st_nameless'), written(count(nameless))],
        ...(unclear === 0 ? [] : [[say('deskBatch.st_unclear'), written(count(unclear))] as const]),
      ])}
      ${notOfBatch > 0 ? html`<p class="small">${say('deskBatch.st_not_of_batch_text')}</p>` : null}
    </div>
    ${unread && notice('ask', say('deskBatch.st_unread', { columns: unread.args['columns'] as string[], fields: (unread.args['fields'] as string[]).map(columnLabel) }))}
    ${fee === null ? null : notice('ask', say('deskNext.perhaps_fees', { percent: `${fee / 100}%` }))}
    ${unlisted.length === 0 ? null : notice('ask', say('deskNext.st_unlisted', { operators: unlisted }))}
    ${part(say('deskBatch.st_contradictions'), say('deskBatch.st_contradictions_text'), discrepancies, (label, items) =>
      rowTable(asked, id, { name: 'against', label, items, bytes: roomOf(items), why: discrepancySentence }),
    )}
    ${part(say('deskBatch.st_would_settle'), null, settled, (label, items) => settledTable(asked, id, { label, items, bytes: roomOf(items) }))}
    ${part(say('deskBatch.st_doubtful'), say('deskBatch.st_doubtful_text'), left, (label, items) =>
      rowTable(asked, id, { name: 'left', label, items, bytes: roomOf(items), why: leftSentence }),
    )}
    ${part(say('deskBatch.st_undecided'), say('deskBatch.st_undecided_text'), undecided, (label, items) =>
      undecidedTable(asked, { label, items, bytes: roomOf(items) }),
    )}
    ${part(say('deskBatch.st_not_of_batch'), notOfBatch > others.length ? say('deskNext.st_first_others', { shown: count(others.length) }) : null, others, (label, items) => otherTable(asked, id, { label, items, bytes: roomOf(items) }))}
  `
}

/** A list with its heading, or nothing if it is empty. */
export const part = <Item>(
  title: Sentence,
  text: Sentence | null,
  items: readonly Item[],
  draw: (label: Sentence, items: readonly Item[]) => VNode,
): Piece =>
  items.length === 0 ? null : html`${sectionHead(title)} ${text ? html`<p>${text}</p>` : null} ${draw(title, items)}`

/** "This statement would mark 2 rows paid (3,000 FCFA) and 1 not paid (1,500 FCFA)." */
export function settledText({ matched: { resolutions } }: Pick<Reconciliation, 'matched'>): Piece {
  if (resolutions.length === 0) return say('deskBatch.st_settles_nothing')
  const paid = resolutions.filter(({ to }) => to === 'paid')
  const failed = resolutions.filter(({ to }) => to === 'failed')
  const [ofPaid, ofFailed] = [paid, failed].map((some) => ({
    rows: count(some.length),
    sums: sumsOf(some.map(({ row }) => row)),
  }))
  if (failed.length === 0) return say('deskNext.st_paid', ofPaid!)
  if (paid.length === 0) return say('deskNext.st_not_paid', ofFailed!)
  return say('deskNext.st_both', { ...ofPaid!, failed: ofFailed!.rows, failedSums: ofFailed!.sums })
}

export function sumsOf(amounts: readonly { currency: string; amountMinor: bigint }[]) {
  const sums = new Map<string, bigint>()
  for (const { currency, amountMinor } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor)
  return moneyOf(sums)
}

type Given<Item> = Pick<Listed<Item>, 'label' | 'items'> & { bytes: number }

const settledTable = (asked: AskedBy, id: string, given: Given<Resolution>): VNode =>
  pagedTable(asked, {
    ...given,
    name: 'settles',
    columns: [
      { name: say('deskBatch.line'), number: true },
      { name: say('deskNext.name_and_number') },
      { name: say('deskBatch.amount'), number: true },
      { name: say('deskBatch.st_now') },
      { name: say('deskBatch.st_then') },
      { name: say('report.reference_of_provider') },
      { name: say('deskBatch.st_because') },
    ],
    cells: ({ row, to, reference, by, statementLine }) => [
      rowLink(id, row.line),
      personOf(row),
      written(money(row.amountMinor, row.currency)),
      stateBadge(row.state),
      stateBadge(to),
      reference,
      statementLine === null
        ? say('deskBatch.st_by_absence')
        : by === 'number'
          ? say('terminal.by_number', { line: statementLine })
          : say('terminal.by_reference', { line: statementLine }),
    ],
  })

/** One cell for both: the tables have no room for another column. */
const personOf = ({ name, phone }: Resolution['row']): VNode =>
  html`<span>${name ? html`${name}<br />` : null}${maskedPhone(phone)}</span>`

type Finding = Reconciliation['matched']['left' | 'discrepancies'][number]

const rowTable = <Item extends Finding>(
  asked: AskedBy,
  id: string,
  { why, ...listed }: Pick<Listed<Item>, 'name'> & Given<Item> & { why: (item: Item) => Sentence },
): VNode =>
  pagedTable(asked, {
    ...listed,
    columns: [
      { name: say('deskBatch.line'), number: true },
      { name: say('deskNext.name_and_number') },
      { name: say('deskBatch.amount'), number: true },
      { name: say('deskPages.state') },
      { name: say('deskBatch.why') },
    ],
    cells: (each) => [
      rowLink(id, each.row.line),
      personOf(each.row),
      written(money(each.row.amountMinor, each.row.currency)),
      stateBadge(each.row.state),
      reworded(why(each)),
    ],
  })

type Undecided = Reconciliation['matched']['undecided'][number]

const undecidedTable = (asked: AskedBy, given: Given<Undecided>): VNode =>
  pagedTable(asked, {
    ...given,
    name: 'undecided',
    columns: [
      { name: say('deskBatch.st_line'), number: true },
      { name: say('deskPages.state') },
      { name: say('deskBatch.why') },
    ],
    cells: (each) => [written(count(each.line)), each.status, undecidedSentence(each)],
  })

/** The amount of a line, which may have no currency. */
function amountOf(stated: Other['line'], row: Other['row'], { language }: AskedBy['visit']): Piece {
  const currency = stated.currency ?? row?.currency
  if (currency === undefined)
    return stated.amountHundredths === null
      ? null
      : new Intl.NumberFormat(language).format(Number(stated.amountHundredths) / 100)
  const amount = statedAmount(stated, currency)
  return typeof amount === 'string' || amount === null ? amount : written(amount)
}

type Other = Reconciliation['matched']['others'][number]

const otherTable = (asked: AskedBy, id: string, given: Given<Other>): VNode =>
  pagedTable(asked, {
    ...given,
    name: 'others',
    columns: [
      { name: say('deskBatch.st_line'), number: true },
      { name: say('report.reference_of_provider') },
      { name: say('deskBatch.number') },
      { name: say('deskBatch.amount'), number: true },
      { name: say('deskBatch.why') },
    ],
    cells: ({ line: stated, row }) => [
      written(count(stated.line)),
      stated.reference,
      stated.phones[0] === undefined ? null : maskedPhone(stated.phones[0]),
      amountOf(stated, row, asked.visit),
      row === null
        ? null
        : html`<span>${say('deskNext.st_our_number', { amount: money(row.amountMinor, row.currency) })} ${rowLink(id, row.line)} ${row.name ?? null}</span>`,
    ],
  })

/** The invalid lines of a statement. */
export const problemTable = (asked: AskedBy, items: RefusedStatement['problems']): VNode =>
  pagedTable(asked, {
    label: say('deskBatch.st_problems'),
    columns: [
      { name: say('deskBatch.st_line'), number: true },
      { name: say('deskBatch.st_column') },
      { name: say('deskBatch.st_value') },
      { name: say('deskBatch.why') },
    ],
    items,
    bytes: 40_000,
    cells: ({ line: at, column, value, message }) => [written(count(at)), column, value, message],
  })

export function applyRows(address: string, { matched }: Pick<Reconciliation, 'matched'>): VNode {
  const { resolutions, discrepancies } = matched
  const says = say('deskBatch.apply_rows', { rows: count(resolutions.length) })
  const form = applyForm(address, { settled: resolutions, against: discrepancies, seen: shownOf(matched), says })
  return html`
    ${resolutions.some(({ to }) => to === 'failed') ? notice('ask', say('deskBatch.st_failed_text')) : null}
    ${form}
  `
}

interface ToApply {
  settled: readonly unknown[]
  against: readonly unknown[]
  /** A short fingerprint of what was shown. */
  seen: string
  /** The label of the button if something is settled. */
  says: Sentence
}

/** The button that leads to the confirmation, or a sentence if there is nothing to apply. */
export function applyForm(address: string, { settled, against, seen, says }: ToApply): VNode {
  if (settled.length + against.length === 0) return emptyState(say('deskBatch.st_nothing_to_apply'))
  return html`
    <form class="fields" method="post" action=${address}>
      <input type="hidden" name="seen" value=${seen} />
      <button class="primary" type="submit">${settled.length > 0 ? says : say('deskBatch.apply_contradictions')}</button>
    </form>
  `
}

/** Sentences that advise an option of the command line name the field of the form instead. */
export function statementSentence(said: Sentence): Sentence {
  const { args, key } = said
  const why = args['why']
  switch (key) {
    case 'terminal.not_complete':
      return isSentence(why) ? say('deskBatch.st_not_complete', { why: reworded(why) }) : said
    case 'files.statement_no_account_column':
      return say('deskBatch.st_no_account_column')
    case 'files.statement_either_amount':
      return say('deskBatch.st_either_amount')
    case 'files.message_is_payouts':
      return say('deskBatch.st_is_payouts')
    case 'files.statement_no_columns': {
      const fields = Array.isArray(args['fields']) ? args['fields'].map((field) => columnLabel(String(field))) : []
      return say('deskNext.st_no_columns', { fields, seen: args['seen'] ?? '' })
    }
    case 'files.statement_map_no_column':
      return reworded({ ...said, args: { ...args, field: columnLabel(String(args['field'])) } })
    default:
      return reworded(said)
  }
}
