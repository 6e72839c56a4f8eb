import type { Batch } from '../../ledger/batches/batches.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import { type Resolved as ResolvedRow, type ResolveWish, resolveRow } from '../../ledger/rows/resolveRow.ts'
import { moment, type Sentence, say, stateOf } from '../../words/sentence.ts'
import { actorOf, forbids, refuseNote } from '../accounts/actor.ts'
import { type App, type Failure, failure, refused } from '../context.ts'
import { withBatch } from '../open/openCore.ts'
import { type Refreshed, refreshReport } from './reportFile.ts'

/** A person's decision on one row. */
interface Verdict {
  line: number
  /** The provider's reference of the payout; absent if it was not paid. */
  paid?: string
  /** How they know. Stored in the audit trail with their login name. */
  note: string
  requestKey?: RequestKey | undefined
}

export interface Resolved {
  ok: true
  batch: Batch
  from: 'unknown' | 'accepted'
  to: 'paid' | 'failed'
  reference: string | null
  report: Refreshed
}

const longestReference = 200

/** Record a person's decision on an unknown or accepted row. */
export async function resolve(app: App, name: string, verdict: Verdict): Promise<Resolved | Failure> {
  const { line } = verdict
  const forbidden = forbids(app, 'resolve')
  if (forbidden) return forbidden
  const read = readVerdict(verdict)
  if ('ok' in read) return read
  return withBatch<Resolved | Failure>(
    app,
    name,
    async (core, batch) => {
      const { batchNo } = batch
      const resolved = await resolveRow(core.ledger, {
        ...{ batchNo, line, ...read },
        actor: actorOf(app).name,
        requestKey: verdict.requestKey,
      })
      if (resolved.kind !== 'resolved') {
        return refused(codeOf[resolved.kind], whyNot(app.config.command, batch, line, resolved))
      }
      const { from, to } = resolved
      const reference = read.verdict.kind === 'paid' ? read.verdict.reference : null
      return { ok: true, batch, from, to, reference, report: await refreshReport(app, core, batchNo) }
    },
    { judges: true },
  )
}

function readVerdict({ paid, note }: Verdict): Pick<ResolveWish, 'verdict' | 'note'> | Failure {
  const refusal = refuseNote(note)
  if (refusal) return refusal
  const text = note.trim()
  const reference = paid?.trim()
  if (reference === undefined) return { verdict: { kind: 'not_paid' }, note: text }
  if (reference === '' || reference.length > longestReference || /\p{Cc}/u.test(reference)) {
    return failure('usage', say('terminal.reference_length', { longest: longestReference }))
  }
  return { verdict: { kind: 'paid', reference }, note: text }
}

const codeOf = { no_row: 'not_found', reference_held: 'reference_held', not_open: 'wrong_state' } as const

function whyNot(
  command: string,
  { id }: Batch,
  line: number,
  resolved: Exclude<ResolvedRow, { kind: 'resolved' }>,
): Sentence {
  switch (resolved.kind) {
    case 'no_row':
      return say('terminal.no_such_row', { id, line })
    case 'reference_held':
      return say('terminal.reference_of_another', { id: resolved.batchId, line: resolved.line })
    case 'not_open': {
      const { by } = resolved
      const state = stateOf(resolved.state)
      return by === null
        ? say('terminal.row_not_open', { id, line, state })
        : say('terminal.row_settled_by', { id, line, state, actor: by.actor, at: moment(by.at), command })
    }
  }
}
