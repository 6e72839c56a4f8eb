import { setTimeout as delay } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { type Admitted, admit, commitHere } from './admit.ts'
import type { Mark, MarkPlace } from './mark.ts'

/** A process's own mark, and those of all others: what a ledger is judged by whenever a connection to it is made. */
export interface Past {
  /** This process claims under this number from now on. */
  registered(workerNo: number): void
  /** Judge the ledger at the other end of a new connection, before anything is claimed over it. */
  admit(client: ClientBase | Pool): Promise<Admitted>
  /**
   * The ledger has made so many group commits for a worker. Nothing that rests on them may be sent before this ends: it is kept
   * outside of the ledger then. Mostly that is at once, and nothing is returned.
   */
  keep(workerNo: number, commits: number): undefined | Promise<void>
  /** From the heartbeat, and as a command ends: judge, and keep how far the ledger has come by now. */
  keepPosition(client: ClientBase | Pool): Promise<Admitted>
  /** A mark could not be kept, and is tried again: nothing more may be claimed until it is. */
  isLate(): boolean
  /** How the ledger was found last. */
  last(): Admitted | undefined
  /** From now on marks are kept in this place, too: every process that pays from the ledger has it. */
  share(place: MarkPlace): void
}

export interface PastPlaces {
  /** Files of PAYRUN_HOME. */
  files: MarkPlace
  /** The ledger is embedded: whoever pays from it has this PAYRUN_HOME. */
  onlyHere: boolean
  /** Marks that are shared, for a process that has not opened their place; null when they can't be read at this moment. */
  elsewhere?: (() => Promise<Mark[] | null>) | undefined
  onTrouble(error: unknown): void
  /** The ledger was found otherwise than before. */
  onChange(found: Admitted): void
}

export function openPast({ files, onlyHere, elsewhere, onTrouble, onChange }: PastPlaces): Past {
  const writer = openWriter(files, onTrouble)
  let own: Mark | undefined
  let ownNo: number | null = null
  let last: Admitted | undefined

  const judge = async (client: ClientBase | Pool): Promise<Admitted> => {
    const shared = writer.shared()
    const places = shared ? [files, shared] : [files]
    const read = async () => [...(own ? [own] : []), ...(await Promise.all(places.map((each) => each.read()))).flat()]
    const all = onlyHere || shared !== undefined
    const found = await admit(client, { read, all, elsewhere: shared ? undefined : elsewhere }, ownNo ?? undefined)
    const before = last?.kind ?? 'whole'
    last = found
    if (found.kind !== before) onChange(found)
    return found
  }
  const write = (mark: Mark): undefined | Promise<void> => {
    own = mark
    return writer.write(mark)
  }

  return {
    registered: (workerNo) => {
      ownNo = workerNo
      if (last?.kind !== 'whole') return
      const { epoch, systemId, timeline } = last
      void write({ epoch, systemId, timeline, position: null, workerNo, commits: 0 })
    },
    admit: judge,
    keep: (workerNo, commits) => {
      // Another's: its answers came from the outbox, or it is the number that this process had before.
      if (workerNo !== ownNo || last?.kind !== 'whole') return undefined
      const { epoch, systemId, timeline } = last
      if (own?.epoch === epoch && own.workerNo === workerNo && own.commits >= commits) return undefined
      // The write-ahead position moves with the heartbeat: the commits say it more exactly.
      const position = own?.systemId === systemId && own.timeline === timeline ? own.position : null
      return write({ epoch, systemId, timeline, position, workerNo, commits })
    },
    keepPosition: async (client) => {
      const admitted = await judge(client)
      if (admitted.kind !== 'whole') return admitted
      const { epoch, systemId, timeline } = admitted
      const position = await commitHere(client)
      // Of before a recovery they are what the ledger has lost: said to be of after it, they would fence it again.
      const commits = own?.epoch === epoch && own.workerNo === ownNo ? own.commits : 0
      // Not waited for: the heartbeat does not stop because Redis is away.
      void write({ epoch, systemId, timeline, position, workerNo: ownNo, commits })
      files.sync()
      return admitted
    },
    isLate: writer.isLate,
    last: () => last,
    share: writer.share,
  }
}

/** Between two tries to keep a mark. */
const retryMs = 200

/** Keeps a process's newest mark: in the shared place where there is one, and in a file, which is quick. One of them is enough. */
function openWriter(files: MarkPlace, onTrouble: (error: unknown) => void) {
  let shared: MarkPlace | undefined
  let newest: Mark | undefined
  let late: Promise<void> | undefined

  const keep = async (): Promise<void> => {
    if (newest) await (shared ?? files).write(newest)
  }
  /** Always the newest: whoever waits for an older one is served by it. */
  const keepTrying = async (): Promise<void> => {
    for (;;) {
      await delay(retryMs, undefined, { ref: false })
      try {
        return await keep()
      } catch {
        // Said once, when it began.
      }
    }
  }
  const keepOrTryAgain = async (): Promise<void> => {
    if (late) return late
    try {
      await keep()
    } catch (error) {
      onTrouble(error)
      late ??= keepTrying().finally(() => {
        late = undefined
      })
      await late
    }
  }
  return {
    write: (mark: Mark): undefined | Promise<void> => {
      newest = mark
      try {
        files.write(mark)
        if (!shared) return undefined
      } catch (error) {
        if (!shared) onTrouble(error)
      }
      return keepOrTryAgain()
    },
    isLate: () => late !== undefined,
    shared: () => shared,
    share: (place: MarkPlace) => {
      shared = place
    },
  }
}
