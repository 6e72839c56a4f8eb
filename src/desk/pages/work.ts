import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type Check, checkName } from '../../app/inspect/check.ts'
import { checkParts, type ScheduledWork, type WorkLook, watchWork } from '../../app/work/watchWork.ts'
import { operatorName } from '../../payout/operators/operator.ts'
import { badge, emptyState, facts, notice, pageHead, sectionHead, type Tone, table, written } from '../../web/parts.ts'
import type { Piece } from '../../words/page.ts'
import { batchStateOf, count, type Sentence, say } from '../../words/sentence.ts'
import type { Desk } from '../api/call.ts'
import { succeeded } from '../api/problem.ts'
import { shareReads } from '../shareReads.ts'
import { livePart, moment } from './layout.ts'
import { type AskedBy, type Live, page, type Shown, type Visit } from './page.ts'
import { ofEachDesk } from './recent.ts'
import { pagedPieces, pagedTable } from './room.ts'
import { outageNotices, standstillNotices } from './standstill.ts'

/** `/work`: the workers, what waits, and what has stopped. Administrators can have everything checked, as with `doctor`. */
export const workPages = [
  page('/work', 'everybody', { get: shown, live }),
  page('/admin/check', ['admin'], { get: checked }),
]

/** One read shared by all watchers. */
const watching = ofEachDesk((desk) => shareReads(() => watchWork(desk.app, desk.sandbox), 0.1))
const look = async (desk: Desk): Promise<WorkLook> => succeeded(await watching(desk)(''))

async function shown(asked: AskedBy): Promise<Shown> {
  const isAdmin = asked.person.roles.includes('admin')
  const body = html`
    ${pageHead({
      title: say('deskPages.work'),
      text: say('deskPlaces.work_text'),
      actions: isAdmin ? html`<a class="button" href="/admin/check">${say('deskPlaces.check_parts')}</a>` : null,
    })}
    ${livePart(await live(asked))}
    ${sectionHead(say('deskPlaces.what_you_may_do'))}
    <p>${isAdmin ? say('deskPlaces.admin_may') : say('deskPlaces.admin_does')}</p>
    <p class="actions">
      <a class="button" href="/operators">${say('deskPages.operators')}</a>
      <a class="button" href="/schedules">${say('deskPages.schedules')}</a>
      <a class="button" href="/batches?state=paused">${say('deskPlaces.paused_batches')}</a>
    </p>
  `
  return { kind: 'page', title: say('deskPages.work'), body }
}

async function live(asked: AskedBy): Promise<Live> {
  const { desk } = asked
  const found = await look(desk)
  // If the ledger is read-only, the worker's own checks add nothing.
  const own = found.gauges.isReadOnly ? [] : await ownTroubles(desk)
  const troubles = [...troublesOf(found), ...own, ...standstillNotices(found.standstill, asked)]
  const body = html`
    ${troubles.length > 0 ? troubleList(asked, troubles) : notice('good', say('deskPlaces.all_well'))}
    ${figures(found)}
    ${sectionHead(say('deskPlaces.workers'))} ${workerTable(found, asked)}
    ${sectionHead(say('deskPlaces.what_waits'))} ${openTable(found, asked)}
    ${sectionHead(say('deskPages.schedules'), html`<a href="/schedules">${say('deskPlaces.look_at_schedules')}</a>`)}
    ${found.schedules.length > 0 ? scheduleTable(found.schedules, asked) : emptyState(say('deskPlaces.no_scheduled_work'))}
  `
  return { body, over: false }
}

const troubleList = (asked: AskedBy, items: readonly VNode[]): VNode =>
  pagedPieces(asked, { name: 'troubles', bytes: 8_000, items })

const alive = ({ workers }: WorkLook): number => workers.filter(({ state }) => state === 'alive').length

const rowsOf = (counted: readonly { rows: number }[]): number =>
  counted.reduce((sum, { rows }) => sum + Number(rows), 0)

const running = ({ gauges }: WorkLook) => gauges.open.filter(({ batchState }) => batchState === 'running')

/** A worker takes a schedule's time within seconds. A worker that is silent for this long will soon be considered dead. */
const lateSeconds = 60

/** What has stopped and why, and what to do about it. */
function troublesOf(found: WorkLook): VNode[] {
  const { fence, gauges, queue, schedules, standstill, workers } = found
  const { unreachable } = standstill
  const silent = workers.filter(({ state }) => state === 'silent')
  const late = schedules.filter(({ dueSeconds }) => dueSeconds !== null && dueSeconds > lateSeconds)
  return [
    ...outageNotices({ fence, isReadOnly: gauges.isReadOnly, queueAway: queue === null, unreachable }),
    alive(found) === 0 &&
      (running(found).length > 0
        ? notice('wrong', say('deskPlaces.work_without_worker'))
        : notice('ask', say('deskPlaces.no_worker'))),
    silent.length > 0 && notice('ask', say('deskPlaces.silent_workers', { workers: count(silent.length) })),
    ...schedules
      .filter(({ lastFailed }) => lastFailed)
      .map(({ name }) => notice('wrong', say('deskPlaces.last_run_failed', { name }))),
    ...late.map(({ name, dueSeconds }) =>
      notice('ask', say('deskPlaces.schedule_late', { name, minutes: count(Math.floor((dueSeconds ?? 0) / 60)) })),
    ),
  ].filter((each) => each !== false && each !== null)
}

const readinessSays = {
  started: say('deskPlaces.not_ready_started'),
  ledger: say('deskPlaces.not_ready_ledger'),
  ledger_whole: null,
  lease: say('deskPlaces.not_ready_lease'),
  queue: null,
  delivery: say('deskPlaces.not_ready_delivery'),
} as const satisfies Record<string, Sentence | null>

/** Why the worker in this desk is not ready. */
async function ownTroubles({ worker }: Desk): Promise<VNode[]> {
  if (!worker) return []
  const { ready, checks } = await worker.ready()
  if (ready) return []
  if (checks.stopping) return [notice('ask', say('deskPlaces.not_ready_stopping'))]
  return (Object.keys(readinessSays) as (keyof typeof readinessSays)[]).flatMap((each) => {
    const said = checks[each] ? null : readinessSays[each]
    return said ? [notice('ask', said)] : []
  })
}

const figures = (found: WorkLook): VNode => {
  const { gauges, queue, queueOn } = found
  return html`<div class="panel">
    ${facts([
      [say('deskPlaces.workers_alive'), written(count(alive(found)))],
      [say('deskPlaces.rows_under_way'), written(count(rowsOf(running(found))))],
      [say('deskPlaces.unknown_all'), written(count(rowsOf(gauges.unknown)))],
      [say('deskPlaces.accepted_all'), written(count(rowsOf(gauges.accepted)))],
      [
        say('deskPlaces.queue'),
        queueOn === 'redis' ? say('deskPlaces.queue_on_redis') : say('deskPlaces.queue_on_ledger'),
      ],
      [say('deskPlaces.queue_jobs'), queue ? written(count(queue.jobs)) : say('deskPlaces.no_answer')],
      [say('deskPlaces.queue_waiting'), queue ? written(count(queue.waiting)) : say('deskPlaces.no_answer')],
    ])}
  </div>`
}

/** The room for each of the three lists. */
const ofSeveral = { bytes: 12_000 }

const workerBadges = {
  alive: badge('good', say('deskPlaces.worker_alive')),
  silent: badge('ask', say('deskPlaces.worker_silent')),
  ended: badge('quiet', say('deskPlaces.worker_ended')),
}

function workerTable({ workers }: WorkLook, asked: AskedBy): VNode {
  if (workers.length === 0) return emptyState(say('deskPlaces.no_workers_seen'))
  return pagedTable(asked, {
    ...ofSeveral,
    name: 'workers',
    label: say('deskPlaces.workers'),
    columns: [
      { name: say('deskPlaces.worker'), number: true },
      { name: say('deskPages.state') },
      { name: say('deskPlaces.machine') },
      { name: say('deskPlaces.process'), number: true },
      { name: say('deskApprove.since') },
      { name: say('deskPlaces.last_heard'), number: true },
    ],
    items: workers,
    cells: ({ workerNo, state, host, pid, startedAt, silentSeconds }): Piece[] => [
      String(workerNo),
      workerBadges[state],
      // The rest of it distinguishes processes in containers with the same host name.
      host.split(' ', 1).join(''),
      String(pid),
      moment(startedAt.toISOString(), asked.visit),
      ago(silentSeconds, asked.visit),
    ],
  })
}

/** Chunks with work, by operator and by the state of their batches. */
function openTable({ gauges }: WorkLook, asked: AskedBy): VNode {
  if (gauges.open.length === 0) return emptyState(say('deskPlaces.nothing_waits'))
  const stateOf = ({ batchState, isScheduled }: (typeof gauges.open)[number]): Piece =>
    isScheduled ? say('deskNext.scheduled') : written(batchStateOf(batchState))
  const oldestOf = (one: (typeof gauges.open)[number]): number =>
    Math.max(
      ...gauges.open
        .filter((each) => each.batchState === one.batchState && each.isScheduled === one.isScheduled)
        .map(({ oldestSeconds }) => oldestSeconds),
    )
  return pagedTable(asked, {
    ...ofSeveral,
    name: 'waits',
    label: say('deskPlaces.what_waits'),
    columns: [
      { name: say('deskBatch.operator') },
      { name: say('deskPlaces.state_of_batch') },
      { name: say('deskPlaces.chunks'), number: true },
      { name: say('deskPlaces.rows_at_most'), number: true },
      { name: say('deskPlaces.oldest_of_state'), number: true },
    ],
    items: gauges.open,
    cells: (each): Piece[] => [
      operatorName(each.operator),
      stateOf(each),
      written(count(Number(each.chunks))),
      written(count(Number(each.rows))),
      ago(oldestOf(each), asked.visit),
    ],
  })
}

/** `45 minutes ago` */
function ago(seconds: number, { language }: Visit): string {
  const [unit, size] = ages.find(([, least]) => seconds >= least) ?? (['second', 1] as const)
  return new Intl.RelativeTimeFormat(language).format(-Math.floor(seconds / size), unit)
}

const ages = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const scheduleTable = (items: readonly ScheduledWork[], asked: AskedBy): VNode =>
  pagedTable(asked, {
    ...ofSeveral,
    name: 'schedules',
    label: say('deskPages.schedules'),
    columns: [
      { name: say('deskPlaces.schedule') },
      { name: say('deskPages.state') },
      { name: say('deskPlaces.next_run') },
    ],
    items,
    cells: (each): Piece[] => [
      html`<a href=${`/schedules/${encodeURIComponent(each.name)}`}>${each.name}</a>`,
      scheduleBadge(each),
      each.next === null ? null : moment(each.next, asked.visit),
    ],
  })

function scheduleBadge({ isPaused, dueSeconds, lastFailed }: ScheduledWork): VNode {
  if (isPaused) return badge('quiet', say('deskPlaces.paused'))
  if (lastFailed) return badge('wrong', say('deskPlaces.work_failed'))
  if (dueSeconds === null) return badge('good', say('deskPlaces.work_planned'))
  return dueSeconds > lateSeconds
    ? badge('ask', say('deskPlaces.work_late'))
    : badge('busy', say('deskPlaces.work_due'))
}

const checkTones: Readonly<Record<Check['state'], Tone>> = { ok: 'good', warning: 'ask', problem: 'wrong' }
const checkWords = {
  ok: say('deskPlaces.check_ok'),
  warning: say('deskPlaces.check_warning'),
  problem: say('deskPlaces.check_problem'),
} as const

async function checked({ app, desk }: AskedBy): Promise<Shown> {
  const { checks } = succeeded(await checkParts(app, desk.sandbox))
  const title = say('deskPlaces.parts')
  const body = html`
    ${pageHead({
      title,
      text: say('deskPlaces.parts_text'),
      crumb: html`<a href="/work">${say('deskPages.work')}</a>`,
      actions: html`<a class="button" href="/admin/check">${say('deskPlaces.check_again')}</a>`,
    })}
    ${table(
      title,
      [{ name: say('deskPlaces.part') }, { name: say('deskPages.state') }, { name: say('deskPlaces.how_it_is') }],
      checks.map(({ state, sentence, advice, ...named }): Piece[] => [
        checkName(named),
        badge(checkTones[state], checkWords[state]),
        html`<span>${sentence}${advice ? html` <span class="small">${advice}</span>` : null}</span>`,
      ]),
    )}
  `
  return { kind: 'page', title, body }
}
