import { html } from 'htm/preact'
import { addSchedule, scheduleProblems, usualChecks } from '../../app/schedules/changeSchedules.ts'
import { field, type Problems, problemSummary, selectField } from '../../web/fields.ts'
import { notice, pageHead } from '../../web/parts.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { problemOf } from '../api/problem.ts'
import { type AskedBy, isTimeZone, type Shown } from './page.ts'
import { reworded } from './reworded.ts'
import { cronIn, periodField, timeFields } from './scheduleTimes.ts'

/** To add a schedule, and the same form again with what has to be corrected. */
export function newSchedulePage({ form, visit, desk }: AskedBy, problems: Problems): Shown {
  const value = (name: string): string => form[name] ?? ''
  const line = (name: string, label: Sentence, hint: Sentence, optional = false) =>
    field({
      name,
      label,
      hint,
      problem: problems[name],
      value: value(name),
      optional,
      input: { type: 'text', maxlength: '1000', autocomplete: 'off' },
    })
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title: say('deskPlaces.add_schedule'), crumb: html`<a href="/schedules">${say('deskPages.schedules')}</a>` })}
    ${desk.sandbox ? notice('quiet', say('deskPlaces.schedule_in_sandbox')) : null}
    <form class="panel fields" method="post" action="/schedules/new">
      ${line('name', say('deskPlaces.name'), say('deskPlaces.schedule_name_hint'))}
      ${line('path', say('deskPlaces.file_or_folder'), say('deskPlaces.path_hint'))}
      ${timeFields(form, problems)}
      ${selectField({
        name: 'tz',
        label: say('signIn.time_zone'),
        hint: say('deskPlaces.zone_hint'),
        problem: problems['tz'],
        children: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
          (zone) =>
            html`<option value=${zone} selected=${zone === (form['tz'] ?? visit.timeZone)}>${zone.replaceAll('_', ' ')}</option>`,
        ),
      })}
      ${line('between', say('deskNew.between'), say('deskPlaces.between_hint'), true)}
      ${periodField(form, problems)}
      ${line('max_amount', say('deskPlaces.max_amount'), say('deskPlaces.max_amount_hint'), true)}
      <label class="check">
        <input type="checkbox" name="skip_invalid" value="yes" checked=${value('skip_invalid') === 'yes'} />
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
    ...Object.fromEntries(missing.map((name) => [name, say('deskPlaces.required')])),
    ...(!isTimeZone(wish.zone) && { tz: say('signIn.no_such_zone') }),
  }
  if (Object.keys(problems).length > 0) return newSchedulePage(asked, problems)
  const done = await addSchedule(app, wish)
  if (!done.ok && done.message.key === 'ledger.name_taken') return newSchedulePage(asked, { name: done.message })
  if (!done.ok) throw problemOf(done)
  const { schedule, isThere } = done
  const { name, path } = schedule
  const says = isThere
    ? say('deskPlaces.schedule_added', { name })
    : say('deskPlaces.added_without_file', { name, path })
  return { kind: 'go', to: `/schedules/${schedule.scheduleNo}`, says }
}
