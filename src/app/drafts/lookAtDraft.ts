import { listSheets } from '../../files/formats/xlsx/openSheet.ts'
import { isTable } from '../../files/payroll/copy/tableCopy.ts'
import { readSomeRows } from '../../files/payroll/copy/typedCopy.ts'
import type { Field } from '../../files/payroll/header/columns.ts'
import { fieldPlaces } from '../../files/payroll/header/columns.ts'
import type { Row } from '../../files/payroll/row.ts'
import { compareControlTotals } from '../../files/payroll/tail/compareTotals.ts'
import { readHappened } from '../../ledger/batches/feed.ts'
import { linesInUse, type Problem, type ProblemCode } from '../../payout/problem.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { App, Failure } from '../context.ts'
import { withCore } from '../open/openCore.ts'
import type { Preview } from '../submit/preview.ts'
import { openFile, type SubmitOptions } from '../submit/submission.ts'
import { preview } from '../submit/submit.ts'
import {
  type Alike,
  cacheCheck,
  cachedCheck,
  type DraftCheck,
  dropCheck,
  grouped,
  linesIn,
  type ShownProblems,
} from './draftCheck.ts'
import {
  draftOptions,
  type HoursOfDraft,
  hoursOf,
  type StartOfDraft,
  startOf,
  unreadableCount,
} from './draftOptions.ts'
import type { Draft } from './drafts.ts'

/** What a person sees of a draft before they submit it. */
export interface DraftLook {
  /** The visible sheets of a workbook; empty for other files. */
  sheets: readonly string[]
  /** The sheet that is read. */
  sheet: string | null
  /** The file's columns; `field` is how each is read. Empty if they were not found. */
  columns: readonly { name: string; field: Field | null }[]
  /** The first rows as in the file, with a cell for each column. */
  first: readonly Row[]
  /** Whether its rows are lines of a table, entries of a file that is no table, or lines of a table made from such entries. */
  rowsAre: 'lines' | 'entries' | 'lines_of_entries'
  /** Lower-case hex, of the file that would be paid. Null if it can't be opened. */
  sha256: string | null
  /** Whether the file is missing, or this process may not read it. */
  isAway: boolean
  found: FoundInDraft
  /** When it would be paid. */
  start: StartOfDraft
  /** The hours of each day in which it would be paid, or null for any. */
  hours: HoursOfDraft
}

type FoundInDraft =
  | {
      kind: 'readable'
      preview: Preview
      seen: string
      groups: readonly ProblemGroup[]
      differs: Differs
      /** The file's own total or count differs, and nobody has chosen to ignore that yet. */
      ownTotal: Sentence | null
      /** Who would be paid twice, if nobody has confirmed yet that it is intended. */
      repeats: Sentence | null
    }
  /** Nothing can be paid as it is. `rows`: how many rows have one of the listed problems; there are `problemCount` in total. */
  | {
      kind: 'refused'
      message: Sentence | null
      sameAs: string | null
      groups: readonly ProblemGroup[]
      rows: number
      problemCount: number
    }

/** Each control total that differs from what was expected. */
interface Differs {
  count: Sentence | null
  total: Sentence | null
}

/** Rows with the same kind of problem. */
export interface ProblemGroup {
  code: ProblemCode
  count: number
  /** Rows with at least one of these problems. */
  rows: number
  /** How many problems come before those that are shown. */
  from: number
  /**
   * The requested problems with their rows; `at` is the index of the problem's column. `inUse`: the row is already paid or may still be, so
   * nobody should correct it.
   */
  shown: readonly { problem: Problem; row: Row | null; at: number; inUse: boolean }[]
  /** Texts that several rows have and that can be replaced in all of them at once, the most frequent first. */
  alike: readonly Alike[]
}

const firstShown = 5

/** Whether nothing in it can be read or chosen, so that only another file helps. */
export const isNothing = ({ columns, sheets }: DraftLook, { wishes: { map } }: Draft): boolean =>
  columns.length === 0 && sheets.length === 0 && Object.keys(map).length === 0

/**
 * What a person sees before anything is stored. Rows that can't be paid are left out, so that they see the sum of the others. To pay
 * without them is a separate decision; before it is made, `submitDraft` refuses the file.
 *
 * @param anew whether to check it again even if the latest check is still good
 */
export async function lookAtDraft(
  app: App,
  draft: Draft,
  { sandbox, shown, anew = false }: { sandbox: boolean; shown: ShownProblems; anew?: boolean },
): Promise<({ ok: true } & DraftLook) | Failure> {
  const options = draftOptions(draft, sandbox)
  // While the ledger is working, read the parts of the file that most drafts need.
  const first = lookInside(app, options, draft.fixed, new Set())
  const check = anew ? freshCheck(app, draft, options) : latestCheck(app, draft, options)
  const [{ looked, problems, ownTotal }, beginning] = await Promise.all([check, first])
  if (looked.kind === 'failed' && looked.fault !== 'usage') return looked
  const inUse = linesInUse(problems)
  const groups = grouped(problems, inUse, shown)
  const lines = new Set(groups.flatMap((group) => group.problems.map(({ line }) => line)))
  const inside = lines.size === 0 ? beginning : await lookInside(app, options, draft.fixed, lines)
  const placeOf = (column: string) => inside.columns.findIndex(({ name }) => name === column)
  const told = groups.map(({ problems: some, alike, ...group }) => ({
    ...group,
    shown: some.map((problem) => ({
      problem,
      row: inside.at.get(problem.line) ?? null,
      at: placeOf(problem.column),
      inUse: inUse.has(problem.line),
    })),
    alike: alike.map((each) => ({ ...each, at: placeOf(each.column) })).filter(({ at }) => at !== -1),
  }))
  const { at: _, ...rest } = inside
  return {
    ok: true,
    ...rest,
    found: foundOf({ looked, ownTotal }, told, options),
    start: startOf(draft),
    hours: hoursOf(draft),
  }
}

/**
 * The check of a draft, so that paging through the problems of a large file, or returning to a draft, doesn't repeat it. A check is good
 * for a minute, unless somebody presses a button that checks, the draft is changed, or something happens to a batch or the policy. Changes
 * of single rows are found when the draft is submitted: only what was shown is paid (`seen`).
 */
export async function latestCheck(app: App, draft: Draft, options: SubmitOptions): Promise<DraftCheck> {
  const cached = cachedCheck(app, draft.id)
  if (!cached) return freshCheck(app, draft, options)
  return cached.key === (await cacheKey(app, draft, options)) ? cached.check : freshCheck(app, draft, options)
}

async function freshCheck(app: App, draft: Draft, options: SubmitOptions): Promise<DraftCheck> {
  // Read before the check, so that anything that happens during it makes the next look check again.
  const key = await cacheKey(app, draft, options)
  const check = await checkDraft(app, options)
  if (key !== null && check.looked.kind !== 'failed') cacheCheck(app, draft.id, { check, key })
  else dropCheck(app, draft.id)
  return check
}

/** Null if the ledger can't tell what has happened in it. */
async function cacheKey(app: App, { revision }: Draft, options: SubmitOptions): Promise<string | null> {
  const read = await withCore(app, async ({ ledger }) => ({ ok: true as const, happened: await readHappened(ledger) }))
  return read.ok ? JSON.stringify([revision, options, read.happened]) : null
}

export async function checkDraft(app: App, options: SubmitOptions): Promise<DraftCheck> {
  const found = await checkRows(app, options)
  const differs = found.looked.kind === 'refused' ? found.looked.message : null
  if (differs === null || !differsInside.has(differs.key)) return found
  return { ...(await checkRows(app, { ...options, toldTotals: true })), ownTotal: differs }
}

/** Refusals because of the file's own total: a person may say that it is wrong, and sees the rows first. */
const differsInside: ReadonlySet<string> = new Set([
  'files.total_differs',
  'titles.subtotal_differs',
  'files.count_differs',
  'beside.total_differs',
  'beside.count_differs',
  'beside.total_or_count_differs',
])

const noTotals = { expectCount: null, expectTotal: null }

async function checkRows(app: App, options: SubmitOptions): Promise<DraftCheck> {
  const looked = await preview(app, { ...options, toldRepeats: true, skipInvalid: true, ...noTotals })
  const problems =
    looked.kind === 'looked' && looked.preview.of.kind === 'file'
      ? looked.preview.of.leftOut.problems
      : looked.kind === 'refused'
        ? looked.problems
        : []
  return { looked, problems, ownTotal: null }
}

/** The most rows of one kind that are left out at once. For the rest, it can be requested again. */
const mostOfKind = 100_000

/** The rows of a draft that can't be paid at the moment: how many, and which have problems of one kind. */
export async function troubledRows(
  app: App,
  draft: Draft,
  sandbox: boolean,
): Promise<{ rows: number; linesOf(code: string): number[] }> {
  const { looked, problems } = await checkDraft(app, { ...draftOptions(draft, sandbox), keepProblems: mostOfKind })
  const of = looked.kind === 'looked' ? looked.preview.of : null
  return {
    rows: of?.kind === 'file' ? of.leftOut.rows : linesIn(problems).length,
    linesOf: (code) => linesIn(problems.filter((each) => each.code === code)),
  }
}

function foundOf(
  { looked, ownTotal }: Pick<DraftCheck, 'looked' | 'ownTotal'>,
  groups: readonly ProblemGroup[],
  options: SubmitOptions,
): FoundInDraft {
  if (looked.kind !== 'looked') {
    const sameAs = (looked.kind === 'refused' && looked.sameAs) || null
    const rows = looked.kind === 'refused' ? linesIn(looked.problems).length : 0
    const problemCount = looked.kind === 'refused' ? looked.problemCount : 0
    return { kind: 'refused', message: looked.message, sameAs, groups, rows, problemCount }
  }
  const differs = differsIn(options, looked.preview)
  const { seen, repeats } = looked
  return { kind: 'readable', preview: looked.preview, seen, groups, differs, ownTotal, repeats }
}

function differsIn({ expectCount, expectTotal }: SubmitOptions, { toBePaid: { rows, totals } }: Preview): Differs {
  const isNoNumber = expectCount === unreadableCount
  return {
    count: isNoNumber
      ? say('deskNew.say_number')
      : (compareControlTotals({ expectCount }, rows, totals)?.message ?? null),
    total: compareControlTotals({ expectTotal }, rows, totals)?.message ?? null,
  }
}

async function lookInside(
  app: App,
  options: SubmitOptions,
  { isRewritten }: Draft['fixed'],
  lines: ReadonlySet<number>,
) {
  const nothing = {
    sheet: null,
    columns: [],
    first: [],
    at: new Map<number, Row>(),
    rowsAre: 'lines' as const,
    sha256: null,
    isAway: false,
  }
  const sheets = await listSheets(options.file)
  const opened = await openFile(app, options)
  if (opened.kind !== 'opened') return { ...nothing, sheets, isAway: opened.kind === 'unreadable' }
  const { file } = opened
  try {
    const { columns, first, at } = await readSomeRows(file, options.map ?? {}, { first: firstShown, lines })
    const fields = fieldPlaces(columns)
    return {
      sheets,
      sheet: file.sheetName,
      columns: columns.names.map((name, place) => ({
        name,
        field: fields.find(([, index]) => index === place)?.[0] ?? null,
      })),
      first,
      at,
      rowsAre: !isTable(file) ? ('entries' as const) : isRewritten ? ('lines_of_entries' as const) : ('lines' as const),
      sha256: file.sha256,
      isAway: false,
    }
  } finally {
    await file.close()
  }
}
