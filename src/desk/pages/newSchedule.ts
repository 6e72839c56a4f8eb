import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { addSchedule, scheduleProblems } from '../../app/schedules/changeSchedules.ts'
import { usualChecks } from '../../app/submit/submission.ts'
import {
  type FieldProps,
  type Form,
  field,
  option,
  type Problems,
  problemSummary,
  selectField,
  typedField,
} from '../../web/fields.ts'
import { notice, pageHead } from '../../web/parts.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { problemOf } from '../api/problem.ts'
import { reworded } from './newBatch/reworded.ts'
import { type AskedBy, isTimeZone, type Shown, timeZones, zoneName } from './page.ts'

/** The form to add a schedule, also with its problems after it was posted. */
export async function newSchedulePage({ form, visit, desk }: AskedBy, problems: Problems = {}): Promise<Shown> {
  const line = (name: string, label: Sentence, hint: Sentence, optional = false) =>
    typedField(form, problems, {
      name,
      label,
      hint,
      optional,
      input: { type: 'text', maxlength: '1000', autocomplete: 'off' },
    })
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title: say('deskPlaces.add_schedule'), text: say('deskPlaces.schedules_text'), crumb: html`<a href="/schedules">${say('deskPages.schedules')}</a>` })}
    ${desk.sandbox ? notice('quiet', say('deskPlaces.schedule_in_sandbox')) : null}
    <form class="panel fields" method="post" action="/schedules/new">
      ${line('name', say('deskBatch.name'), say('deskPlaces.schedule_name_hint'))}
      ${line('path', say('deskPlaces.file_or_folder'), say('deskPlaces.path_hint'))}
      ${timeFields(form, problems)}
      ${selectField({
        name: 'tz',
        label: say('signIn.time_zone'),
        hint: say('deskPlaces.zone_hint'),
        problem: problems['tz'],
        children: timeZones.map((zone) => option(zone, zoneName(zone), form['tz'] ?? visit.timeZone)),
      })}
      ${line('between', say('deskNew.between'), say('deskPlaces.between_hint'), true)}
      ${periodField(form, problems)}
      ${line('max_amount', say('deskPlaces.max_amount'), say('deskPlaces.max_amount_hint'), true)}
      <label class="check">
        <input type="checkbox" name="skip_invalid" value="yes" checked=${form['skip_invalid'] === 'yes'} />
        ${say('deskPlaces.skip_invalid')}
      </label>
      <button class="primary" type="submit">${say('deskPlaces.add_schedule')}</button>
    </form>
  `
  return { kind: 'page', title: say('deskPlaces.add_schedule'), body, problems }
}

export async function scheduleAdded(asked: AskedBy): Promise<Shown> {
  const { app, desk, form } = asked
  const text = (name: string): string => (form[name] ?? '').trim()
  const { cron, problems: ofTimes } = cronIn(form)
  const wish = {
    name: text('name'),
    path: text('path'),
    cron,
    zone: text('tz'),
    between: text('between') || undefined,
    periodFormat: text('period_format') || undefined,
    sandbox: desk.sandbox,
    as: undefined,
    options: { ...usualChecks, skipInvalid: form['skip_invalid'] === 'yes', maxAmount: text('max_amount') || null },
  }
  const missing = ['name', 'path'].filter((name) => text(name) === '')
  const problems = {
    ...Object.fromEntries(
      Object.entries(scheduleProblems(wish)).flatMap(([name, said]) =>
        name === 'cron' && cron === '' ? [] : [[name, reworded(said)]],
      ),
    ),
    ...ofTimes,
    ...Object.fromEntries(missing.map((name) => [name, say('desk.field_missing')])),
    ...(!isTimeZone(wish.zone) && { tz: say('signIn.no_such_zone') }),
  }
  if (Object.keys(problems).length > 0) return newSchedulePage(asked, problems)
  const done = await addSchedule(app, wish)
  if (!done.ok && done.message.key === 'ledger.name_taken') return newSchedulePage(asked, { name: done.message })
  if (!done.ok && done.field !== undefined) return newSchedulePage(asked, { [done.field]: reworded(done.message) })
  if (!done.ok) throw problemOf(done)
  const { schedule, isThere } = done
  const { name, path } = schedule
  const says = isThere
    ? say('deskPlaces.schedule_added', { name })
    : say('deskPlaces.added_without_file', { name, path })
  return { kind: 'go', to: `/schedules/${schedule.scheduleNo}`, says }
}

/** How often a schedule pays, for people who don't know cron. `other` takes a cron expression. */

const ways = {
  month: say('deskNext.every_month'),
  last: say('deskNext.every_last_day'),
  week: say('deskNext.every_week'),
  day: say('deskNext.every_day'),
  other: say('deskNext.other_times'),
} as const satisfies Record<string, Sentence>

const weekdays = [
  ['', say('deskNext.no_weekday')],
  ['1', say('ledger.monday')],
  ['2', say('ledger.tuesday')],
  ['3', say('ledger.wednesday')],
  ['4', say('ledger.thursday')],
  ['5', say('ledger.friday')],
  ['6', say('ledger.saturday')],
  ['0', say('ledger.sunday')],
] as const

/** A form that has only `cron` means that expression. */
const wayOf = (form: Form): keyof typeof ways => {
  const { often = form['cron'] ? 'other' : 'month' } = form
  return (Object.keys(ways) as (keyof typeof ways)[]).find((each) => each === often) ?? 'month'
}

const options = (all: readonly (readonly [value: string, name: Sentence])[], chosen: string): VNode[] =>
  all.map(([value, name]) => option(value, name, chosen))

/** The initial values of the fields. */
const usual = { day: '25', time: '08:00' } as const

function timeFields(form: Form, problems: Problems): VNode {
  const typed = (name: string, before: string, about: Pick<FieldProps, 'label' | 'hint' | 'input'>): VNode =>
    field({ name, problem: problems[name], value: form[name] ?? before, optional: true, ...about })
  const [day, weekday] = [say('deskNext.day_of_month'), say('deskNext.day_of_week')]
  return html`
    <fieldset>
      <legend>${say('deskPlaces.times')}</legend>
      ${selectField({ name: 'often', label: say('deskNext.how_often'), children: options(Object.entries(ways), wayOf(form)) })}
      ${typed('day', usual.day, { label: day, hint: say('deskNext.day_of_month_hint'), input: { type: 'number', min: '1', max: '28' } })}
      ${selectField({ name: 'weekday', label: weekday, problem: problems['weekday'], children: options(weekdays, form['weekday'] ?? '') })}
      ${typed('time', usual.time, { label: say('deskNext.time_of_day'), input: { type: 'time' } })}
      ${typed('cron', '', { label: say('deskNext.as_cron'), hint: say('deskPlaces.cron_hint'), input: { type: 'text', maxlength: '1000', autocomplete: 'off' } })}
    </fieldset>
  `
}

/** The fields that each choice uses. */
const taken: Readonly<Record<keyof typeof ways, readonly string[]>> = {
  month: ['day', 'time'],
  last: ['time'],
  week: ['weekday', 'time'],
  day: ['time'],
  other: ['cron'],
}

/** Problems for fields that were filled in but are not used by the choice: the person meant something by them. */
function idleIn(form: Form, way: keyof typeof ways): Problems {
  const filled = { day: usual.day, weekday: '', time: usual.time, cron: '' }
  const idle = Object.entries(filled).filter(([name, before]) => {
    const text = (form[name] ?? '').trim()
    return text !== '' && text !== before && !taken[way].includes(name)
  })
  return Object.fromEntries(idle.map(([name]) => [name, say('deskNext.idle_field', { way: ways[way] })]))
}

/** The chosen times as a cron expression, or what is wrong with them. */
function cronIn(form: Form): { cron: string; problems: Problems } {
  const way = wayOf(form)
  // A form that has only `cron` does not come from our page.
  const idle = form['often'] === undefined ? {} : idleIn(form, way)
  const { cron, problems } = cronOf(form, way)
  return { cron, problems: { ...idle, ...problems } }
}

function cronOf(form: Form, way: keyof typeof ways): { cron: string; problems: Problems } {
  const text = (name: string): string => (form[name] ?? '').trim()
  if (way === 'other') {
    const cron = text('cron')
    return { cron, problems: cron === '' ? { cron: say('desk.field_missing') } : {} }
  }
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text('time')) ?? []
  if (hour === undefined) return { cron: '', problems: { time: say('deskNext.time_of_day_wrong') } }
  const at = `${Number(minute)} ${Number(hour)}`
  if (way === 'day') return { cron: `${at} * * *`, problems: {} }
  if (way === 'last') return { cron: `${at} L * *`, problems: {} }
  if (way === 'week') {
    const weekday = weekdays.find(([value]) => value !== '' && value === text('weekday'))?.[0]
    return weekday === undefined
      ? { cron: '', problems: { weekday: say('desk.field_missing') } }
      : { cron: `${at} * * ${weekday}`, problems: {} }
  }
  const day = Number(text('day'))
  const isDay = Number.isInteger(day) && day >= 1 && day <= 28
  return isDay
    ? { cron: `${at} ${day} * *`, problems: {} }
    : { cron: '', problems: { day: say('deskNext.day_of_month_hint') } }
}

const periods = [
  ['', say('deskNext.period_of_time')],
  ['yyyy-MM', say('deskNext.period_of_month')],
  ['yyyy-MM-dd', say('deskNext.period_of_day')],
] as const

/** Each format is shown as an example. */
const periodField = (form: Form, problems: Problems): VNode => {
  const chosen = form['period_format'] ?? 'yyyy-MM'
  const isOther = !periods.some(([format]) => format === chosen)
  return selectField({
    name: 'period_format',
    label: say('deskPlaces.period'),
    hint: say('deskNext.period_hint'),
    problem: problems['period_format'],
    children: [...options(periods, chosen), isOther ? option(chosen, chosen, chosen) : null],
  })
}
