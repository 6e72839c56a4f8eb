import { stringify } from 'csv-stringify/sync'
import { readTrail, recordChange, type TrailEntry, type TrailSearch } from '../../ledger/accounts/trail.ts'
import { guardFormula } from '../../payout/report.ts'
import type { App, Failure } from '../context.ts'
import type { Core } from '../open/openCore.ts'
import { pageOf } from '../page.ts'
import { actorOf, forbids } from './actor.ts'

export type { TrailEntry, TrailSearch } from '../../ledger/accounts/trail.ts'

/** A page of the audit trail, newest first. `next` is the cursor of the next page, or null if there is none. */
export async function searchTrail(
  core: Core,
  search: TrailSearch,
  before: string | null = null,
  limit = 50,
): Promise<{ entries: TrailEntry[]; next: string | null }> {
  const { page, last } = pageOf(await readTrail(core.ledger, search, before, limit + 1), limit)
  return { entries: page, next: last?.cursor ?? null }
}

const piece = 1_000

/** An entry in the reader's language: its sentence, and its details with every sentence in them rendered. */
type ToldEntry = (entry: TrailEntry) => { sentence: string; details: unknown }

/** The whole trail as CSV, in pieces. The download is first recorded in the trail. */
export async function takeTrail(
  app: App,
  core: Core,
  search: TrailSearch,
  told: ToldEntry,
): Promise<{ ok: true; pieces: AsyncGenerator<string> } | Failure> {
  const refusal = forbids(app, 'change_accounts')
  if (refusal) return refusal
  await recordChange(core.ledger.pool, actorOf(app).name, 'trail.taken', 'trail', {})
  return { ok: true, pieces: csvPieces(core, search, told) }
}

/** The columns have codes for programs; the last one has a sentence for people. */
async function* csvPieces(core: Core, search: TrailSearch, told: ToldEntry): AsyncGenerator<string> {
  yield 'at,who,what,subject,details,batch,sentence\n'
  let before: string | null = null
  do {
    const { entries, next } = await searchTrail(core, search, before, piece)
    const records = entries.map((entry) => {
      const { at, actor, what, subject, batch } = entry
      const { sentence, details } = told(entry)
      return [at.toISOString(), actor, what, subject, JSON.stringify(details), batch ?? '', sentence].map(guardFormula)
    })
    if (records.length > 0) yield stringify(records)
    before = next
  } while (before !== null)
}
