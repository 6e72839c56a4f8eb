import type { ClientBase } from 'pg'
import type { Case } from '../payout/reconciliation.ts'

/**
 * Keep what a statement says against the ledger, once each. Where one of its lines calls the payout carried out, the row
 * isn't retried any more unless a person insists (see retryRows), and isn't sent if it has been.
 *
 * @param statement what it is known by, without its file's name
 */
export async function recordCases(
  client: ClientBase,
  batchNo: number,
  cases: readonly Case[],
  statement: string,
): Promise<void> {
  if (cases.length === 0) return
  const told = cases.map(({ row, kind, lines }) => {
    const paying = lines.find(({ meaning }) => meaning === 'carried_out')
    const first = paying ?? lines[0]
    return {
      line: row.line,
      kind,
      saysPaid: paying !== undefined,
      reference: first?.reference ?? null,
      note: `${statement}, line ${first?.line ?? 0}`,
    }
  })
  const values = [
    batchNo,
    told.map(({ line }) => line),
    told.map(({ kind }) => kind),
    told.map(({ saysPaid }) => saysPaid),
    told.map(({ reference }) => reference),
    told.map(({ note }) => note),
  ]
  await client.query(
    `insert into payrun.cases (batch_no, line, attempt, kind, says_paid, reference, note)
     select p.batch_no, p.line, p.attempts, c.kind, c.says_paid, c.reference, c.note
       from unnest($2::int[], $3::text[], $4::boolean[], $5::text[], $6::text[]) as c(line, kind, says_paid, reference, note)
       join payrun.payouts p on p.batch_no = $1 and p.line = c.line
      order by c.says_paid desc
     on conflict do nothing`,
    values,
  )
  // An earlier statement may have said less: the same difference, under "failed".
  await client.query(
    `update payrun.cases k set says_paid = true, note = c.note
       from unnest($2::int[], $3::text[], $4::boolean[], $5::text[], $6::text[]) as c(line, kind, says_paid, reference, note)
       join payrun.payouts p on p.batch_no = $1 and p.line = c.line
      where k.batch_no = $1 and k.line = c.line and k.attempt = p.attempts and k.kind = c.kind
        and k.reference is not distinct from c.reference and c.says_paid and not k.says_paid`,
    values,
  )
  // A row that a retry has made pending again is not sent against such evidence.
  for (const { line, saysPaid } of told)
    if (saysPaid) await client.query('select payrun.withhold($1, $2)', [batchNo, line])
}
