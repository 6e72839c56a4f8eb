import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type FieldProps, type Form, field, type Problems, selectField } from '../../web/fields.ts'
import { type Sentence, say } from '../../words/sentence.ts'

/** When a schedule pays, in fields that nobody has to look up: every month, week or day; anything else as cron has it. */

const ways = {
  month: say('deskNext.every_month'),
  week: say('deskNext.every_week'),
  day: say('deskNext.every_day'),
  other: say('deskNext.other_times'),
} as const satisfies Record<string, Sentence>

const weekdays = [
  ['1', say('deskNext.monday')],
  ['2', say('deskNext.tuesday')],
  ['3', say('deskNext.wednesday')],
  ['4', say('deskNext.thursday')],
  ['5', say('deskNext.friday')],
  ['6', say('deskNext.saturday')],
  ['0', say('deskNext.sunday')],
] as const

/** What a form says that only has cron is meant as it stands. */
const wayOf = (form: Form): keyof typeof ways => {
  const { often = form['cron'] ? 'other' : 'month' } = form
  return (Object.keys(ways) as (keyof typeof ways)[]).find((each) => each === often) ?? 'month'
}

const options = (all: readonly (readonly [value: string, name: Sentence])[], chosen: string): VNode[] =>
  all.map(([value, name]) => html`<option value=${value} selected=${value === chosen}>${name}</option>`)

export function timeFields(form: Form, problems: Problems): VNode {
  const typed = (name: string, usual: string, about: Pick<FieldProps, 'label' | 'hint' | 'input'>): VNode =>
    field({ name, problem: problems[name], value: form[name] ?? usual, optional: true, ...about })
  const [day, weekday] = [say('deskNext.day_of_month'), say('deskNext.day_of_week')]
  return html`
    <fieldset>
      <legend>${say('deskPlaces.times')}</legend>
      ${selectField({ name: 'often', label: say('deskNext.how_often'), children: options(Object.entries(ways), wayOf(form)) })}
      ${typed('day', '25', { label: day, hint: say('deskNext.day_of_month_hint'), input: { type: 'number', min: '1', max: '28' } })}
      ${selectField({ name: 'weekday', label: weekday, children: options(weekdays, form['weekday'] ?? '5') })}
      ${typed('time', '08:00', { label: say('deskNext.time_of_day'), input: { type: 'time' } })}
      ${typed('cron', '', { label: say('deskNext.as_cron'), hint: say('deskPlaces.cron_hint'), input: { type: 'text', maxlength: '1000', autocomplete: 'off' } })}
    </fieldset>
  `
}

/** What was chosen, as cron has it; else what of it can't be. */
export function cronIn(form: Form): { cron: string; problems: Problems } {
  const way = wayOf(form)
  if (way === 'other') {
    const cron = (form['cron'] ?? '').trim()
    return { cron, problems: cron === '' ? { cron: say('deskPlaces.required') } : {} }
  }
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec((form['time'] ?? '').trim()) ?? []
  if (hour === undefined) return { cron: '', problems: { time: say('deskNext.time_of_day_wrong') } }
  const at = `${Number(minute)} ${Number(hour)}`
  if (way === 'day') return { cron: `${at} * * *`, problems: {} }
  if (way === 'week') {
    const weekday = weekdays.find(([value]) => value === form['weekday'])?.[0] ?? '5'
    return { cron: `${at} * * ${weekday}`, problems: {} }
  }
  const day = Number(form['day'])
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

/** By an example of each. */
export const periodField = (form: Form, problems: Problems): VNode => {
  const chosen = form['period_format'] ?? 'yyyy-MM'
  const isOther = !periods.some(([format]) => format === chosen)
  return selectField({
    name: 'period_format',
    label: say('deskPlaces.period'),
    hint: say('deskNext.period_hint'),
    problem: problems['period_format'],
    children: html`
      ${options(periods, chosen)}
      ${isOther ? html`<option value=${chosen} selected>${chosen}</option>` : null}
    `,
  })
}
