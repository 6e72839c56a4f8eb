import type { PoolClient } from 'pg'
import type { Payable } from '../../payout/keys.ts'
import type { PauseReason } from '../../payout/outcome.ts'
import type { Problem } from '../../payout/problem.ts'
import type { Reported } from '../../payout/reportColumns.ts'
import type { BatchState } from '../../payout/state.ts'
import { storedJson } from '../../words/stored.ts'
import type { PlannedRun } from '../schedules/scheduleRuns.ts'
import type { RequestKey } from './requestKeys.ts'

/** A checked row of a file on its way into the ledger. `payable: null` for a row that failed a check. */
export interface RowToStore {
  line: number
  cells: readonly (string | null)[]
  payable: Payable | null
  reference: string | null
  /** The idempotency key, 32 hex characters; null for a row without one because it is invalid. */
  key: string | null
  /** What a report that goes in again says of the row's payout; left out: it is no row of a report. */
  reported?: Reported | null
  problems: readonly Problem[]
}

export interface BatchToStore {
  name: string
  period: string | null
  sandbox: boolean
  maxUnknown: number
  /** Refusals alike in a row that pause it, of one operator and over all of them; left out: 10 and 20. */
  maxRefused?: { ofOperator: number; overAll: number } | undefined
  reportPath: string | null
  reportFormat: string
  fileName: string
  /** Who submits, for the batch's history: by their account, or as they call themselves, else their login name. */
  actor: string
  /** Their login name, where it differs; null: an account vouches for who it is. */
  login?: string | null
  /** How many people it needs, where that is more than the ledger's policy asks for. Left out: 1. */
  approvalsNeeded?: number
  /** Nothing of it is paid before. */
  startAt?: Date | null
  /** The planned time of a schedule that it is the batch of: put in together with it. */
  run?: PlannedRun | null
  /** The key of the request that it is stored for: bound to it in one transaction. */
  requestKey?: RequestKey | undefined
}

/** Known only when the last row has been read. */
export interface FileFacts {
  sha256: string
  /** Of a workbook: a digest of its cells, since a spreadsheet program changes the bytes whenever it saves. */
  cellsSha256?: string | null
  columns: readonly string[]
}

/** Put the row of a batch whose payouts are staged into the ledger. @returns its number */
export async function insertBatch(
  client: PoolClient,
  id: string,
  batch: BatchToStore,
  facts: FileFacts,
): Promise<number> {
  const approvalsNeeded = await peopleNeeded(client, batch.approvalsNeeded ?? 1)
  const { rows } = await client.query<{ batch_no: number }>(
    `insert into payrun.batches (
       id, name, period, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown,
       max_refused, max_refused_all,
       report_path, report_format, submitter, submitter_login, approvals_needed, start_at, state,
       reason, invalid_totals, cells_sha256
     )
     values (
              $1, $2, $3, $4, $5, $6,
              (select count(*) from staging), $7, $8, coalesce($17, 10), coalesce($18, 20), $9, $10, $11,
              $12, $13, $14, $15, $16,
              ${invalidTotals}, $19
            )
     returning batch_no`,
    [
      id,
      batch.name,
      batch.period,
      batch.sandbox,
      batch.fileName,
      facts.sha256,
      JSON.stringify(facts.columns),
      batch.maxUnknown,
      batch.reportPath,
      batch.reportFormat,
      batch.actor,
      batch.login === undefined ? batch.actor : batch.login,
      approvalsNeeded,
      batch.startAt ?? null,
      ...stateAtBirth({ ...batch, approvalsNeeded }),
      batch.maxRefused?.ofOperator ?? null,
      batch.maxRefused?.overAll ?? null,
      facts.cellsSha256 ?? null,
    ],
  )
  return rows[0]!.batch_no
}

/** As many as the policy of the ledger asks for, whatever this process was told; more, if it was told so. */
async function peopleNeeded(client: PoolClient, atLeast: number): Promise<number> {
  const { rows } = await client.query<{ people: number }>(
    `select greatest($1, payrun.people_needed(coalesce(jsonb_object_agg(t.currency, t.total), '{}'))) as people
       from (
         select currency, sum(amount_minor)::text as total
           from staging
          where state = 'pending'
          group by currency
       ) t`,
    [atLeast],
  )
  return rows[0]!.people
}

const invalidTotals = `(
  select array_agg(('invalid', t.currency, t.rows, t.minor)::payrun.total)
    from (
      select currency, count(*)::int as rows, sum(amount_minor) as minor
        from staging
       where state = 'invalid'
       group by currency
    ) t
)`

/** Whoever is to approve it comes first; then it waits for its time. With neither, it runs at once. */
function stateAtBirth({ approvalsNeeded = 1, startAt }: BatchToStore): [BatchState, PauseReason | null] {
  if (approvalsNeeded > 1) return ['awaiting_approval', null]
  return startAt ? ['paused', 'scheduled'] : ['running', null]
}

/** A row of a file as one line of COPY's text format, with the columns of the staging table. */
export function copyLine(row: RowToStore, chunkNo: number | null): string {
  const { payable } = row
  const cells = [
    // Not String(), whose results V8 keeps in a cache: each line's would outlive two collections, and the heap grow with it.
    row.line.toFixed(0),
    chunkNo === null ? null : String(chunkNo),
    payable ? 'pending' : 'invalid',
    payable?.operator ?? null,
    payable?.phone ?? null,
    payable?.currency ?? null,
    payable ? payable.amountMinor.toString() : null,
    payable?.name ?? null,
    row.reference,
    row.key,
    // The keys of its form lie between these two (payrun.first_key_of_form): made here, it costs half as much.
    row.key && `${row.key.slice(0, 16)}0000000000000000`,
    row.key && `${row.key.slice(0, 16)}ffffffffffffffff`,
    row.reported?.payrunId ?? null,
    row.reported?.isSandbox ? 'sandbox' : (row.reported?.says ?? null),
    row.problems.length > 0 ? problemsJson(row.problems) : null,
    cellsJson(row),
  ]
  return `${cells.map(copyCell).join('\t')}\n`
}

const problemsJson = (problems: readonly Problem[]): string => storedJson(problems)

/** Postgres keeps json as it comes, and would fail at these whenever it is read: intake leaves none of them. */
function cellsJson({ line, cells }: RowToStore): string {
  const json = JSON.stringify(cells)
  if (json.includes('\\u') && cells.some((cell) => cell?.includes('\0') || cell?.isWellFormed() === false)) {
    throw new Error(`line ${line}: a cell with a NUL or half a character can't be kept`)
  }
  return json
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyCell(cell: string | null): string {
  if (cell === null) return '\\N'
  return special.test(cell) ? cell.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : cell
}
