import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { TypedRow } from '../../files/payroll/copy/typedCopy.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type App, type Failure, refused } from '../context.ts'
import { answerOnce } from '../submit/answerOnce.ts'
import type { RefusedFile } from '../submit/submission.ts'
import { submit } from '../submit/submit.ts'
import { isAsShown } from './asShown.ts'
import {
  type Back,
  type Corrections,
  correctedIn,
  countsOf,
  readCorrections,
  withoutTaken,
  writeCorrections,
} from './corrections.ts'
import { commonToRows, dropCheck } from './draftCheck.ts'
import {
  changedInDraft,
  countOf,
  draftOptions,
  hoursOf,
  isCorrected,
  startOf,
  unreadableCount,
} from './draftOptions.ts'
import { changeDraft, type Draft, type DraftWishes, isUnderWay, unfixed, uploadOf, withDraft } from './drafts.ts'
import { checkDraft } from './lookAtDraft.ts'
import { type NotPossible, type Rewritten, rewrite, rewriteUpload, unwritten } from './rewriteDraft.ts'

export type { TypedRow } from '../../files/payroll/copy/typedCopy.ts'

/** The person has changed the draft in another window since this page was shown. */
const changedMeanwhile = (): Failure => refused('wrong_state', say('deskNew.changed_elsewhere'))

/** What a person chose and typed on the page of a draft. */
export interface Typed {
  rows: readonly TypedRow[]
  /** Replacements for a text in all rows with that problem. */
  alike: readonly { code: string; value: string; at: number; text: string }[]
  wish: Partial<DraftWishes>
  /** A correction to undo after all this, if any. */
  back?: Back | null
}

/** The result. If the cells can't be written, or the correction can't be undone, nothing is stored. */
type KeptTyped = ({ ok: true; kind: 'kept'; hasOtherWishes: boolean } & Omit<Kept, 'draft'>) | NotPossible

interface Kept {
  draft: Draft
  /** How many cells were changed, rows left out and corrections undone. */
  cells: number
  rows: number
  back: number
}

/**
 * Store what a person typed on the page of the draft: a new file is written with those cells, and without the rows that are left out. The
 * uploaded file stays as it was.
 *
 * @param checks whether the next look checks the draft again, even if nothing was typed
 */
export const keepTyped = (
  app: App,
  id: string,
  { revision, checks, ...typed }: Typed & { revision: number; checks: boolean },
): Promise<KeptTyped | Failure> =>
  withDraft(app, id, async (draft): Promise<KeptTyped | Failure> => {
    if (checks) dropCheck(app, id)
    if (draft.revision !== revision || draft.batch !== null) return changedMeanwhile()
    const kept = await keepIn(app, draft, typed)
    if ('ok' in kept) return kept
    const { draft: after, ...counts } = kept
    return { ok: true, kind: 'kept', ...counts, hasOtherWishes: !isDeepStrictEqual(after.wishes, draft.wishes) }
  })

/** Call it only within `withDraft`. */
async function keepIn(
  app: App,
  draft: Draft,
  { rows: some, alike, wish, back = null }: Typed,
): Promise<Kept | NotPossible | Failure> {
  const spread = await withAlike(app, draft, some, alike)
  if (!spread.ok) return spread
  const { rows } = spread
  const shown = await readCorrections(draft)
  const rewritten = rows.length === 0 ? { ...unwritten, corrections: shown } : await rewrite(app, draft, rows, shown)
  if ('ok' in rewritten) return rewritten
  const { cells, rows: left, corrections: now } = rewritten
  const stays = back !== null && shown !== null && now !== null ? withoutTaken(now, shown, back) : now
  const taken = (now?.list.length ?? 0) - (stays?.list.length ?? 0)
  if (stays === null || taken === 0)
    return { draft: await keepRewritten(app, draft, rewritten, wish), cells, rows: left, back: 0 }
  const changed = await takeBack(app, draft, { ...changeOf(draft, rewritten, wish), stays })
  return 'ok' in changed ? changed : { draft: changed, cells, rows: left, back: taken }
}

async function keepRewritten(app: App, draft: Draft, rewritten: Rewritten, wish: Typed['wish']): Promise<Draft> {
  const { written, corrections } = rewritten
  const { fixed, wishes } = changeOf(draft, rewritten, wish)
  if (written === null && isDeepStrictEqual(wishes, draft.wishes)) return draft
  if (written === null) return changeDraft(app, draft, { fixed, wishes })
  // If every cell is again as in the uploaded file, that file is paid.
  if (corrections?.list.length === 0) return changeDraft(app, draft, { ...(await asUploaded(draft)), wishes })
  const corrected = await writeCorrections(draft, corrections)
  return changeDraft(app, draft, { ...written, fixed, corrected, wishes })
}

function changeOf(draft: Draft, rewritten: Rewritten, wish: Typed['wish']): Pick<Draft, 'fixed' | 'wishes'> {
  const { cells, rows: left, written, isRewritten, dayAsked, corrections } = rewritten
  const { fixed: before, wishes: earlier } = draft
  const isReadAnew = (['sheet', 'hidden', 'map'] as const).some(
    (each) => wish[each] !== undefined && !isDeepStrictEqual(wish[each], earlier[each]),
  )
  const fixed = {
    cells: before.cells + cells,
    rows: before.rows + left,
    ...(corrections && countsOf(corrections.list)),
    isRewritten: before.isRewritten || isRewritten,
    dayAsked: before.dayAsked ?? dayAsked,
    totalsFitted: !isReadAnew && (isCorrected(draft) ? before.totalsFitted : rewritten.totalsFitted),
  }
  // It was about the total that was shown, and no other.
  const isOther = written !== null || isReadAnew
  const toldTotals = !isOther && (wish.toldTotals ?? earlier.toldTotals)
  return { fixed, wishes: { ...earlier, ...wish, toldTotals } }
}

const asUploaded = async (draft: Draft) => {
  const { file, bytes } = await uploadOf(draft)
  return { file, bytes, fixed: unfixed, corrected: null }
}

/** Writes the file with the remaining corrections. Without any, it is the uploaded file again. */
async function takeBack(
  app: App,
  draft: Draft,
  { stays, ...now }: Pick<Draft, 'fixed' | 'wishes'> & { stays: Corrections },
): Promise<Draft | NotPossible> {
  // It was about the total that was shown, and no other.
  const wishes = { ...now.wishes, toldTotals: false }
  if (stays.list.length === 0) return changeDraft(app, draft, { ...(await asUploaded(draft)), wishes })
  const written = await rewriteUpload(app, draft, stays)
  if ('ok' in written) return written
  const { file, bytes } = written
  const corrected = await writeCorrections(draft, stays)
  const fixed = { ...now.fixed, ...countsOf(stays.list) }
  return changeDraft(app, draft, { file, bytes, corrected, fixed, wishes })
}

/** The most rows that one choice fixes. For the rest, the choice can be made again. */
const mostFixed = 100_000

/** The typed rows, and the rows that a choice for many rows fixes, unless these were typed separately or left out. */
async function withAlike(
  app: App,
  draft: Draft,
  rows: readonly TypedRow[],
  alike: Typed['alike'],
): Promise<{ ok: true; rows: readonly TypedRow[] } | Failure> {
  const chosen = alike.filter(({ code }) => commonToRows.has(code))
  if (chosen.length === 0) return { ok: true, rows }
  const typed = new Map(rows.map((row) => [row.line, row]))
  const { looked, problems } = await checkDraft(app, { ...draftOptions(draft, false), keepProblems: mostFixed })
  if (looked.kind === 'failed' && looked.fault !== 'usage') return looked
  for (const { line, code, value } of problems) {
    const choice = chosen.find((each) => each.code === code && each.value === value)
    const row = typed.get(line)
    if (!choice || (row && 'isLeftOut' in row)) continue
    const own = row?.cells.get(choice.at)
    if (own !== undefined && !isAsShown(value, own)) continue
    typed.set(line, { line, cells: new Map([...(row?.cells ?? []), [choice.at, choice.text]]) })
  }
  return { ok: true, rows: [...typed.values()] }
}

type SubmittedDraft =
  | { ok: true; kind: 'submitted'; batchId: string }
  /** It was submitted before, in another window or by the same button. `isOther`: with another form than this one. */
  | { ok: true; kind: 'submitted_before'; batchId: string; isOther: boolean }
  | { ok: true; kind: 'refused'; refused: RefusedFile }
  /** What the person changed, in words. */
  | { ok: true; kind: 'look_again'; changed: readonly Sentence[] }
  | NotPossible
  /** Another desk, or one that died a moment ago, is submitting it. */
  | { ok: true; kind: 'in_progress' }

/** The form on the page that shows what is about to be paid. */
interface SubmitWish {
  /** The draft's revision, and what was shown of it (`lookAtDraft`). */
  revision: number
  seen: string
  /** What was typed before the button was pressed. */
  typed: Typed
  sandbox: boolean
}

/**
 * Submit a draft as it was shown. It is submitted only once, however often this is called. Its id is its key in the ledger: if a desk dies
 * after the batch was stored and before the draft is marked, the next call finds the batch.
 *
 * If what was typed last changes what is paid, the person has to look at it first. A period, a time or a total that doesn't change what was
 * shown is stored directly, as `seen`, or not at all.
 */
export const submitDraft = (
  app: App,
  id: string,
  { revision, seen, typed, sandbox }: SubmitWish,
): Promise<SubmittedDraft | Failure> => {
  // A double click presses the button again before the first request is answered.
  const mayBeTwice = isUnderWay(id)
  const form = formOf(revision, typed)
  return withDraft(app, id, async (before): Promise<SubmittedDraft | Failure> => {
    if (before.batch !== null) {
      const isOther =
        !isDeepStrictEqual({ ...before.wishes, ...typed.wish }, before.wishes) ||
        (before.submittedAs !== null && before.submittedAs !== form)
      return mayBeTwice && !isOther
        ? { ok: true, kind: 'submitted', batchId: before.batch }
        : { ok: true, kind: 'submitted_before', batchId: before.batch, isOther }
    }
    if (before.revision !== revision) return changedMeanwhile()
    const looked = await keepIn(app, before, typed)
    if ('ok' in looked) return looked
    const { draft, cells, rows, back } = looked
    const { unseen, details } = changedInDraft(before, draft, cells + rows + back)
    const changed = [...unseen, ...details]
    const isNoNumber = countOf(draft.wishes.expectCount) === unreadableCount
    const isWrong = isNoNumber || startOf(draft).kind === 'wrong' || hoursOf(draft)?.ok === false
    if (unseen.length > 0 || isWrong) return { ok: true, kind: 'look_again', changed }
    const requestKey = { holder: 'desk', key: `draft-${id}` }
    let ended: SubmittedDraft | Failure = { ok: true, kind: 'in_progress' }
    const done = await answerOnce(app, requestKey, hash('sha256', id, 'buffer'), async () => {
      const corrections = await correctedIn(app, draft)
      const submitted = await submit(app, { ...draftOptions(draft, sandbox), ...corrections, seen, requestKey })
      if (submitted.kind === 'submitted') ended = { ok: true, kind: 'submitted', batchId: submitted.batchId }
      else if (submitted.kind === 'refused' && changed.length > 0 && isOfChange(submitted))
        ended = { ok: true, kind: 'look_again', changed }
      else if (submitted.kind === 'refused') ended = { ok: true, kind: 'refused', refused: submitted }
      else ended = submitted
      const keep = submitted.kind === 'submitted'
      return { status: 303, headers: {}, body: keep ? { batch: submitted.batchId } : {}, keep }
    })
    if (!done.ok) return done
    if (done.kind === 'stored') ended = { ok: true, kind: 'submitted', batchId: done.batch.id }
    const kept = done.kind === 'answered' ? (done.answer.body as { batch?: unknown }).batch : undefined
    if (typeof kept === 'string') ended = { ok: true, kind: 'submitted', batchId: kept }
    if (ended.ok && ended.kind === 'submitted')
      await changeDraft(app, draft, { batch: ended.batchId, submittedAs: form, file: null, corrected: null })
    return ended
  })
}

/** A hash of a form without its wishes: the revision that it showed, and the rows that were typed. */
function formOf(revision: number, { rows, alike, back = null }: Typed): string {
  const typed = rows.map((row) => [row.line, 'cells' in row ? [...row.cells] : null])
  return hash('sha256', JSON.stringify([revision, typed, alike, back]), 'hex')
}

/** Whether it was refused for something that the page shows, rather than with a sentence of its own. */
const isOfChange = ({ message }: RefusedFile): boolean => message === null || message.key === 'paying.differs_from_seen'
