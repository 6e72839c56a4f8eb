import { reconcile as reconcileBatch } from '../../../src/ledger/evidence/reconcile.ts'
import { resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { retryRows } from '../../../src/ledger/rows/retryRows.ts'
import { judgeStatement } from '../../../src/reconcile/matchStatement.ts'
import type { RowName } from './model.ts'
import { type PeopleOperation, person, resolveNote } from './people.ts'
import { batchNoOf, placeOf, type Real } from './real.ts'
import { statementOf } from './statements.ts'

/** As `perform`, for what people do. */
export function performForPeople(real: Real, operation: PeopleOperation): Promise<unknown> {
  switch (operation.kind) {
    case 'resolve':
      return resolve(real, operation)
    case 'retry':
      return retry(real, operation)
    case 'reconcile':
      return reconcile(real, operation)
  }
}

type Of<Kind extends PeopleOperation['kind']> = Extract<PeopleOperation, { kind: Kind }>

async function resolve(real: Real, { row, verdict, reference }: Of<'resolve'>): Promise<unknown> {
  const word = verdict === 'paid' ? { kind: verdict, reference: real.prefix + reference } : { kind: verdict }
  const wish = { ...placeOf(real, row), verdict: word, note: resolveNote, actor: person }
  const resolved = await resolveRow(real.lane.db.ledger, wish)
  switch (resolved.kind) {
    case 'resolved':
      return { kind: resolved.kind, to: resolved.to }
    case 'not_open':
      return { kind: resolved.kind, state: resolved.state, by: resolved.by?.actor ?? null }
    case 'reference_held':
    case 'no_row':
      return { kind: resolved.kind }
  }
}

async function retry(real: Real, { batch, lines, codes, despiteEvidence }: Of<'retry'>): Promise<unknown> {
  const wish = { batchNo: batchNoOf(real, batch), lines, codes, despiteEvidence, actor: person }
  const retried = await retryRows(real.lane.db.ledger, wish)
  switch (retried.kind) {
    case 'retried':
      return { kind: retried.kind, lines: retried.lines, from: retried.from }
    case 'not_retryable':
    case 'keys_taken':
    case 'possible_duplicate':
    case 'evidence_of_payment':
      return { kind: retried.kind, lines: retried.rows.map(({ line }) => line) }
    case 'paused':
      return { kind: retried.kind, pending: retried.pending }
    case 'nothing':
    case 'not_open':
    case 'busy':
    case 'purged':
    case 'waits_for_approval':
    case 'same_person':
    case 'own_key':
    case 'no_approver':
    case 'another_waits':
    case 'changed_since':
    case 'tried_since':
    case 'policy_since':
    case 'not_waiting':
    case 'blocked':
      return { kind: retried.kind }
  }
}

async function reconcile(real: Real, { batch, lines, complete }: Of<'reconcile'>): Promise<unknown> {
  const statement = statementOf(lines, real.prefix)
  const wish = { batchNo: batchNoOf(real, batch), statement, complete, dryRun: false, actor: person }
  const reconciled = await reconcileBatch(real.lane.db.ledger, wish, (known) =>
    judgeStatement(statement, complete, known),
  )
  if (reconciled.kind === 'refused') return reconciled.refusal.kind
  return reconciled.matched.resolutions.map(({ row, to }) => `${nameOf(batch, row.line)} ${to}`)
}

const nameOf = (batch: number, line: number): RowName => `${batch}/${line}`
