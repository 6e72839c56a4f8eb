import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Failure } from '../../app/context.ts'
import { changeSchedule, lookAtRemoved } from '../../app/schedules/changeSchedules.ts'
import {
  hoursText,
  type ListedSchedule,
  listRuns,
  listSchedules,
  maintenanceText,
  optionsOf,
  periodText,
  type Runs,
  rhythmText,
  runDocument,
  type ScheduleRun,
  scheduleDocument,
} from '../../app/schedules/listSchedules.ts'
import { operatorName } from '../../payout/operators/operator.ts'
import { badge, type Column, emptyState, facts, notice, pageHead, sectionHead } from '../../web/parts.ts'
import type { Piece } from '../../words/page.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { ApiProblem, succeeded } from '../api/problem.ts'
import { askAgain } from './approvals/askAgain.ts'
import { batchStateBadge } from './batch/batchParts.ts'
import { livePart, wallClock } from './layout.ts'
import { batchLink } from './links.ts'
import { rewordedWords } from './newBatch/reworded.ts'
import { newSchedulePage, scheduleAdded } from './newSchedule.ts'
import { type AskedBy, type Live, page, type Shown, type Visit, zoneName } from './page.ts'
import { shareRecent } from './recent.ts'
import { pagedPieces, pagedTable } from './room.ts'

/** Files that are paid at planned times: the next times and the past runs; add, pause, resume, remove. */
export const schedulePages = [
  page('/schedules', 'everybody', { get: list, live }),
  page('/schedules/new', ['admin'], { get: newSchedulePage, post: scheduleAdded }),
  page('/schedules/:id', 'everybody', { get: one, live: liveOne }),
  page('/schedules/:id/pause', ['admin'], { get: one, live: liveOne, post: (asked) => changed(asked, 'pause') }),
  page('/schedules/:id/resume', ['admin'], { get: one, live: liveOne, post: (asked) => changed(asked, 'resume') }),
  page('/schedules/:id/remove', ['admin'], { get: one, live: liveOne, post: removed }),
]

/** A run as the API shows it, and why its batch is paused. */
const shownRun = (run: ScheduleRun) => ({ ...runDocument(run), batch_reason: run.batchReason })
const shownSchedule = (...[schedule, lastRun]: Parameters<typeof scheduleDocument>) => ({
  ...scheduleDocument(schedule, lastRun),
  rhythm: rhythmText(schedule),
  last_run: lastRun ? shownRun(lastRun) : null,
})
type Schedule = ReturnType<typeof shownSchedule>
type Run = ReturnType<typeof shownRun>

const read = async ({ app }: AskedBy): Promise<ListedSchedule[]> => succeeded(await listSchedules(app)).schedules
const recentlyRead = shareRecent<ListedSchedule[]>()

const mayChange = ({ person }: AskedBy): boolean => person.roles.includes('admin')
const add = html`<a class="primary" href="/schedules/new">${say('deskPlaces.add_schedule')}</a>`

async function list(asked: AskedBy): Promise<Shown> {
  const listed = await read(asked)
  const body = html`
    ${pageHead({
      title: say('deskPages.schedules'),
      text: say('deskPlaces.schedules_text'),
      actions: mayChange(asked) && listed.length > 0 ? add : null,
    })}
    ${livePart(partOf(listed, asked))}
  `
  return { kind: 'page', title: say('deskPages.schedules'), body }
}

async function live(asked: AskedBy): Promise<Live> {
  return partOf(await recentlyRead(asked.desk, '', () => read(asked)), asked)
}

function partOf(listed: readonly ListedSchedule[], asked: AskedBy): Live {
  const schedules = listed.map(({ schedule, lastRun }) => shownSchedule(schedule, lastRun))
  const failed = schedules.filter((each) => each.last_run?.state === 'failed')
  const notices = [
    ...failed.map((each) =>
      notice(
        'wrong',
        html`${rewordedWords(each.last_run?.message ?? '')} ${say('deskPages.home_schedule_go_on')} <a href=${`/schedules/${each.id}`}>${say('deskPlaces.see_schedule')}</a>`,
        { title: say('deskPlaces.last_run_failed', { name: each.name }) },
      ),
    ),
    ...listed.flatMap(({ schedule, maintenance, notes }) =>
      [...notes, ...maintenance.map((each) => maintenanceText(each, operatorName(each.operator)))].map((each) =>
        notice('ask', each, { title: say('web.value', { value: schedule.name }) }),
      ),
    ),
  ]
  const body = html`
    ${pagedPieces(asked, { name: 'notices', bytes: 14_000, items: notices })}
    ${
      schedules.length === 0
        ? emptyState(say('deskPlaces.no_schedules'), mayChange(asked) ? add : null)
        : scheduleTable(asked, schedules)
    }
  `
  return { body, over: false }
}

const listColumns: readonly Column[] = [
  { name: say('deskPlaces.schedule') },
  { name: say('deskPages.state') },
  { name: say('deskPlaces.next_run') },
  { name: say('deskPlaces.last_run') },
]

const scheduleTable = (asked: AskedBy, items: readonly Schedule[]): VNode =>
  pagedTable(asked, {
    label: say('deskPages.schedules'),
    columns: listColumns,
    items,
    bytes: 20_000,
    cells: (each) => [
      html`<span>
        <a href=${`/schedules/${each.id}`}>${each.name}</a>
        <span class="small">${each.rhythm ?? html`<code>${each.cron}</code>`}</span>
        ${each.sandbox && !asked.desk.sandbox ? html` <span class="small">${say('deskPlaces.in_sandbox')}</span>` : null}
      </span>`,
      scheduleBadge(each),
      each.next[0] ? wallText(each.next[0].local, each.tz, asked.visit) : say('deskPlaces.no_next_run'),
      lastRunText(each, asked.visit),
    ],
  })

const scheduleBadge = ({ state }: Schedule): VNode =>
  state === 'active' ? badge('good', say('deskPlaces.active')) : badge('ask', say('deskPlaces.paused'))

/** A time on the clock of the schedule's own time zone, because it was planned on that clock. */
const wallText = (local: string, zone: string, visit: Visit): VNode =>
  html`<span>${wallClock(local, visit)} <span class="small">${zoneName(zone)}</span></span>`

function lastRunText({ last_run: run, tz }: Schedule, visit: Visit): Piece {
  if (run === null) return say('deskPlaces.not_run_yet')
  return html`<span>${wallText(run.local, tz, visit)} ${runBadge(run)}</span>`
}

const runBadge = ({ state, batch_state: batchState, batch_reason: reason }: Run): VNode => {
  if (state === 'failed') return badge('wrong', say('deskPlaces.run_failed'))
  if (batchState === null) return badge('good', say('deskPlaces.run_submitted'))
  return batchStateBadge(batchState, reason)
}

const readRuns = async (asked: AskedBy): Promise<Runs> => {
  const { app, params } = asked
  return found(asked, await listRuns(app, params['id'] ?? ''))
}

/** Says who removed a schedule meanwhile, and its name. */
async function found<Done extends { ok: true }>(
  { app, params, request }: AskedBy,
  read: Done | Failure,
): Promise<Done> {
  if (!read.ok && read.code === 'not_found') {
    const { removed: gone } = succeeded(await lookAtRemoved(app, params['id'] ?? ''))
    if (gone) throw new ApiProblem(request.method === 'POST' ? 'wrong_state' : 'not_found', removedBy(gone))
  }
  return succeeded<Done>(read)
}

const removedBy = ({ name, by }: { name: string; by: string | null }): Sentence =>
  by === null
    ? say('deskMeanwhile.schedule_removed', { name })
    : say('deskMeanwhile.schedule_removed_by', { who: by, name })

const recentRuns = shareRecent<Runs>()

async function one(asked: AskedBy): Promise<Shown> {
  const runs = await readRuns(asked)
  const title = say('web.value', { value: runs.schedule.name })
  const body = html`
    ${pageHead({ title, crumb: html`<a href="/schedules">${say('deskPages.schedules')}</a>` })}
    ${livePart(partOfOne(runs, asked))}
  `
  return { kind: 'page', title, body }
}

async function liveOne(asked: AskedBy): Promise<Live> {
  return partOfOne(await recentRuns(asked.desk, asked.params['id'] ?? '', () => readRuns(asked)), asked)
}

function partOfOne({ schedule, runs, maintenance, notes }: Runs, asked: AskedBy): Live {
  const { maxAmount, skipInvalid } = optionsOf(schedule)
  const each = shownSchedule(schedule, runs[0])
  const shared = periodText(schedule)
  const body = html`
    <section class="panel">
      <p class="now">${scheduleBadge(each)}</p>
      ${facts([
        [say('deskPlaces.file_or_folder'), html`<code>${each.path}</code>`],
        [say('deskPlaces.times'), rhythmText(schedule) ?? html`<code>${each.cron}</code>`],
        [say('signIn.time_zone'), zoneName(each.tz)],
        [say('deskBatch.paid_between'), hoursText(schedule) ?? say('deskPlaces.at_any_time')],
        [say('deskPlaces.most_for_one'), maxAmount ?? say('deskPlaces.no_most')],
        [
          say('deskPlaces.wrong_rows'),
          skipInvalid ? say('deskPlaces.wrong_rows_left_out') : say('deskPlaces.wrong_rows_refuse'),
        ],
        [say('deskPlaces.submitter'), each.submitter],
      ])}
    </section>
    ${notes.map((each) => notice('ask', each))}
    ${maintenance.map((window) => notice('ask', maintenanceText(window, operatorName(window.operator))))}
    <section class="panel">
      <h2>${say('deskPlaces.next_runs')}</h2>
      ${
        each.next.length === 0
          ? html`<p>${each.state === 'paused' ? say('deskPlaces.none_while_paused') : say('deskPlaces.no_next_run')}</p>`
          : html`<ul>${each.next.map(({ local, period }) => html`<li>${say('deskPlaces.run_for_period', { time: wallClock(local, asked.visit), period })}</li>`)}</ul>`
      }
      ${shared && notice('ask', shared)}
    </section>
    ${sectionHead(say('deskPlaces.last_runs'))}
    ${runs.length === 0 ? emptyState(say('deskPlaces.runs_none')) : runTable(asked, runs.map(shownRun))}
    ${mayChange(asked) ? actions(each) : html`<p class="small">${say('deskPlaces.admin_schedules')}</p>`}
  `
  return { body, over: false }
}

const runColumns: readonly Column[] = [
  { name: say('deskPlaces.planned') },
  { name: say('deskPlaces.period') },
  { name: say('deskBatch.file') },
  { name: say('deskPages.state') },
  { name: say('deskPlaces.batch_or_reason') },
]

const runTable = (asked: AskedBy, items: readonly Run[]): VNode =>
  pagedTable(asked, {
    label: say('deskPlaces.last_runs'),
    columns: runColumns,
    items,
    bytes: 35_000,
    cells: (run) => [
      wallClock(run.local, asked.visit),
      run.period,
      run.file.split('/').at(-1) ?? run.file,
      runBadge(run),
      html`<span>
        ${run.batch ? batchLink(run.batch, run.batch) : rewordedWords(run.message ?? run.code ?? '')}
        ${run.missed > 0 ? html` <span class="small">${say('deskPlaces.missed_before', { n: run.missed })}</span>` : null}
      </span>`,
    ],
  })

const actions = ({ id, state }: Schedule): VNode => html`
  <div class="actions">
    ${
      state === 'active'
        ? html`<form method="post" action=${`/schedules/${id}/pause`}><button type="submit">${say('deskBatch.pause')}</button></form>`
        : html`<form method="post" action=${`/schedules/${id}/resume`}><button class="primary" type="submit">${say('deskBatch.resume')}</button></form>`
    }
    <form method="post" action=${`/schedules/${id}/remove`}><button class="danger" type="submit">${say('deskPlaces.remove')}</button></form>
  </div>
`

async function changed(asked: AskedBy, change: 'pause' | 'resume'): Promise<Shown> {
  const { app, params } = asked
  const done = await found(asked, await changeSchedule(app, params['id'] ?? '', change))
  const { name, scheduleNo } = done.schedule
  return { kind: 'go', to: `/schedules/${scheduleNo}`, says: saidOf[change](name, done.changed, done.by) }
}

const saidOf = {
  pause: (name: string, isNew: boolean, who: string | null): Sentence => {
    if (isNew) return say('deskPlaces.now_paused', { name })
    return who === null
      ? say('deskPlaces.paused_before', { name })
      : say('deskMeanwhile.schedule_paused_by', { who, name })
  },
  resume: (name: string, isNew: boolean, who: string | null): Sentence => {
    if (isNew) return say('deskPlaces.now_resumed', { name })
    return who === null
      ? say('deskPlaces.active_before', { name })
      : say('deskMeanwhile.schedule_resumed_by', { who, name })
  },
}

async function removed(asked: AskedBy): Promise<Shown> {
  const { name, scheduleNo } = (await readRuns(asked)).schedule
  const question = await askAgain(asked, {
    title: say('deskPlaces.remove_question', { name }),
    text: html`<p>${say('deskPlaces.remove_text')}</p>`,
    button: say('deskPlaces.remove'),
    back: `/schedules/${scheduleNo}`,
    danger: true,
  })
  if (question) return question
  const { changed, by } = await found(asked, await changeSchedule(asked.app, String(scheduleNo), 'remove'))
  if (!changed) throw new ApiProblem('wrong_state', removedBy({ name, by }))
  return { kind: 'go', to: '/schedules', says: say('deskPlaces.now_removed', { name }) }
}
