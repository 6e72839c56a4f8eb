import { listSheets } from '../../files/formats/xlsx/openSheet.ts'
import type { Field } from '../../files/payroll/columns.ts'
import type { Row } from '../../files/payroll/row.ts'
import { isTable } from '../../files/payroll/tableCopy.ts'
import { compareControlTotals } from '../../files/payroll/tally.ts'
import { readSomeRows } from '../../files/payroll/typedCopy.ts'
import { readHappened } from '../../ledger/batches/feed.ts'
import { linesInUse, type Problem, type ProblemCode } from '../../payout/problem.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { App, Failure } from '../context.ts'
import { withCore } from '../open/openCore.ts'
import type { Preview } from '../preview.ts'
import { openFile, type SubmitOptions } from '../submission.ts'
import { preview } from '../submit.ts'
import { type Alike, grouped, linesIn, type ShownProblems } from './alike.ts'
import { cacheCheck, cachedCheck, type DraftCheck, dropCheck } from './checkCache.ts'
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
  /** Of a workbook, those that can be seen; none of any other file. */
  sheets: readonly string[]
  /** Which of them is read. */
  sheet: string | null
  /** As the file names its columns; `field` is what each is read as. None where they could not be found. */
  columns: readonly { name: string; field: Field | null }[]
  /** The first rows as they stand in the file, a cell for each column. */
  first: readonly Row[]
  /** What its rows are: lines of a table; entries of a file that is none; or lines of a table that was made of such entries. */
  rowsAre: 'lines' | 'entries' | 'lines_of_entries'
  /** Lower-case hex, of what would be paid; null: the file can't be opened. */
  sha256: string | null
  /** Not even that could be tried: it is not where it was, or this process may not read it. */
  isAway: boolean
  found: FoundInDraft
  /** When it would be paid. */
  start: StartOfDraft
  /** In which hours of each day; null: in any. */
  hours: HoursOfDraft
}

type FoundInDraft =
  | {
      kind: 'readable'
      preview: Preview
      seen: string
      groups: readonly ProblemGroup[]
      differs: Differs
      /** The file's own total, or number of rows, is another one, and nobody has said yet that it is set aside. */
      ownTotal: Sentence | null
      /** Who would be paid twice, and nobody has said yet that it is meant. */
      repeats: Sentence | null
    }
  /** Nothing of it can be paid as it is. `rows`: how many have one of the problems that are told, of `problemCount`. */
  | {
      kind: 'refused'
      message: Sentence | null
      sameAs: string | null
      groups: readonly ProblemGroup[]
      rows: number
      problemCount: number
    }

/** What the file comes to is not what was expected of it: each control total that differs. */
interface Differs {
  count: Sentence | null
  total: Sentence | null
}

/** Rows with the same thing wrong. */
export interface ProblemGroup {
  code: ProblemCode
  count: number
  /** Rows that have one of them or more. */
  rows: number
  /** How many come before those that are shown. */
  from: number
  /**
   * Those that are asked for, with what stands in the row; `at` of a problem is the index of its column. `inUse`: the row is paid, or
   * may be yet, so that nobody is to correct it.
   */
  shown: readonly { problem: Problem; row: Row | null; at: number; inUse: boolean }[]
  /** What stands in several of them and may be replaced in all of these at once, the most frequent first. */
  alike: readonly Alike[]
}

const firstShown = 5

/** Whether there is nothing in it that anybody could read or choose: only another file helps. */
export const isNothing = ({ columns, sheets }: DraftLook, { wishes: { map } }: Draft): boolean =>
  columns.length === 0 && sheets.length === 0 && Object.keys(map).length === 0

/**
 * What a person sees before anything is stored. Rows that can't be paid are left out of it, so that they see what the others come to. To
 * leave them out of the payment is another decision, without which `submitDraft` refuses the file.
 *
 * @param anew whether it is checked again even if its latest check is still good
 */
export async function lookAtDraft(
  app: App,
  draft: Draft,
  { sandbox, shown, anew = false }: { sandbox: boolean; shown: ShownProblems; anew?: boolean },
): Promise<({ ok: true } & DraftLook) | Failure> {
  const options = draftOptions(app, draft, sandbox)
  // While the ledger looks, what most drafts need of the file besides is read.
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
 * Turning the pages of a large file's problems, or coming back to a draft, doesn't check it again: a check stays good for a minute, unless
 * somebody presses a button that checks, the draft was changed, or something happened to a batch or the policy. What became of single rows
 * meanwhile is told when the draft is submitted: nothing but what was shown is paid (`seen`).
 */
export async function latestCheck(app: App, draft: Draft, options: SubmitOptions): Promise<DraftCheck> {
  const cached = cachedCheck(app, draft.id)
  if (!cached) return freshCheck(app, draft, options)
  return cached.key === (await cacheKey(app, draft, options)) ? cached.check : freshCheck(app, draft, options)
}

async function freshCheck(app: App, draft: Draft, options: SubmitOptions): Promise<DraftCheck> {
  // Before the check: what happens meanwhile is found by the next one.
  const key = await cacheKey(app, draft, options)
  const at = Date.now()
  const check = await checkDraft(app, options)
  if (key !== null && check.looked.kind !== 'failed') cacheCheck(app, draft.id, { check, key }, at)
  else dropCheck(app, draft.id)
  return check
}

/** Null: the ledger can't say what has happened in it. */
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

/** A person who may say that the file's own total is wrong sees its rows first. */
const differsInside: ReadonlySet<string> = new Set([
  'files.total_differs',
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

/** How many rows of a kind are left out at once at most. Those beyond can be left out by asking again. */
const mostOfKind = 100_000

/** Rows of a draft that can't be paid as it is now: how many, and which have problems of one kind. */
export async function troubledRows(
  app: App,
  draft: Draft,
  sandbox: boolean,
): Promise<{ rows: number; linesOf(code: string): number[] }> {
  const { looked, problems } = await checkDraft(app, { ...draftOptions(app, draft, sandbox), keepProblems: mostOfKind })
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
    const fields = Object.entries(columns.index) as [Field, number][]
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
