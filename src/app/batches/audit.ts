import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { onDisk, replaceFile } from '../../durableFile.ts'
import { type Audit, auditBatch } from '../../ledger/audit/auditBatch.ts'
import { type Anchor, readAnchor, readBatchNumbers } from '../../ledger/audit/auditChain.ts'
import { auditLedger } from '../../ledger/audit/auditLedger.ts'
import type { AuditFinding } from '../../ledger/audit/auditRows.ts'
import { type History, type HistoryEvent, readHistory } from '../../ledger/audit/readHistory.ts'
import type { Batch } from '../../ledger/batches/batches.ts'
import { readInstallationId } from '../../ledger/connection/ledger.ts'
import { type Contradiction, listContradictions } from '../../ledger/rows/contradictions.ts'
import type { PayoutState } from '../../payout/state.ts'
import { fileNamed, type Sentence, say, stateOf } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'
import { type Core, withBatch, withCore } from '../open/openCore.ts'

export type { History }

export interface Audited {
  ok: true
  batch: Batch
  audit: Audit
  /** What is wrong with the ledger's own chain, such as missing batches, approvals and schedules. */
  ledger: Sentence[]
  /** The history of the requested row. */
  history: History | undefined
  /** The evidence that contradicts that row. */
  contradictions: readonly Contradiction[]
}

/** The findings in a whole ledger. */
export interface AuditedLedger {
  ok: true
  batches: number
  payouts: number
  events: number
  /** `batch` is null for the ledger's own chain. */
  findings: (AuditFinding & { batch: string | null })[]
  /** Where an anchor was written, and how many batches it has; undefined if none was requested, or something is wrong. */
  written: { path: string; batches: number } | undefined
  /** The anchor that the ledger was compared with, and when it was made. */
  compared: { path: string; madeAt: string; batches: number } | undefined
}

export interface AnchorPaths {
  /** Write an anchor there, if nothing is wrong. */
  anchor?: string | undefined
  /** Compare with the anchor there. */
  against?: string | undefined
}

/** Verify the audit trails of all batches, and the ledger's own chain. */
export async function auditAll(app: App, paths: AnchorPaths): Promise<AuditedLedger | Failure> {
  const signing = paths.anchor === undefined ? undefined : await readSigning(app, paths.anchor)
  if (signing?.ok === false) return signing
  const before = paths.against === undefined ? undefined : await readBefore(app, paths.against)
  if (before?.ok === false) return before
  return withCore<AuditedLedger | Failure>(app, async ({ ledger }) => {
    if (before && before.anchor.installation !== (await readInstallationId(ledger)))
      return failure('usage', say('commands.anchor_of_another_ledger', { path: before.path }))
    // Read first, so that everything in it is verified afterwards.
    const anchor = signing && (await readAnchor(ledger))
    const audited = await auditBatches(app, before?.anchor, ledger)
    const isWritten = signing !== undefined && anchor !== undefined && audited.findings.length === 0
    const failed = isWritten ? await writeAnchorFile(signing.path, anchor, signing.key) : undefined
    if (failed) return failed
    const written = isWritten ? { path: signing.path, batches: anchor.batches.length } : undefined
    const compared = before && {
      path: before.path,
      madeAt: before.anchor.madeAt,
      batches: before.anchor.batches.length,
    }
    return { ...audited, written, compared }
  })
}

async function readSigning(app: App, anchor: string) {
  const signing = await readAnchorKey(app, 'sign')
  return signing.ok ? { ...signing, path: resolve(app.config.calledFrom, anchor) } : signing
}

async function readBefore(app: App, against: string) {
  const verifying = await readAnchorKey(app, 'verify')
  if (!verifying.ok) return verifying
  const path = resolve(app.config.calledFrom, against)
  const read = await readAnchorFile(path, verifying.key)
  return read.ok ? { ...read, path } : read
}

async function auditBatches(app: App, before: Anchor | undefined, ledger: Core['ledger']) {
  const anchored = new Map(before?.batches.map((batch) => [batch.id, batch]))
  const ledgers = await auditLedger(ledger, before)
  const audited = {
    ok: true as const,
    batches: 0,
    payouts: 0,
    events: 0,
    findings: ledgers.map((message): AuditedLedger['findings'][number] => ({ batch: null, line: null, message })),
  }
  for (const { batchNo, id } of await readBatchNumbers(ledger)) {
    const { payouts, events, findings } = await auditBatch(ledger, batchNo, anchored.get(id))
    anchored.delete(id)
    audited.batches += 1
    audited.payouts += payouts
    audited.events += events
    audited.findings.push(...findings.map((finding) => ({ batch: id, ...finding })))
    app.log.info('audited a batch', { batch: id })
  }
  for (const id of anchored.keys())
    audited.findings.push({ batch: id, line: null, message: say('ledger.batch_anchored_gone', { id }) })
  return audited
}

/** Verify a batch's audit trail; with a line, read that payout's history. */
export function audit(app: App, name: string, line: number | undefined): Promise<Audited | Failure> {
  return withBatch<Audited | Failure>(app, name, async (core, batch) => {
    const history = line === undefined ? undefined : await readHistory(core.ledger, batch.batchNo, line)
    if (line !== undefined && !history) {
      return failure('usage', say('terminal.no_row_on_line', { id: batch.id, line, file: fileNamed(batch.fileName) }))
    }
    const audit = await auditBatch(core.ledger, batch.batchNo)
    const contradictions = line === undefined ? [] : await listContradictions(core.ledger, batch.batchNo, line)
    return { ok: true, batch, audit, ledger: await auditLedger(core.ledger), history, contradictions }
  })
}

/** One event of a payout's history in words, followed by its code and its note in brackets, as stored. */
export function eventSentence(event: HistoryEvent): Sentence {
  const { code, note } = event
  const what = whatHappened(event)
  if (code === null && note === null) return what
  const because = code !== null && note !== null ? say('terminal.code_and_note', { code, note }) : (code ?? note ?? '')
  return say('terminal.event_because', { what, because })
}

function whatHappened({ fromState, toState, attempt, workerNo, host, actor }: HistoryEvent): Sentence {
  if (actor !== null) return personSaid(toState, actor)
  if (fromState === 'pending' && toState === 'sending') {
    if (workerNo === null) return say('terminal.attempt_claimed', { attempt })
    const machine = host?.split(' ')[0]
    return machine
      ? say('terminal.attempt_claimed_on', { attempt, worker: workerNo, machine })
      : say('terminal.attempt_claimed_by', { attempt, worker: workerNo })
  }
  if (toState === 'pending') return say('terminal.attempt_not_delivered', { attempt })
  if (toState === 'cancelled') return say('terminal.cancelled_before_sent')
  return fromState === 'sending'
    ? say('terminal.attempt_settled', { attempt, state: stateOf(toState) })
    : say('terminal.settled_after', { state: stateOf(toState), before: stateOf(fromState) })
}

function personSaid(state: PayoutState, actor: string): Sentence {
  switch (state) {
    case 'paid':
      return say('terminal.said_paid', { actor })
    case 'failed':
      return say('terminal.said_not_paid', { actor })
    case 'pending':
      return say('terminal.put_back', { actor })
    case 'cancelled':
      return say('terminal.cancelled_by', { actor })
    default:
      return say('terminal.moved_by', { state: stateOf(state), actor })
  }
}

/**
 * An anchor file: the anchor as JSON, and an Ed25519 signature (base64) over that JSON. The key is your own, a PEM file named by
 * PAYRUN_ANCHOR_KEY: the private key to sign, either key to verify. It is never stored in payrun's database.
 */
const anchorFile = z.object({
  anchor: z.object({
    version: z.literal(1),
    installation: z.string(),
    madeAt: z.iso.datetime(),
    links: z.object({ count: z.int().min(0), head: z.string().nullable() }),
    batches: z.array(
      z.object({
        id: z.string(),
        events: z.int().min(0),
        head: z.string(),
        seqs: z.array(z.tuple([z.int().min(0), z.int().min(1)])),
        rowsHash: z.string(),
      }),
    ),
  }),
  signature: z.base64(),
})

type Keyed = { ok: true; key: KeyObject }

/** Read the key that PAYRUN_ANCHOR_KEY names. A key that others than its owner can read is not used for signing. */
async function readAnchorKey({ config }: App, use: 'sign' | 'verify'): Promise<Keyed | Failure> {
  if (config.anchorKey === undefined) return failure('usage', say('commands.anchor_key_not_set'))
  const path = resolve(config.calledFrom, config.anchorKey)
  const read = await onDisk(Promise.all([stat(path), readFile(path)]))
  if (!read.ok) return failure('usage', say('commands.anchor_key_unreadable', { path, code: read.error.code ?? '' }))
  const [{ mode, uid }, pem] = read.value
  const isSigning = use === 'sign'
  const isOurs = uid === 0 || uid === process.getuid?.()
  if (!isOurs || (mode & (isSigning ? 0o077 : 0o022)) !== 0)
    return failure(
      'usage',
      isSigning ? say('commands.anchor_key_open', { path }) : say('commands.anchor_public_key_open', { path }),
    )
  const key = parseKey(pem, use)
  if (key?.asymmetricKeyType !== 'ed25519')
    return failure(
      'usage',
      isSigning ? say('commands.anchor_key_wrong', { path }) : say('commands.anchor_public_key_wrong', { path }),
    )
  return { ok: true, key }
}

/** Null if it is no such key. The reason is dropped, because it may quote the key. */
function parseKey(pem: Buffer, use: 'sign' | 'verify'): KeyObject | null {
  try {
    return use === 'sign' ? createPrivateKey(pem) : createPublicKey(pem)
  } catch {
    return null
  }
}

/** Write an anchor, signed, whole or not at all. @returns why it could not be written */
async function writeAnchorFile(path: string, anchor: Anchor, key: KeyObject): Promise<Failure | undefined> {
  const signed = { version: 1, ...anchor }
  const signature = sign(null, Buffer.from(JSON.stringify(signed)), key).toString('base64')
  const pieces = [`${JSON.stringify({ anchor: signed, signature })}\n`]
  const written = await replaceFile({ path, what: 'anchor', pieces })
  return written.ok ? undefined : failure('usage', written.message)
}

/** Read an anchor of this ledger, if it was signed with that key. */
async function readAnchorFile(path: string, key: KeyObject): Promise<{ ok: true; anchor: Anchor } | Failure> {
  const read = await onDisk(readFile(path, 'utf8'))
  if (!read.ok) return failure('usage', say('commands.anchor_unreadable', { path, code: read.error.code ?? '' }))
  const json = parseJson(read.value)
  const parsed = anchorFile.safeParse(json)
  if (!parsed.success) return failure('refused', say('commands.anchor_is_none', { path }))
  const { anchor, signature } = parsed.data
  // In the order of the file: zod returns fields in the order of the schema.
  const signed = Buffer.from(JSON.stringify((json as { anchor: unknown }).anchor))
  if (!verify(null, signed, key, Buffer.from(signature, 'base64')))
    return failure('refused', say('commands.anchor_signature_wrong', { path }))
  return { ok: true, anchor }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
