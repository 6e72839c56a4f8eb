import type { PayoutState } from './state.ts'
import { fold } from './typedText.ts'

/** The formats of a report that are text. */
export const textFormats = ['csv', 'json', 'ndjson'] as const

export const reportFormats = [...textFormats, 'xlsx', 'html', 'pain.002'] as const

/** The extension of a report's file name. */
export const extensionOf = (format: ReportFormat): string => (format === 'pain.002' ? 'xml' : format)

export type ReportFormat = (typeof reportFormats)[number]

/** The columns that a report adds, in this order. They are ignored in a report that is submitted: the next report replaces them. */
export const reportColumns = [
  'line',
  'status',
  'provider_reference',
  'error_code',
  'error_message',
  'attempts',
  'sent_at',
  'settled_at',
  'payrun_id',
] as const

export type ReportColumn = (typeof reportColumns)[number]

/** A last column in reports of the sandbox, which says on each row that nobody was paid. Ignored in an input file, too. */
export const sandboxColumn = 'payrun_sandbox'

/** Their headings in a French spreadsheet report. Recognised in input files, too. */
export const frenchHeadings: Readonly<Record<ReportColumn, string>> = {
  line: 'ligne',
  status: 'statut',
  provider_reference: 'référence du prestataire',
  error_code: "code d'erreur",
  error_message: "message d'erreur",
  attempts: 'tentatives',
  sent_at: 'envoyé le',
  settled_at: 'terminé le',
  payrun_id: 'identifiant payrun',
}

/** The last heading in version 0.1.0, so that its reports can still be submitted. */
const earlierFrenchHeading = ['réglé le', 'settled_at'] as const

/** The column that the copy of a file with its problems adds. It is ignored in an input file. */
export const problemHeadings = { en: 'To fix (payrun)', fr: 'À corriger (payrun)' } as const

export const isProblemHeading = (name: string): boolean =>
  Object.values(problemHeadings).some((heading) => heading.toLowerCase() === name.trim().normalize('NFC').toLowerCase())

/** Whether a name is one of the columns that a report adds: trimmed, any case. A file may have such a column of its own. */
export const isReportColumn = (name: string): boolean =>
  (reportColumns as readonly string[]).includes(name.trim().toLowerCase())

export const isSandboxColumn = (name: string): boolean => name.trim().toLowerCase() === sandboxColumn

/** The permanent id of a payout. It identifies the rows of a resubmitted report, whatever happened to their other cells. */
export const payrunIdOf = (batchId: string, line: number): string => `${batchId}:${line}`

const columnOf = new Map<string, ReportColumn>()
for (const name of reportColumns) for (const written of [name, frenchHeadings[name]]) columnOf.set(fold(written), name)
columnOf.set(fold(earlierFrenchHeading[0]), earlierFrenchHeading[1])

/** The report column that a heading names, in either language and any spelling; null if it names none. */
export const reportColumnOf = (heading: string): ReportColumn | null => columnOf.get(fold(heading)) ?? null

/**
 * The same for all headings of a report. Of several for one column, such as the `Status` of the people and the `status` of their
 * payouts, it is the one that is written as in a report, or the last one, because a report adds its columns at the end.
 */
export function reportColumnsOf(headings: readonly string[]): (ReportColumn | null)[] {
  const found = headings.map(reportColumnOf)
  const places = new Map<ReportColumn, number>()
  for (const [at, name] of found.entries()) {
    if (name === null) continue
    const other = places.get(name)
    if (other === undefined || isAsWritten(headings[at], name) || !isAsWritten(headings[other], name))
      places.set(name, at)
  }
  return found.map((name, at) => (name !== null && places.get(name) === at ? name : null))
}

const isAsWritten = (heading: string | undefined, name: ReportColumn): boolean =>
  heading === name || heading === frenchHeadings[name]

/** Columns that no other file has by chance, unlike `line`. */
const telling: readonly ReportColumn[] = reportColumns.filter((name) => name !== 'line' && name !== 'payrun_id')

/** Whether a table with these report columns is a report of payrun: some may have been renamed or removed. */
export const isReportWith = (found: ReadonlySet<ReportColumn | null>): boolean =>
  found.has('payrun_id') || telling.filter((name) => found.has(name)).length >= 3

export interface KeptColumn {
  /** The index of its cell in a row's `cells`. */
  index: number
  name: string
}

/**
 * The input's columns. One that has the very name of a column that the report adds is called `status_2`, so that programs can tell
 * the two apart.
 */
export function keptColumns(columns: readonly string[], added: readonly string[] = []): KeptColumn[] {
  const taken = new Set([...columns, ...added])
  return columns.map((name, index) => ({ index, name: added.includes(name) ? freeName(name, taken) : name }))
}

/** `name_2` and so on: the first that isn't taken. It is then. */
export function freeName(name: string, taken: Set<string>): string {
  let copy = 2
  while (taken.has(`${name}_${copy}`)) copy += 1
  taken.add(`${name}_${copy}`)
  return `${name}_${copy}`
}

/** The report's own cells of one row, those that are present. */
export type ReportedCells = Partial<Record<ReportColumn, string>>

/** What a row of a report says about its payout. */
export interface Reported {
  /** `payrunIdOf`; null if it is missing or unreadable. */
  payrunId: string | null
  /**
   * `unclear`: it was in a report, but its cells don't tell its state. `in_use`: it was invalid because of another payout.
   * `marked_…`: one of the file's own columns says that it is paid, not to be paid, or paid in another way.
   */
  says: PayoutState | 'unclear' | 'in_use' | 'marked_paid' | 'marked_not_to_pay' | 'marked_other_way'
  /** Its provider reference shows that it was paid in the built-in sandbox, which pays nobody. */
  isSandbox: boolean
  /** The column that says so, and what is in it. */
  column: string
  value: string
}

/** What the report's cells of a row say; null if they are empty, as on a row added to the report. */
export function readReported(cells: ReportedCells): Reported | null {
  const text = (name: ReportColumn) => (cells[name] ?? '').trim().replace(/^'+/, '')
  const id = text('payrun_id').toLowerCase()
  const payrunId = /^[a-z0-9]{10}:\d{1,9}$/.test(id) ? id : null
  const written = text('status')
  const wasSent = ['provider_reference', 'sent_at'].some((name) => text(name as ReportColumn) !== '')
  if (id === '' && written === '' && !wasSent && text('error_code') === '') return null
  const state = stateOfWord.get(fold(written)) ?? 'unclear'
  // An invalid or cancelled row was never sent: if a cell says that it was, somebody has changed one of them.
  const isOpen = state === 'invalid' || state === 'cancelled'
  const isInUse = state === 'invalid' && text('error_code') === 'reference_in_use'
  const says = wasSent && isOpen ? 'unclear' : isInUse ? 'in_use' : state
  const [column, value] = written === '' && id !== '' ? (['payrun_id', id] as const) : (['status', written] as const)
  return { payrunId, says, isSandbox: /^sbx-/.test(text('provider_reference')), column, value }
}

/** What reports call the states, and how people rewrite them. Any other word is unclear. */
const stateWords: Readonly<Record<PayoutState, readonly string[]>> = {
  invalid: ['invalide', 'non valide'],
  pending: ['en attente'],
  sending: ["en cours d'envoi"],
  accepted: ['accepté'],
  unknown: ['inconnu'],
  paid: ['payé', 'payée'],
  failed: ['échoué', 'échec'],
  cancelled: ['canceled', 'annulé', 'annulée'],
}
const stateOfWord = new Map<string, PayoutState>()
for (const state of Object.keys(stateWords) as PayoutState[])
  for (const word of [state, ...stateWords[state]]) stateOfWord.set(fold(word), state)

/** What a formula begins with: = + - @ and their full-width forms. A tab or a CR in front of the cell hides one (OWASP, "CSV Injection"). */
export const formulaSign = /[=+\-@\t\r＝＋－＠]/

/**
 * Where a spreadsheet would begin to run a cell: at its start, or after anything that some spreadsheet takes for a delimiter or the
 * end of a line, whichever the file uses. Quotes, spaces of any width and invisible marks in front do not stop it, and a `'` of the
 * cell's own may be removed. The match is empty: it is the place for a `'` that makes the rest text.
 * Postgres also uses these expressions when it writes a report.
 */
export const formulaStart =
  /(?:^|(?<=[,;|\t\n\r]))(?=['" \v\f\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]*[=+\-@＝＋－＠])|^(?='*[\t\r])/g

/**
 * Matches a row, with all its cells as JSON, if one of them may have a place for `formulaStart`. One test of a row is quicker than one
 * of each cell, and hardly any row matches, even with numbers such as "+229 …". A row with anything that JSON escapes has a backslash,
 * and matches. There is no lookahead, with which Postgres takes twice as long.
 */
export const doubtfulCells =
  /[,;|' \u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff][=+\-@＝＋－＠]|"(?:[=@＝＋－＠]|[+-][0-9 ().+-]*[^0-9 ().+"-])|\\/

const guard =
  /(?:^|(?<=[,;|\t\n\r]))'(?=['" \v\f\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]*[=+\-@＝＋－＠])|^'(?='*[\t\r])/g

/** A phone number or an amount, as people write them. These characters alone make no harmful formula, so they stay unchanged. */
export const numberCell = /^[0-9 \u00a0\u2009\u202f+().-]*$/

/**
 * A report cell that no spreadsheet runs as a formula. A cell that already starts with such a `'` gets a second one, so that
 * `unguardFormula` restores it exactly: a changed reference would mean another payout.
 */
export const guardFormula = (cell: string): string =>
  formulaSign.test(cell) && !numberCell.test(cell) ? cell.replace(formulaStart, "'") : cell

/**
 * Undoes `guardFormula`, so that every cell of a report is as it was in the file that was paid. Also removes a tab in front: a report
 * for Excel has one wherever Excel would turn the text into a number or a date.
 */
export function unguardFormula(cell: string): string {
  const text = cell.startsWith('\t') ? cell.slice(1) : cell
  return text.includes("'") ? text.replace(guard, '') : text
}
