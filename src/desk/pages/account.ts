import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { encode } from 'uqr'
import { isLanguage } from '../../app/accounts/accounts.ts'
import { readPolicy } from '../../app/accounts/policy.ts'
import {
  beginSecondFactor,
  carry,
  changePassword,
  chooseLanguage,
  chooseTimeZone,
  endSecondFactorSetUp,
  type PendingFactor,
  pendingSecondFactor,
  removeSecondFactor,
} from '../../app/accounts/signIn.ts'
import { option, type Problems, problemSummary, selectField } from '../../web/fields.ts'
import { badge, facts, notice, pageHead } from '../../web/parts.ts'
import { languageNames } from '../../web/visit.ts'
import { languages } from '../../words/catalogue.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { succeeded } from '../api/problem.ts'
import { askAgain } from './approvals/askAgain.ts'
import {
  type AskedBy,
  isTimeZone,
  page,
  pathHere,
  type Shown,
  secondFactorPath,
  setSession,
  timeZones,
  zoneName,
} from './page.ts'
import { roleName } from './roleName.ts'
import { codeField, differs, disproved, hiddenName, newPasswordFields, passwordField } from './signIn.ts'

/** The pages of a person's own account: password, second factor, language, time zone. */
export const accountPages = [
  page('/account', 'everybody', { get: accountPage }),
  page('/account/password', 'everybody', { get: accountPage, post: passwordChanged }),
  page('/account/visit', 'everybody', { get: accountPage, post: visitChosen }),
  page('/account/second-factor', 'everybody', {
    beforeSecondFactor: true,
    get: factorPage,
    post: factorConfirmed,
  }),
  page('/account/second-factor/begin', 'everybody', {
    beforeSecondFactor: true,
    get: factorPage,
    post: factorBegun,
  }),
  page('/account/second-factor/off', 'everybody', { get: factorPage, post: factorOff }),
]

async function accountPage({ person, visit, form }: AskedBy, problems: Problems = {}, status?: number): Promise<Shown> {
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title: say('deskPages.your_account') })}
    <div class="panel">
      ${facts([
        [say('deskBatch.name'), person.name],
        [say('signIn.roles'), person.roles.map(roleName).map((each) => html`<div>${each}</div>`)],
        [say('signIn.second_factor'), factorBadge(person.hasSecondFactor)],
      ])}
      <p><a href="/account/second-factor">${person.hasSecondFactor ? say('signIn.change_second_factor') : say('signIn.set_up_second_factor')}</a></p>
    </div>
    <div class="panel">
      <h2>${say('signIn.change_password')}</h2>
      <form class="fields" method="post" action="/account/password">
        ${hiddenName(person.name)}
        ${passwordField('before', say('signIn.password_now'), 'current-password', problems['before'])}
        ${newPasswordFields(problems)}
        <button class="primary" type="submit">${say('signIn.change_password')}</button>
      </form>
    </div>
    <div class="panel">
      <h2>${say('signIn.visit')}</h2>
      <form class="fields" method="post" action="/account/visit">
        ${selectField({
          name: 'language',
          label: say('web.language'),
          children: languages.map(
            (each) => html`<option value=${each} lang=${each} selected=${each === (form['language'] ?? visit.language)}>
              ${languageNames[each]}
            </option>`,
          ),
        })}
        ${selectField({
          name: 'zone',
          label: say('signIn.time_zone'),
          hint: say('signIn.time_zone_hint'),
          problem: problems['zone'],
          children: zones(form['zone'] ?? person.timeZone ?? ''),
        })}
        <button type="submit">${say('signIn.save')}</button>
      </form>
    </div>
  `
  return { kind: 'page', title: say('deskPages.your_account'), body, problems, ...(status && { status }) }
}

const factorBadge = (isOn: boolean): VNode =>
  isOn ? badge('good', say('signIn.factor_on')) : badge('quiet', say('signIn.factor_off'))

const zones = (chosen: string): VNode[] => [
  option('', say('signIn.zone_of_browser'), chosen),
  ...timeZones.map((zone) => option(zone, zoneName(zone), chosen)),
]

async function passwordChanged(asked: AskedBy): Promise<Shown> {
  const { core, form, person } = asked
  const { before = '', password = '', again = '' } = form
  const different = differs(password, again)
  if (different) return accountPage(asked, different)
  const changed = await changePassword(core, person, { before, password })
  if (changed.ok) return goOn(asked, changed.token, '/account', say('signIn.password_changed'))
  if (changed.code === undefined) return accountPage(asked, { password: changed.message })
  const { problem, status } = disproved(asked, changed, say('signIn.wrong_password'))
  return accountPage(asked, { before: problem }, status)
}

async function visitChosen(asked: AskedBy): Promise<Shown> {
  const { core, form, person } = asked
  const { language = '', zone = '' } = form
  if (zone !== '' && !isTimeZone(zone)) return accountPage(asked, { zone: say('signIn.no_such_zone') })
  if (isLanguage(language)) await chooseLanguage(core, person, language)
  await chooseTimeZone(core, person, zone === '' ? null : zone)
  return { kind: 'go', to: '/account', says: say('signIn.visit_saved') }
}

/** The second factor: off, started, or on. */
async function factorPage(asked: AskedBy, problems: Problems = {}, status?: number): Promise<Shown> {
  const { core, person } = asked
  const pending = await pendingSecondFactor(core, person)
  const isRequired = await isFactorRequired(asked)
  const to = wantedPage(asked)
  const required = to === '/' ? say('signIn.factor_required') : say('signIn.factor_required_first')
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({
      title: say('signIn.second_factor'),
      text: say('signIn.factor_text'),
      crumb: isRequired ? null : html`<a href="/account">${say('deskPages.your_account')}</a>`,
    })}
    ${isRequired ? notice('ask', required) : null}
    <div class="panel">
      ${person.hasSecondFactor ? onForm : pending ? confirmForm(pending, to, problems) : beginForm(person.name, to, problems)}
    </div>
  `
  return { kind: 'page', title: say('signIn.second_factor'), body, problems, ...(status && { status }) }
}

/** Whether the policy requires a second factor that this person doesn't have yet. No other page opens before it is set up. */
const isFactorRequired = async ({ core, person }: AskedBy): Promise<boolean> =>
  !person.hasSecondFactor && (await readPolicy(core)).secondFactor

/** The page that the person requested before this one. */
const wantedPage = ({ form, query }: AskedBy): string => pathHere(form['to'] ?? query['to'])

const wantedField = (to: string): VNode | null =>
  to === '/' ? null : html`<input type="hidden" name="to" value=${to} />`

const onForm = html`
  <p>${factorBadge(true)}</p>
  <form method="post" action="/account/second-factor/off"><button type="submit">${say('signIn.turn_off')}</button></form>
`

const beginForm = (name: string, to: string, problems: Problems): VNode => html`
  <form class="fields" method="post" action="/account/second-factor/begin">
    ${wantedField(to)}
    <p>${say('signIn.begin_text')}</p>
    ${hiddenName(name)}
    ${passwordField('password', say('signIn.your_password'), 'current-password', problems['password'], say('signIn.proof_hint'))}
    <button class="primary" type="submit">${say('signIn.begin')}</button>
  </form>
`

const confirmForm = ({ secret, uri }: PendingFactor, to: string, problems: Problems): VNode => html`
  <h2>${say('signIn.scan')}</h2>
  ${qrCode(uri)}
  <p>${say('signIn.on_this_phone')} <a href=${uri}>${say('signIn.open_in_app')}</a></p>
  <p>${say('signIn.or_type')}<br /><code class="secret">${secret.match(/.{1,4}/g)?.join(' ')}</code></p>
  <form class="fields" method="post" action="/account/second-factor">
    ${wantedField(to)}
    ${codeField(problems['code'])}
    <button class="primary" type="submit">${say('signIn.turn_on')}</button>
  </form>
`

/** One path for all the dark squares. It is black on white in the dark scheme too, because some cameras can't read the inverse. */
function qrCode(text: string): VNode {
  const { data, size } = encode(text, { border: 3 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${say('signIn.qr')} shape-rendering="crispEdges">
    <rect class="light" width=${size} height=${size} />
    <path class="dark" d=${squares.join('')} />
  </svg>`
}

async function factorBegun(asked: AskedBy): Promise<Shown> {
  const { core, form, person } = asked
  const begun = await beginSecondFactor(core, person, form['password'] ?? '')
  if (!begun.ok) {
    const { problem, status } = disproved(asked, begun, say('signIn.wrong_password'))
    return factorPage(asked, { password: problem }, status)
  }
  return { kind: 'go', to: secondFactorPath(wantedPage(asked)) }
}

async function factorConfirmed(asked: AskedBy): Promise<Shown> {
  const { core, form, person } = asked
  const isRequired = await isFactorRequired(asked)
  const ended = await endSecondFactorSetUp(core, person, form['code'] ?? '')
  if (!ended.ok) {
    const { problem, status } = disproved(asked, ended, say('signIn.wrong_code'))
    return factorPage(asked, { code: problem }, status)
  }
  return goOn(asked, ended.token, isRequired ? wantedPage(asked) : '/account', say('signIn.factor_is_on'))
}

/** In the session that takes the place of this one. */
async function goOn(asked: AskedBy, token: string, to: string, says: Sentence): Promise<Shown> {
  setSession(asked, token)
  await carry(asked.core, token, { says })
  return { kind: 'go', to }
}

async function factorOff(asked: AskedBy): Promise<Shown> {
  const question = await askAgain(asked, {
    title: say('signIn.turn_off_title'),
    text: notice('ask', say('signIn.turn_off_text')),
    button: say('signIn.turn_off'),
    back: '/account/second-factor',
    danger: true,
    proof: true,
  })
  if (question) return question
  succeeded(await removeSecondFactor(asked.core, asked.person))
  return { kind: 'go', to: '/account', says: say('signIn.factor_is_off') }
}
