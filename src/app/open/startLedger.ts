import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type AttachedPostgres, attachEmbeddedPostgres } from '../../ledger/embedded/attach.ts'
import type { Sentence } from '../../words/sentence.ts'

interface Begun {
  attached: Promise<AttachedPostgres>
  onNotice: (sentence: Sentence) => void
}

/** By the PAYRUN_HOME that the server is of. */
const begun = new Map<string, Begun>()

export const hasEmbeddedLedger = (home: string): boolean => existsSync(join(home, 'postgres'))

/**
 * Start the embedded server of a ledger, for a command that is going to open it: while its modules are loaded, the server starts.
 * A ledger elsewhere is left alone.
 *
 * @param makes whether the command makes one where there is none yet; else that is left alone, too
 * @returns what to call when the command has ended: gives the server back if nothing has opened the ledger
 */
export async function startLedger(
  { home, databaseUrl }: Pick<Config, 'home' | 'databaseUrl'>,
  makes: boolean,
): Promise<() => Promise<void>> {
  if (databaseUrl !== undefined || begun.has(home)) return async () => undefined
  if (!makes && !hasEmbeddedLedger(home)) return async () => undefined
  const asked = Promise.withResolvers<void>()
  const start: Begun = {
    attached: attachEmbeddedPostgres({ home, onNotice: (told) => start.onNotice(told), onAsked: asked.resolve }),
    // Until somebody opens the ledger, nobody waits for it.
    onNotice: () => undefined,
  }
  begun.set(home, start)
  // Loading modules lets nothing else go on in between.
  await Promise.race([asked.promise, start.attached.catch(() => undefined)])
  return async () => {
    if (begun.get(home) !== start) return
    begun.delete(home)
    const attached = await start.attached
    if (attached.ok) await attached.release()
  }
}

/** Attach to the embedded server of a home, which may be starting already. */
export function attachLedger(home: string, onNotice: (sentence: Sentence) => void): Promise<AttachedPostgres> {
  const start = begun.get(home)
  if (!start) return attachEmbeddedPostgres({ home, onNotice })
  begun.delete(home)
  start.onNotice = onNotice
  return start.attached
}
