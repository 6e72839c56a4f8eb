import type { PoolClient } from 'pg'
import { type Sentence, say } from '../../words/sentence.ts'
import { inSnapshot, type Ledger, readGroups } from '../connection/ledger.ts'
import type { Anchor } from './auditChain.ts'
import { contentsHash, nextLinkHash } from './auditChain.ts'

/**
 * The tables whose records the ledger's own chain links, besides batches: the columns of the key, and those that are not part of the record. The
 * triggers *_linked of the schema have the same; a test compares the two.
 */
export const linkedRecords: Readonly<Record<string, { key: string; without: string }>> = {
  approvals: { key: '{batch_no,nth}', without: '{}' },
  policy: { key: '{only_row}', without: '{}' },
  approval_rules: { key: '{rule_no}', without: '{}' },
  warning_rules: { key: '{code}', without: '{}' },
  warnings_seen: { key: '{seen_no}', without: '{shown}' },
  retry_requests: { key: '{request_no}', without: '{}' },
  changes: { key: '{change_no}', without: '{}' },
  schedules: { key: '{schedule_no}', without: '{handled_until}' },
  schedule_runs: { key: '{run_no}', without: '{}' },
  operator_events: { key: '{event_no}', without: '{}' },
  operator_windows: { key: '{window_no}', without: '{}' },
  recoveries: { key: '{recovery_no}', without: '{}' },
  discrepancies: { key: '{discrepancy_no}', without: '{}' },
  charges: { key: '{id}', without: '{}' },
  charge_discrepancies: { key: '{discrepancy_no}', without: '{}' },
  payments_without_row: { key: '{payment_no}', without: '{}' },
}

interface Link {
  no: string
  subject: string
  key: string
  hash: Buffer
  chainHash: Buffer
}

/**
 * Verify the ledger's own chain in one snapshot: each link follows from the one before, every record that was ever linked is there and says what
 * its last link has, and there is no other record. Of a batch, the end of its own chain is linked, which auditBatch verifies.
 *
 * @param anchor hashes that were kept elsewhere: the chain has to continue them
 * @returns one sentence for each thing that is wrong
 */
export async function auditLedger(ledger: Ledger, anchor?: Anchor): Promise<Sentence[]> {
  return inSnapshot(ledger, async (client) => {
    const { findings, last } = await followLinks(client, anchor)
    for (const [subject, sql] of recordQueries) {
      const ofSubject = last.get(subject) ?? new Map<string, string>()
      findings.push(...(await compareRecords(client, subject, sql, ofSubject)))
      last.delete(subject)
    }
    for (const [subject, records] of last) {
      for (const key of records.keys()) findings.push(say('ledger.record_gone', { record: recordOf(subject, key) }))
    }
    findings.push(...(await auditHolds(client)))
    return findings
  })
}

/** @returns the last hash of each record, in hex, by subject and key */
async function followLinks(client: PoolClient, anchor: Anchor | undefined) {
  const findings: Sentence[] = []
  const last = new Map<string, Map<string, string>>()
  let before: Buffer = Buffer.alloc(0)
  let no = 0
  let broken = false
  let isAnchored = anchor === undefined || anchor.links.count === 0
  for await (const rows of readGroups<Link>(client, linksSql, [], 1_000)) {
    for (const link of rows) {
      no += 1
      if (!broken && link.no !== String(no)) {
        findings.push(say('ledger.link_missing', { link: no }))
        broken = true
      }
      if (!broken && !nextLinkHash(before, link).equals(link.chainHash)) {
        findings.push(say('ledger.link_does_not_follow', { link: no, record: recordOf(link.subject, link.key) }))
        broken = true
      }
      before = link.chainHash
      const records = last.get(link.subject) ?? new Map<string, string>()
      last.set(link.subject, records.set(link.key, link.hash.toString('hex')))
      if (link.no === String(anchor?.links.count)) isAnchored = before.toString('hex') === anchor?.links.head
    }
  }
  if (anchor && no < anchor.links.count)
    findings.push(say('ledger.links_fewer_than_anchored', { links: no, anchored: anchor.links.count }))
  else if (!isAnchored) findings.push(say('ledger.links_not_anchored'))
  return { findings, last }
}

const linksSql = `
select link_no::text as no, subject, key, hash, chain_hash as "chainHash"
  from payrun.links
 order by link_no`

/** Each selects the keys of records, and their hashes in hex or what those are computed from. */
const recordQueries: readonly (readonly [string, string])[] = [
  ['batches', `select id as key, encode(chain_hash, 'hex') as hash from payrun.batches`],
  ...Object.entries(linkedRecords).map(
    ([table, { key, without }]) =>
      [
        table,
        `select (
                  select string_agg(to_jsonb(t) ->> k, ',' order by n)
                    from unnest('${key}'::text[]) with ordinality u(k, n)
                ) as key,
                jsonb_strip_nulls(to_jsonb(t) - '${without}'::text[])::text as contents
           from payrun.${table} t`,
      ] as const,
  ),
]

async function compareRecords(
  client: PoolClient,
  subject: string,
  sql: string,
  last: Map<string, string>,
): Promise<Sentence[]> {
  const findings: Sentence[] = []
  for await (const rows of readGroups<{ key: string; hash?: string; contents?: string }>(client, sql, [], 1_000)) {
    for (const { key, hash, contents } of rows) {
      const linked = last.get(key)
      last.delete(key)
      const record = recordOf(subject, key)
      if (linked === undefined) findings.push(say('ledger.record_without_link', { record }))
      else if (linked !== (hash ?? contentsHash(contents ?? '').toString('hex')))
        findings.push(say('ledger.record_changed', { record }))
    }
  }
  for (const key of last.keys()) findings.push(say('ledger.record_gone', { record: recordOf(subject, key) }))
  return findings
}

const recordOf = (subject: string, key: string): Sentence => say('ledger.record', { subject, key })

/** The holds by hand have to follow from what people did about operators, which is linked. */
async function auditHolds(client: PoolClient): Promise<Sentence[]> {
  const { rows } = await client.query<{ operator: string }>(
    `select operator
       from (
         select distinct on (operator, sandbox) operator, sandbox, actor, note
           from payrun.operator_events e
          where e.action = 'held'
            and not exists (
              select from payrun.operator_events l
               where (l.operator, l.sandbox) = (e.operator, e.sandbox)
                 and l.event_no > e.event_no
            )
       ) e
       full join (
         select operator, sandbox, actor, note
           from payrun.operator_holds
          where manual
       ) h using (operator, sandbox)
      where (e.actor, e.note) is distinct from (h.actor, h.note)
      order by operator`,
  )
  return rows.map(({ operator }) => say('ledger.hold_not_of_events', { operator }))
}
