import type { Failure } from '../../../app/context.ts'
import { fixDraft, submitDraft, type TypedRow, wishOfDraft } from '../../../app/drafts/actOnDraft.ts'
import { type Draft, type DraftWishes, findDraft } from '../../../app/drafts/drafts.ts'
import { calledOf, fixedWhat } from '../../../app/drafts/lookAtDraft.ts'
import { hiddenChoices } from '../../../app/submission.ts'
import type { Form } from '../../../web/fields.ts'
import { say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { type AskedBy, isTimeZone, type Shown } from '../page.ts'
import { reworded } from '../reworded.ts'
import { draftPage, mapped, notHere } from './draftPage.ts'

/** What somebody posts from the page of a draft, each as the change of it that is meant. */

const idOf = ({ params }: AskedBy): string => params['draft'] ?? ''
const home = (id: string) => `/batches/new/${id}`

/** How the file is to be read, and what becomes of rows with problems. A form has the fields that it is about. */
export async function readAnew(asked: AskedBy): Promise<Shown> {
  const { app, form } = asked
  const found = await findDraft(app, idOf(asked))
  if (!found.ok) return notHere(found.message)
  const wish = readWishes(form, found.draft)
  const done = await wishOfDraft(app, found.draft.id, { revision: Number(form['revision']), wish })
  return done.ok ? { kind: 'go', to: home(found.draft.id), says: say('deskNew.read_again') } : stale(asked, done)
}

/** In another window somebody went on with it: the page as it is now, which says so. */
function stale(asked: AskedBy, { code, message }: Failure): Promise<Shown> | Shown {
  if (code === 'not_found') return notHere(message)
  return draftPage(asked, { notice: { tone: 'ask', text: message }, status: 409 })
}

function readWishes(form: Form, { wishes }: Draft): Partial<DraftWishes> {
  const wish: Partial<DraftWishes> = {}
  if (form['skip_invalid'] !== undefined) wish.skipInvalid = form['skip_invalid'] === 'yes'
  if (form['allow_duplicates'] !== undefined) wish.allowDuplicates = form['allow_duplicates'] === 'yes'
  if (form['sheet'] !== undefined) wish.sheet = form['sheet'] === '' ? null : form['sheet'].slice(0, 1000)
  if (form['hidden'] !== undefined) wish.hidden = hiddenChoices.find((each) => each === form['hidden']) ?? null
  const map = { ...wishes.map }
  for (const each of mapped) {
    const column = form[`column-${each}`]
    if (column === undefined) continue
    if (column === '') delete map[each]
    else map[each] = column.slice(0, 1000)
  }
  // Of another sheet the columns have other names.
  const isOtherSheet = wish.sheet !== undefined && wish.sheet !== wishes.sheet
  return { ...wish, map: isOtherSheet ? {} : map }
}

/** Cells that were typed anew (`cell-LINE-COLUMN`), and rows that are left out (`leave-LINE`). */
export async function fixed(asked: AskedBy): Promise<Shown> {
  const { app, form, query } = asked
  const id = idOf(asked)
  const rows = readTyped(form)
  const done = await fixDraft(app, id, { revision: Number(form['revision']), rows })
  if (!done.ok && isStale(done)) return stale(asked, done)
  const { kind, ...ended } = succeeded(done)
  if (kind === 'not_possible' && 'message' in ended)
    return draftPage(asked, { notice: { tone: 'wrong', text: reworded(ended.message) }, status: 422 })
  const only = query['kind'] === undefined ? '' : `?kind=${encodeURIComponent(query['kind'])}`
  const says = 'cells' in ended ? say('deskNew.fixed', { what: fixedWhat(ended) }) : say('deskNew.nothing_typed')
  return { kind: 'go', to: `${home(id)}${only}`, says }
}

const mostTyped = 1_000

function readTyped(form: Form): TypedRow[] {
  const cells = new Map<number, Map<number, string>>()
  const left = new Set<number>()
  for (const [name, text] of Object.entries(form).slice(0, mostTyped)) {
    const [, what, line, column] = /^(cell|leave)-(\d{1,8})(?:-(\d{1,3}))?$/.exec(name) ?? []
    if (what === 'leave') left.add(Number(line))
    if (what !== 'cell' || column === undefined) continue
    const row = cells.get(Number(line)) ?? new Map<number, string>()
    row.set(
      Number(column),
      (text ?? '')
        .toWellFormed()
        .replaceAll(/\p{Cc}+/gu, ' ')
        .slice(0, 1_000),
    )
    cells.set(Number(line), row)
  }
  return [
    ...[...left].map((line) => ({ line, isLeftOut: true as const })),
    ...[...cells].filter(([line]) => !left.has(line)).map(([line, row]) => ({ line, cells: row })),
  ]
}

/** Name, period, time and control totals; and, with the button that says so, pay it or send it for approval. */
export async function payOrSend(asked: AskedBy): Promise<Shown> {
  const { app, desk, form, visit } = asked
  const found = await findDraft(app, idOf(asked))
  if (!found.ok) return notHere(found.message)
  const { draft } = found
  const wish = readDetails(form, draft, { timeZone: visit.timeZone, called: calledOf(app, draft) })
  const revision = Number(form['revision'])
  if (form['act'] !== 'pay') {
    const kept = await wishOfDraft(app, draft.id, { revision, wish })
    return kept.ok ? { kind: 'go', to: `${home(draft.id)}#pay` } : stale(asked, kept)
  }
  const done = await submitDraft(app, draft.id, { revision, wish, seen: form['seen'] ?? '', sandbox: desk.sandbox })
  if (!done.ok && isStale(done)) return stale(asked, done)
  const ended = succeeded(done)
  switch (ended.kind) {
    case 'submitted':
      return { kind: 'go', to: `/batches/${ended.batchId}`, says: say('deskNew.submitted') }
    case 'look_again':
      return draftPage(asked, { notice: { tone: 'ask', text: say('deskNew.look_again') }, status: 409 })
    case 'in_progress':
      return draftPage(asked, { notice: { tone: 'busy', text: say('deskNew.in_progress') }, status: 409 })
    case 'refused': {
      const text = ended.refused.message ? reworded(ended.refused.message) : say('deskNew.first_solve')
      return draftPage(asked, { notice: { tone: 'ask', title: say('deskNew.differs_title'), text }, status: 409 })
    }
  }
}

const isStale = ({ code }: Failure): boolean => code === 'wrong_state' || code === 'not_found'

function readDetails(
  form: Form,
  { wishes }: Draft,
  { timeZone, called }: { timeZone: string; called: string },
): Partial<DraftWishes> {
  const text = (field: string, now: string, most: number) =>
    (form[field] ?? now)
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, most)
  const batchName = text('batch_name', wishes.batchName, 200)
  const at = text('at', wishes.at, 40)
  const between = text('between', wishes.between, 40)
  // What stayed keeps its clock. What was typed is meant on the one that its hint named, wherever the browser is by now.
  const zoneOf = (field: string, stayed: boolean, kept: string): string => {
    const named = form[`${field}_zone`]
    return stayed ? kept : isTimeZone(named) ? named : timeZone
  }
  return {
    batchName: batchName === called ? '' : batchName,
    period: text('period', wishes.period, 200),
    at,
    zone: zoneOf('at', at === wishes.at, wishes.zone),
    between,
    hoursZone: zoneOf('between', between === wishes.between, wishes.hoursZone || wishes.zone),
    expectCount: text('expect_count', wishes.expectCount, 20),
    expectTotal: text('expect_total', wishes.expectTotal, 40),
  }
}
