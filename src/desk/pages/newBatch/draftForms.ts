import type { Failure } from '../../../app/context.ts'
import { keepTyped, submitDraft, type Typed, type TypedRow } from '../../../app/drafts/actOnDraft.ts'
import { isAsShown, typedText } from '../../../app/drafts/asShown.ts'
import type { Back } from '../../../app/drafts/corrections.ts'
import { fixedWhat } from '../../../app/drafts/draftOptions.ts'
import { type Draft, type DraftWishes, findDraft } from '../../../app/drafts/drafts.ts'
import { troubledRows } from '../../../app/drafts/lookAtDraft.ts'
import { hiddenChoices } from '../../../app/submit/choices.ts'
import type { Form } from '../../../web/fields.ts'
import { count, listed, type Sentence, say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { inChosenLanguage } from '../language.ts'
import { type AskedBy, isTimeZone, type Shown, type Visit } from '../page.ts'
import { listAddress } from './correctedPart.ts'
import { draftPage } from './draftPage.ts'
import { notHere, readShownRows, rowsQuery } from './draftView.ts'
import { suggestedName } from './problemRow.ts'
import { mapped } from './readingPart.ts'
import { submittedBefore, submittedSays } from './submitted.ts'
import { told } from './told.ts'

const idOf = ({ params }: AskedBy): string => params['draft'] ?? ''
const home = (id: string) => `/batches/new/${id}`

/** Stores how to read the file, and what to do with rows that have problems. */
export async function readAnew(asked: AskedBy): Promise<Shown> {
  const kept = await keep(asked)
  if ('shown' in kept) return kept.shown
  return { kind: 'go', to: home(idOf(asked)), says: kept.what ?? (await readSays(asked)) }
}

/** Says how many rows a button has left out; for other choices, that the file was read again. */
async function readSays(asked: AskedBy): Promise<Sentence> {
  const choice = asked.form['skip_invalid']
  if (choice === undefined) return say('deskNew.read_again')
  const rows = await countTroubled(asked)
  return choice === 'yes'
    ? say('deskNew.now_left_out', { n: rows, count: count(rows) })
    : say('deskNew.not_left_out', { n: rows, count: count(rows) })
}

/** How many rows have a problem now, after what was typed is stored. */
async function countTroubled(asked: AskedBy): Promise<number> {
  const { app, desk } = asked
  const found = await findDraft(app, idOf(asked))
  return found.ok ? (await troubledRows(app, found.draft, desk.sandbox)).rows : 0
}

/** Stores cells that were corrected (`cell-LINE-COLUMN`) and rows that are left out (`leave-LINE`, or all of a `leave_kind`). */
export async function fixed(asked: AskedBy): Promise<Shown> {
  const kept = await keep(asked)
  if ('shown' in kept) return kept.shown
  const only = asked.form['leave_kind'] === undefined ? readShownRows(asked.form).only : null
  const to = `${home(idOf(asked))}${rowsQuery({ only, from: 0, of: null })}`
  if (kept.what === null) return { kind: 'go', to, says: nothingTyped(kept) }
  const rows = await countTroubled(asked)
  const still =
    rows === 0 ? say('deskNew.no_problem_left') : say('deskNew.problems_left', { n: rows, count: count(rows) })
  return { kind: 'go', to, says: say('deskNew.done_and', { done: kept.what, still }) }
}

/** Undoes a correction, or puts back a row that was left out. What was typed is stored first. */
export async function undone(asked: AskedBy): Promise<Shown> {
  const kept = await keep(asked)
  if ('shown' in kept) return kept.shown
  const { form } = asked
  const { only } = readShownRows(form)
  const isOfList = form['list'] !== undefined
  const rows = rowsQuery({ only, from: 0, of: null })
  const to = isOfList ? listAddress(idOf(asked), form['list']) : `${home(idOf(asked))}${rows}`
  return { kind: 'go', to, says: kept.what ?? nothingTyped(kept) }
}

/** The form of the cells has the choices of how the file is read, too. */
const nothingTyped = ({ hasOtherWishes }: { hasOtherWishes: boolean }): Sentence =>
  hasOtherWishes ? say('deskNew.read_again') : say('deskNew.nothing_typed')

/** Stores what was typed, then shows the rows in the query. Changing the language stores nothing, and shows the same rows. */
export async function shownRows(asked: AskedBy): Promise<Shown> {
  const inOther = await inChosenLanguage(asked, asTyped)
  if (inOther) return inOther
  const kept = await keep(asked, false)
  if ('shown' in kept) return kept.shown
  const to = `${home(idOf(asked))}${rowsQuery(readShownRows(asked.query))}#problems`
  return { kind: 'go', to, says: kept.what ?? undefined }
}

/** What is only suggested is suggested again, so that it still counts only with its button. */
async function asTyped(asked: AskedBy): Promise<Shown> {
  const found = await findDraft(asked.app, idOf(asked))
  if (!found.ok) return notHere(found.message)
  const typed = Object.entries(asked.form).filter(([name]) => !isOnlySuggested(asked.form, name))
  const again = { ...asked, form: Object.fromEntries(typed) }
  const isCurrent = asked.form['revision'] === String(found.draft.revision)
  const changed = { notice: { tone: 'ask', text: say('deskNew.changed_elsewhere') }, status: 409 } as const
  return draftPage(again, isCurrent ? {} : changed)
}

/**
 * Stores all fields of the page, whichever button was pressed. `what` says what changed, or is null if nothing did.
 * @param checks whether the file is checked again
 */
async function keep(
  asked: AskedBy,
  checks = true,
): Promise<{ what: Sentence | null; hasOtherWishes: boolean } | { shown: Shown }> {
  const { app, form } = asked
  const found = await findDraft(app, idOf(asked))
  if (!found.ok) return { shown: notHere(found.message) }
  const given = readTyped(asked, found.draft)
  const typed = { ...given, rows: [...given.rows, ...(await rowsOfKind(asked, found.draft))] }
  const done = await keepTyped(app, found.draft.id, { revision: Number(form['revision']), checks, ...typed })
  if (!done.ok && isStale(done)) return { shown: await stale(asked, done) }
  const ended = succeeded(done)
  if (ended.kind === 'not_possible') return { shown: await notPossible(asked, ended.message) }
  const back = ended.back > 0 ? [say('deskCorrected.undone', { n: ended.back })] : []
  const what = [...fixedWhat(ended), ...back]
  return {
    what: what.length === 0 ? null : say('deskNew.fixed', { what: listed(what) }),
    hasOtherWishes: ended.hasOtherWishes,
  }
}

/** All rows with the kind of problem that a button names. Leaving a row out takes precedence over its corrected cells. */
async function rowsOfKind({ app, desk: { sandbox }, form }: AskedBy, draft: Draft): Promise<TypedRow[]> {
  const code = form['leave_kind']
  if (code === undefined) return []
  const { linesOf } = await troubledRows(app, draft, sandbox)
  return linesOf(code).map((line) => ({ line, isLeftOut: true as const }))
}

const notPossible = (asked: AskedBy, message: Sentence): Promise<Shown> =>
  draftPage(asked, { notice: { tone: 'wrong', text: told(message) }, status: 422 })

/** Stores name, period, time and control totals. With the button for it, also pays the file or submits it for approval. */
export async function payOrSend(asked: AskedBy): Promise<Shown> {
  const { app, desk, form } = asked
  if (form['act'] !== 'pay') {
    const kept = await keep(asked)
    return 'shown' in kept ? kept.shown : { kind: 'go', to: `${home(idOf(asked))}#pay`, says: kept.what ?? undefined }
  }
  const found = await findDraft(app, idOf(asked))
  if (!found.ok) return notHere(found.message)
  const typed = readTyped(asked, found.draft)
  const wish = { revision: Number(form['revision']), typed, seen: form['seen'] ?? '', sandbox: desk.sandbox }
  const done = await submitDraft(app, found.draft.id, wish)
  if (!done.ok && isStale(done)) return stale(asked, done)
  const ended = succeeded(done)
  // What was typed is stored in the draft by now.
  const kept = { ...asked, form: {} }
  switch (ended.kind) {
    case 'submitted':
      return { kind: 'go', to: `/batches/${ended.batchId}`, says: await submittedSays(asked, ended.batchId) }
    case 'submitted_before':
      return submittedBefore(asked, ended.batchId, ended.isOther)
    case 'not_possible':
      return notPossible(asked, ended.message)
    case 'look_again':
      return draftPage(kept, { changed: ended.changed, status: 409 })
    case 'in_progress':
      return draftPage(kept, { notice: { tone: 'busy', text: say('deskNew.in_progress') }, status: 409 })
    case 'refused': {
      // A control total that differs is shown at its field and at the top.
      if (ended.refused.message && isOfControl(ended.refused.message)) return draftPage(kept, { status: 409 })
      const text = ended.refused.message ? told(ended.refused.message) : say('deskNew.first_solve')
      return draftPage(kept, { notice: { tone: 'ask', title: say('deskNew.differs_title'), text }, status: 409 })
    }
  }
}

const isOfControl = ({ key }: Sentence): boolean =>
  /^payout\.(?:expect(?:ed)?_total|expected_payable|count_and_total)/.test(key)

const isStale = ({ code }: Failure): boolean => code === 'wrong_state' || code === 'not_found'

/** The draft was changed in another window: shows its current state and says so. */
function stale(asked: AskedBy, { code, message }: Failure): Promise<Shown> | Shown {
  if (code === 'not_found') return notHere(message)
  return draftPage(asked, { notice: { tone: 'ask', text: message }, status: 409 })
}

const readTyped = ({ form, visit }: AskedBy, draft: Draft): Typed => ({
  rows: readRows(form),
  alike: readAlike(form),
  wish: { ...readDetails(form, draft, visit), ...readWishes(form, draft) },
  back: readBack(form),
})

/** Which of the shown corrections `undo` or `undo_alike` means. */
function readBack(form: Form): Back | null {
  const [name] = (['undo', 'undo_alike'] as const).filter((each) => /^\d{1,6}$/.test(form[each] ?? ''))
  return name === undefined ? null : { nth: Number(form[name]), alike: name === 'undo_alike' }
}

function readWishes(form: Form, { wishes }: Draft): Partial<DraftWishes> {
  const wish: Partial<DraftWishes> = {}
  if (form['skip_invalid'] !== undefined) wish.skipInvalid = form['skip_invalid'] === 'yes'
  if (form['allow_duplicates'] !== undefined) wish.allowDuplicates = form['allow_duplicates'] === 'yes'
  if (form['totals'] !== undefined) wish.toldTotals = form['totals'] === 'told'
  if (form['sheet'] !== undefined) wish.sheet = form['sheet'] === '' ? null : form['sheet'].slice(0, 1000)
  if (form['hidden'] !== undefined) wish.hidden = hiddenChoices.find((each) => each === form['hidden']) ?? null
  const map = { ...wishes.map }
  for (const each of mapped) {
    const column = form[`column-${each}`]
    if (column === undefined) continue
    if (column === '') delete map[each]
    else map[each] = column.slice(0, 1000)
  }
  // Another sheet has other columns.
  const isOtherSheet = wish.sheet !== undefined && wish.sheet !== wishes.sheet
  return { ...wish, map: isOtherSheet ? {} : map }
}

const mostTyped = 1_000

function readRows(form: Form): TypedRow[] {
  const cells = new Map<number, Map<number, string>>()
  const left = new Set<number>()
  for (const [name, text] of Object.entries(form).slice(0, mostTyped)) {
    const [, what, line, column] = /^(cell|leave)-(\d{1,8})(?:-(\d{1,3}))?$/.exec(name) ?? []
    if (what === 'leave') left.add(Number(line))
    if (what !== 'cell' || column === undefined || isOnlySuggested(form, name)) continue
    const row = cells.get(Number(line)) ?? new Map<number, string>()
    row.set(Number(column), typedText(text ?? ''))
    cells.set(Number(line), row)
  }
  return [
    ...[...left].map((line) => ({ line, isLeftOut: true as const })),
    ...[...cells].filter(([line]) => !left.has(line)).map(([line, row]) => ({ line, cells: row })),
  ]
}

/** A choice that payrun suggested, and the person may not have seen, only counts with the button that corrects. */
const isOnlySuggested = (form: Form, name: string): boolean =>
  form['act'] !== 'fix' && form[suggestedName(name)] === form[name]

/** `alike-CODE-COLUMN-N` replaces the value `alike-CODE-COLUMN-N-is` in all rows with that problem. */
const readAlike = (form: Form): Typed['alike'] =>
  Object.entries(form)
    .slice(0, mostTyped)
    .flatMap(([name, text = '']) => {
      const [, code, column] = /^alike-([a-z_]{1,40})-(\d{1,3})-\d$/.exec(name) ?? []
      const value = form[`${name}-is`]
      if (code === undefined || value === undefined || text.trim() === '' || isOnlySuggested(form, name)) return []
      return [{ code, value, at: Number(column), text: typedText(text) }]
    })

function readDetails(form: Form, { name, wishes }: Draft, { timeZone }: Visit): Partial<DraftWishes> {
  const text = (field: string, now: string, most: number) => {
    const typed = form[field] ?? now
    return typedText(isAsShown(now, typed) ? now : typed)
      .trim()
      .slice(0, most)
  }
  const batchName = text('batch_name', wishes.batchName || name, 200)
  const at = text('at', wishes.at, 40)
  const between = text('between', wishes.between, 40)
  // An unchanged time keeps its time zone. A changed one uses the zone that the form showed, even if the visit's has changed since.
  const zoneOf = (field: string, stayed: boolean, kept: string): string => {
    const named = form[`${field}_zone`]
    return stayed ? kept : isTimeZone(named) ? named : timeZone
  }
  return {
    batchName: batchName === name ? '' : batchName,
    period: text('period', wishes.period, 200),
    at,
    zone: zoneOf('at', at === wishes.at, wishes.zone),
    between,
    hoursZone: zoneOf('between', between === wishes.between, wishes.hoursZone || wishes.zone),
    expectCount: text('expect_count', wishes.expectCount, 20),
    expectTotal: text('expect_total', wishes.expectTotal, 40),
  }
}
