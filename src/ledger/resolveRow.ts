import { maskNote } from '../payout/maskNote.ts'
import type { PayoutState } from '../payout/state.ts'
import { t } from '../words/t.ts'
import { inTransaction } from './inTransaction.ts'
import type { Ledger } from './ledger.ts'
import { settleOpenRows } from './settleOpenRows.ts'

/** A person's word on an unknown or accepted row. */
export interface ResolveWish {
  batchNo: number
  line: number
  verdict: { kind: 'paid'; reference: string } | { kind: 'not_paid' }
  /** Why: masked before it is kept. */
  note: string
  actor: string
}

export type Resolved =
  | { kind: 'resolved'; from: 'unknown' | 'accepted'; to: 'paid' | 'failed' }
  | { kind: 'no_row' }
  /** It is neither unknown nor accepted. `by`: whoever brought it to its state, when a person did. */
  | { kind: 'not_open'; state: PayoutState; by: { actor: string; at: Date } | null }
  /** Another payout holds the reference. */
  | { kind: 'reference_held'; batchId: string; line: number }

interface FoundRow {
  state: PayoutState
  name: string | null
}

/**
 * Say what became of an unknown or accepted row, in one transaction with its event. Of two people at the same moment one
 * is told `resolved`, the other who was first.
 */
export function resolveRow(ledger: Ledger, wish: ResolveWish): Promise<Resolved> {
  const { batchNo, line, verdict, actor } = wish
  return inTransaction<Resolved>(ledger, async (client) => {
    const found = await client.query<FoundRow>(
      `select state, name from payrun.payouts where batch_no = $1 and line = $2 for update`,
      [batchNo, line],
    )
    const row = found.rows[0]
    if (!row) return { commit: false, value: { kind: 'no_row' } }
    const { state } = row
    if (state !== 'unknown' && state !== 'accepted') {
      const last = await client.query<{ actor: string | null; at: Date }>(
        `select actor, at from payrun.events where batch_no = $1 and line = $2 order by seq desc limit 1`,
        [batchNo, line],
      )
      const by = last.rows[0]
      return {
        commit: false,
        value: { kind: 'not_open', state, by: by?.actor ? { actor: by.actor, at: by.at } : null },
      }
    }
    const reference = verdict.kind === 'paid' ? verdict.reference : null
    const to = verdict.kind === 'paid' ? 'paid' : 'failed'
    const note = maskNote(wish.note, row)
    const settled = await settleOpenRows(client, batchNo, actor, [
      { line, from: state, to, reference, message: t`A person looked into it and said that it was not paid.`, note },
    ])
    if (settled.has(line)) return { commit: true, value: { kind: 'resolved', from: state, to } }
    const holder = await client.query<{ batchId: string; line: number }>(
      `select b.id as "batchId", r.line from payrun.provider_references r join payrun.batches b on b.batch_no = r.batch_no
        where r.reference = $1`,
      [reference],
    )
    if (!holder.rows[0]) throw new Error('a row that is locked could not be settled')
    return { commit: false, value: { kind: 'reference_held', ...holder.rows[0] } }
  })
}
