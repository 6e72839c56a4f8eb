import { setApprovals } from '../../../src/app/accounts/policy.ts'
import type { LedgerServer } from '../../harness/ledger.ts'
import { press } from '../browserForm.ts'
import { openTestDesk } from '../desk.ts'
import { type DraftOf, draftOf, hiddenOf } from '../uploads.ts'
import { type Seen, signedIn } from '../visitor.ts'

/** Files that Awa corrects at a desk where somebody else approves them. */

/** What she posts, one after the other; with `undo` to where corrections are taken back. */
export type Steps = readonly Readonly<Record<string, string>>[]

export async function correcting(server: LedgerServer, ...[file, name]: DraftOf) {
  const desk = await openTestDesk(server, { pays: false })
  await setApprovals(desk.app, desk.core, 2)
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const { path, page } = await draftOf(desk, awa, file, name)
  const post = async (seen: Seen, typed: Steps[number]): Promise<Seen> => {
    const to = `${path}/${typed['undo'] === undefined ? 'fix' : 'undo'}`
    const answer = await awa.post(to, { ...hiddenOf(seen, `${path}/pay`), ...typed })
    return answer.status === 303 ? awa.follow(answer) : answer
  }
  const through = async (steps: Steps): Promise<Seen> => {
    let seen = page
    for (const typed of steps) seen = await post(seen, typed)
    return seen
  }
  return { desk, awa, path, page, post, through, send: (seen: Seen) => press(awa, seen, 'Send for approval') }
}

/** Her corrected file waits for Kofi. `draft`: as she saw it last. */
export async function sentCorrected(server: LedgerServer, steps: Steps, ...of: DraftOf) {
  const { desk, awa, through, send } = await correcting(server, ...of)
  const draft = await through(steps)
  await send(draft)
  const { batches } = (await desk.call('GET', '/batches')).json
  if (batches.length !== 1) throw new Error(`${batches.length} batches are there`)
  return { desk, awa, kofi: await signedIn(desk, 'Kofi', ['approver']), id: batches[0].id as string, draft }
}

export const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The list of corrections on a page, without its marks: a text each. */
export const listed = ({ html }: Seen): string[] =>
  [...(html.split('class="corrections"')[1]?.split('</ul>')[0] ?? '').matchAll(/<div class="what">(.*?)<\/div>/gs)].map(
    ([, text = '']) => plain(text),
  )
