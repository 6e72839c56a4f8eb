import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { forbids } from '../../app/accounts/actor.ts'
import { unreachableSentence } from '../../app/batches/status.ts'
import { windowSentence } from '../../app/pay/operators.ts'
import type { Outages, Standstill } from '../../app/work/standstill.ts'
import { operatorName } from '../../payout/operators/operator.ts'
import { notice } from '../../web/parts.ts'
import { moment, type Sentence, say } from '../../words/sentence.ts'
import { holdText, whyPaused } from './batch/batchParts.ts'
import { batchLink, operatorLink } from './links.ts'
import type { AskedBy } from './page.ts'

/** Notices about what keeps every batch from being paid. */
export const outageNotices = ({ fence, isReadOnly, queueAway, unreachable }: Outages): VNode[] => [
  ...(fence ? [notice('wrong', html`${say('deskPlaces.is_fenced')} ${fence}`)] : []),
  ...(isReadOnly ? [notice('wrong', say('deskPlaces.read_only'))] : []),
  ...(queueAway ? [notice('wrong', say('paying.queue_away'))] : []),
  ...(unreachable ? [notice('wrong', unreachableSentence(unreachable))] : []),
]

/** Notices about what is not being paid although a worker runs, each with a link to resolve it. They name no person. */
export function standstillNotices(
  { holds, maintenance, paused, morePaused, floats }: Standstill,
  { app, person }: Pick<AskedBy, 'app' | 'person'>,
): VNode[] {
  const isAdmin = person.roles.includes('admin')
  return [
    ...holds.map((hold) =>
      notice(hold.probed ? 'busy' : 'ask', html`${heldSentence(hold)} ${links([operatorLink(hold.operator)])}`),
    ),
    ...maintenance.map((each) =>
      notice('ask', html`${windowSentence(each, operatorName(each.operator))} ${links([operatorLink(each.operator)])}`),
    ),
    ...paused.map((batch) =>
      notice(
        'ask',
        html`${say('deskNext.batch_stands', { id: batch.id, why: whyPaused(batch, null, batch.itsHolds, !forbids(app, 'resume')) })}
          ${links([batchLink(batch.id, say('deskPages.home_look')), batch.reason === 'float' && isAdmin ? floatLink : null])}`,
      ),
    ),
    ...(morePaused > 0
      ? [
          notice(
            'ask',
            html`${say('deskNext.more_stand', { n: morePaused })}
              ${links([html`<a href="/batches?state=paused">${say('deskPlaces.paused_batches')}</a>`])}`,
          ),
        ]
      : []),
    ...floats.map(({ currency, batches }) =>
      notice(
        'ask',
        html`${say('deskNext.float_stands', { n: batches.length, currency })}
          ${links([...batches.slice(0, shownBatches).map((id) => batchLink(id, id)), isAdmin ? floatLink : null])}`,
      ),
    ),
  ]
}

const shownBatches = 10

/** Who put it on hold, and the note, are on the operator's page. */
const heldSentence = (hold: Standstill['holds'][number]): Sentence =>
  hold.manual
    ? say('deskNext.stands_by_hand', { operator: operatorName(hold.operator), since: moment(hold.since) })
    : holdText({ ...hold, by: null })

const links = (all: readonly (VNode | null)[]): VNode =>
  html`<span class="links">${all.map((each) => (each === null ? null : html`${each} `))}</span>`

const floatLink: VNode = html`<a href="/admin/float">${say('deskAdmin.float')}</a>`
