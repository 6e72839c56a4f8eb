import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type OperatorHour, type OperatorLook, watchOperators } from '../../../app/pay/operators.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { type Problems, problemSummary } from '../../../web/fields.ts'
import { badge, type Column, facts, notice, pageHead, sectionHead, table, written } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, type Sentence, say } from '../../../words/sentence.ts'
import type { Desk } from '../../api/call.ts'
import { ApiProblem, succeeded } from '../../api/problem.ts'
import { shareReads } from '../../shareReads.ts'
import { holdText } from '../batch/batchParts.ts'
import { liveMore, livePart, moment, standing } from '../layout.ts'
import { operatorLink } from '../links.ts'
import { type AskedBy, type Live, page, type Shown, type Visit } from '../page.ts'
import { ofEachDesk } from '../recent.ts'
import { pagedPieces, pagedTable } from '../room.ts'
import { holdAsked, holdForms, releaseAsked } from './operatorHold.ts'
import { planAsked, planForm, plannedList, unplanAsked } from './operatorWindows.ts'

/** The pages of operators: holds, planned maintenance, and answers within the last hour. Administrators can change the first two. */
export const operatorPages = [
  page('/operators', 'everybody', { get: list, live }),
  page('/operators/:code', 'everybody', { get: one, live: liveOne }),
  page('/operators/:code/hold', ['admin'], { get: one, live: liveOne, post: held }),
  page('/operators/:code/release', ['admin'], { get: one, live: liveOne, post: released }),
  page('/operators/:code/windows', ['admin'], { get: one, live: liveOne, post: planned }),
  page('/operators/:code/windows/:window/remove', ['admin'], {
    get: one,
    live: liveOne,
    post: unplanned,
  }),
]

/** One read shared by all watchers. */
const watching = ofEachDesk((desk) => shareReads(() => watchOperators(desk.app, desk.sandbox), 0.1))
const look = async (desk: Desk): Promise<OperatorLook[]> => succeeded(await watching(desk)('')).operators

async function list(asked: AskedBy): Promise<Shown> {
  const body = html`
    ${pageHead({ title: say('deskPages.operators'), text: say('deskPlaces.operators_text') })}
    ${livePart(await live(asked))}
  `
  return { kind: 'page', title: say('deskPages.operators'), body }
}

async function live(asked: AskedBy): Promise<Live> {
  const { desk } = asked
  const operators = await look(desk)
  const held = operators.filter((each) => each.hold !== null)
  const used = operators.filter((each) => each.hour !== null)
  const quiet = operators.filter((each) => each.hour === null)
  const body = html`
    ${held.length === 0 ? notice('good', say('deskPlaces.none_held')) : heldList(asked, held)}
    ${operators.some(({ windows }) => windows.length > 0) ? html`${sectionHead(say('deskPlaces.planned_maintenance'))}${plannedList(asked, operators)}` : null}
    ${sectionHead(say('deskPlaces.last_hour'))}
    ${used.length === 0 ? html`<p class="small">${say('deskPlaces.none_asked')}</p>` : html`${hourKey()}${hourTable(used, asked)}`}
    ${quiet.length === 0 ? null : html`${sectionHead(say('deskPlaces.not_asked'))}${quietTable(quiet)}`}
  `
  return { body, over: false }
}

const heldList = (asked: AskedBy, held: readonly OperatorLook[]): VNode =>
  pagedPieces(asked, {
    name: 'held',
    bytes: 8_000,
    items: held.flatMap((each) => {
      const link = operatorLink(each.code, say('deskPlaces.look_at_hold'))
      return holdNotice(each, asked.visit, link) ?? []
    }),
  })

const stateBadge = ({ hold: found, windows }: OperatorLook): VNode => {
  if (found === null)
    return windows.some(({ openUntil }) => openUntil !== null)
      ? badge('ask', say('deskPlaces.in_maintenance'))
      : badge('good', say('deskPlaces.open_operator'))
  if (found.probed) return badge('busy', say('deskPlaces.being_tried'))
  return badge('ask', found.manual ? say('deskPlaces.held_by', { name: found.actor ?? '' }) : say('deskPlaces.held'))
}

/** Who holds an operator, since when, and why. */
function holdNotice({ code, hold: found }: OperatorLook, visit: Visit, action: Piece): VNode | null {
  if (found === null) return null
  const { manual, actor, note, since, until, probed } = found
  const text = html`
    ${
      manual
        ? html`${say('deskPlaces.held_by', { name: actor ?? '' })} ${say('deskPlaces.since')} ${moment(since.toISOString(), visit)}.`
        : holdText({ ...found, by: null })
    }
    ${note ? html`<br />${say('deskPlaces.note_is', { note })}` : null}
    ${until && !probed ? html`<br />${say('deskPlaces.tried_again')} ${moment(until.toISOString(), visit)}.` : null}
    ${probed ? html`<br />${say('deskPlaces.probed_now')}` : null}
    ${action ? html`<br />${action}` : null}
  `
  const operator = operatorName(code)
  const title = probed ? say('deskPlaces.is_tried', { operator }) : say('deskPlaces.is_held', { operator })
  return notice(probed ? 'busy' : 'ask', text, { title })
}

const hourColumns: readonly Column[] = [
  { name: say('deskBatch.operator') },
  { name: say('deskPages.state') },
  { name: say('deskPlaces.by_minute') },
  { name: say('deskPlaces.good'), number: true },
  { name: say('deskPlaces.refused'), number: true },
  { name: say('deskPlaces.unclear'), number: true },
  { name: say('deskPlaces.usual_time') },
]

const hourTable = (items: readonly OperatorLook[], asked: AskedBy): VNode =>
  pagedTable(asked, {
    label: say('deskPlaces.last_hour'),
    columns: hourColumns,
    items,
    bytes: hourBytes,
    cells: (each) => [
      operatorLink(each.code),
      stateBadge(each),
      each.hour && hourChart(each.hour),
      written(count(each.hour?.good ?? 0)),
      written(count(each.hour?.refused ?? 0)),
      written(count(each.hour?.unclear ?? 0)),
      html`<span class="words">${timesText(each)}</span>`,
    ],
  })

/** The rest of the page is for holds, planned maintenance and operators without requests. */
const hourBytes = 20_000

const quietColumns: readonly Column[] = [{ name: say('deskBatch.operator') }, { name: say('deskPages.state') }]

const quietTable = (operators: readonly OperatorLook[]): VNode =>
  table(
    say('deskPlaces.not_asked'),
    quietColumns,
    operators.map((each) => [operatorLink(each.code), stateBadge(each)]),
  )

function timesText({ times }: OperatorLook): Sentence {
  if (times === null) return say('deskPlaces.no_answer_yet')
  const { usualMs, slowMs } = times
  if (usualMs === Infinity) return say('deskPlaces.usually_long')
  if (slowMs === Infinity || slowMs === usualMs) return say('deskPlaces.usually_within', { usual: duration(usualMs) })
  return say('deskPlaces.usually_and_nearly', { usual: duration(usualMs), slow: duration(slowMs) })
}

const duration = (ms: number): Sentence =>
  ms < 1000 ? say('deskPlaces.ms', { n: count(ms) }) : say('deskPlaces.seconds', { n: count(ms / 1000) })

const chartSize = { minute: 4, height: 40 }

/** The key to the chart's colours. */
const hourKey = (): VNode => html`<ul class="legend">
  <li class="good">${say('deskPlaces.good')}</li>
  <li class="wrong">${say('deskPlaces.refused')}</li>
  <li class="ask">${say('deskPlaces.unclear')}</li>
</ul>`

/** A bar for each minute of the last hour, now at the right: good answers at the bottom, then refused and unclear ones. */
function hourChart({ minutes, good, refused, unclear }: OperatorHour): VNode {
  const { minute, height } = chartSize
  const most = Math.max(...minutes.map((each) => each.good + each.refused + each.unclear))
  const label = say('deskPlaces.chart', { good: count(good), refused: count(refused), unclear: count(unclear) })
  const kinds = [
    { tone: 'good', from: () => 0, of: (each: Minute) => each.good },
    { tone: 'wrong', from: (each: Minute) => each.good, of: (each: Minute) => each.refused },
    { tone: 'ask', from: (each: Minute) => each.good + each.refused, of: (each: Minute) => each.unclear },
  ]
  const path = ({ from, of }: (typeof kinds)[number]) =>
    minutes
      .filter((each) => of(each) > 0)
      .map((each) => {
        // A minimum height, so that few answers remain visible.
        const tall = Math.max(1.5, (of(each) / most) * height)
        const top = Math.max(0, height - (from(each) / most) * height - tall)
        return `M${(59 - each.ago) * minute} ${top.toFixed(1)}h${minute - 1}v${tall.toFixed(1)}h-${minute - 1}z`
      })
      .join('')
  return html`<svg class="chart" viewBox=${`0 0 ${60 * minute} ${height}`} preserveAspectRatio="xMinYMid" role="img" aria-label=${label} focusable="false">
    <path class="foot" d=${`M0 ${height}h${60 * minute}`} />
    ${kinds.map((kind) => html`<path class=${kind.tone} d=${path(kind)} />`)}
  </svg>`
}

type Minute = OperatorHour['minutes'][number]

async function find({ desk, params }: AskedBy): Promise<OperatorLook> {
  const found = (await look(desk)).find(({ code }) => code === params['code'])
  if (!found) throw new ApiProblem('not_found', say('deskPlaces.no_operator'))
  return found
}

async function one(asked: AskedBy, problems: Problems = {}): Promise<Shown> {
  const found = await find(asked)
  const { code } = found
  const live = standing(asked, partsOf(found, asked, problems))
  const isAdmin = asked.person.roles.includes('admin')
  const title = say('web.value', { value: operatorName(code) })
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title, crumb: html`<a href="/operators">${say('deskPages.operators')}</a>` })}
    ${livePart(live)} ${liveMore(live, 'hold')}
    ${isAdmin ? planForm(code, asked, problems) : html`<p class="small">${say('deskPlaces.admin_holds')}</p>`}
  `
  return { kind: 'page', title, body, problems }
}

async function liveOne(asked: AskedBy): Promise<Live> {
  return partsOf(await find(asked), asked, {})
}

function partsOf(found: OperatorLook, asked: AskedBy, problems: Problems): Live {
  const { country, hour, windows } = found
  const isAdmin = asked.person.roles.includes('admin')
  const body = html`
    <p class="now">${stateBadge(found)}</p>
    ${holdNotice(found, asked.visit, null)} ${windows.length > 0 ? plannedList(asked, [found], { removable: isAdmin, bytes: 20_000 }) : null}
    <section class="panel">
      <h2>${say('deskPlaces.last_hour')}</h2>
      ${hour ? html`${hourChart(hour)}${hourKey()}${hourFacts(found, hour)}` : html`<p>${say('deskPlaces.none_asked_one', { country: country ?? '' })}</p>`}
    </section>
  `
  return { body, more: { hold: isAdmin ? holdForms(found, asked, problems) : null }, over: false }
}

const hourFacts = (found: OperatorLook, { good, refused, unclear }: OperatorHour): VNode =>
  facts([
    [html`${badge('good', say('deskPlaces.good'))}`, written(count(good))],
    [html`${badge('wrong', say('deskPlaces.refused'))}`, written(count(refused))],
    [html`${badge('ask', say('deskPlaces.unclear'))}`, written(count(unclear))],
    [say('deskPlaces.usual_time'), timesText(found)],
  ])

async function held(asked: AskedBy): Promise<Shown> {
  const ended = await holdAsked(asked, await find(asked))
  return 'problems' in ended ? one(asked, ended.problems) : ended.shown
}

async function released(asked: AskedBy): Promise<Shown> {
  return releaseAsked(asked, await find(asked))
}

async function planned(asked: AskedBy): Promise<Shown> {
  const ended = await planAsked(asked, await find(asked))
  return 'problems' in ended ? one(asked, ended.problems) : ended.shown
}

async function unplanned(asked: AskedBy): Promise<Shown> {
  return unplanAsked(asked, await find(asked))
}
