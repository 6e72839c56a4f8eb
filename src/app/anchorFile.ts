import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { onDisk, replaceFile } from '../durableFile.ts'
import type { Anchor } from '../ledger/audit/anchor.ts'
import { say } from '../words/sentence.ts'
import { type App, type Failure, failure } from './context.ts'

/**
 * An anchor as it is kept: JSON of the anchor and an Ed25519 signature (base64) over that JSON. The key is the operator's own, in
 * the file that PAYRUN_ANCHOR_KEY names, as PEM: the private one to sign, either to compare. Nothing of payrun's database holds it.
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

/** Read the key that PAYRUN_ANCHOR_KEY names. One that others than its owner may read signs nothing. */
export async function readAnchorKey({ config }: App, use: 'sign' | 'verify'): Promise<Keyed | Failure> {
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

/** Null: it is no such key. The reason is not told on: it may quote the key. */
function parseKey(pem: Buffer, use: 'sign' | 'verify'): KeyObject | null {
  try {
    return use === 'sign' ? createPrivateKey(pem) : createPublicKey(pem)
  } catch {
    return null
  }
}

/** Write an anchor, signed, whole or not at all. @returns why it could not be written */
export async function writeAnchorFile(path: string, anchor: Anchor, key: KeyObject): Promise<Failure | undefined> {
  const signed = { version: 1, ...anchor }
  const signature = sign(null, Buffer.from(JSON.stringify(signed)), key).toString('base64')
  const pieces = [`${JSON.stringify({ anchor: signed, signature })}\n`]
  const written = await replaceFile({ path, what: 'anchor', pieces })
  return written.ok ? undefined : failure('usage', written.message)
}

/** Read an anchor of this ledger, if it was signed with that key. */
export async function readAnchorFile(path: string, key: KeyObject): Promise<{ ok: true; anchor: Anchor } | Failure> {
  const read = await onDisk(readFile(path, 'utf8'))
  if (!read.ok) return failure('usage', say('commands.anchor_unreadable', { path, code: read.error.code ?? '' }))
  const json = parseJson(read.value)
  const parsed = anchorFile.safeParse(json)
  if (!parsed.success) return failure('refused', say('commands.anchor_is_none', { path }))
  const { anchor, signature } = parsed.data
  // As it was written, in that order: what zod gives is in the schema's.
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
