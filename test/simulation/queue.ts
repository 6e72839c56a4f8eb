import type { ChunkQueue, QueuedChunk } from '../../src/queue/queues.ts'
import type { Process, World } from './world.ts'

/** A queue that keeps to what a queue promises to payrun, which is little: jobs are lost, come late, twice and in another order. */
export interface SimulatedQueue {
  openFor(process: Process): ChunkQueue
  /** All jobs are gone. */
  flush(): void
  /** Nothing is delivered to a process any more, until it makes its connections anew. */
  silence(process: Process): void
  /** Deliver this chunk to everybody, as often as they take it. */
  deliver(chunk: { batchId: string; chunkNo: number }): void
  isReliable: boolean
  /** Everything that was ever in it. */
  jobs: readonly QueuedChunk[]
}

interface Hand {
  process: Process
  free: number
  isSilent: boolean
  isClosed: boolean
  onChunk(chunk: { batchId: string; chunkNo: number }): Promise<void>
}

const idOf = ({ batchId, chunkNo, roundNo }: QueuedChunk): string => `${batchId}-${chunkNo}-${roundNo}`

/** A job whose worker says nothing for so long is given to another. */
const stalledMs = 30_000

export function openQueue(world: World): SimulatedQueue {
  const { random } = world
  const jobs: QueuedChunk[] = []
  const waiting = new Map<string, QueuedChunk>()
  const active = new Map<string, QueuedChunk>()
  const hands = new Set<Hand>()
  const latencyMs = () => (random.chance(0.05) ? random.between(100, 8_000) : random.between(1, 10))
  /** Answer a process after a while, if it is there. */
  const answer = <Value>(process: Process, value: () => Value): Promise<Value> =>
    new Promise((resolve) => world.after(random.between(1, 10), process, () => resolve(value())))

  const hand = (to: Hand, chunk: QueuedChunk): Promise<void> => {
    const { batchId, chunkNo } = chunk
    to.free -= 1
    return to
      .onChunk({ batchId, chunkNo })
      .catch(() => undefined)
      .then(() => {
        to.free += 1
        deliverAll()
      })
  }
  const deliverAll = () => world.after(latencyMs(), undefined, deliverOne)
  const deliverOne = () => {
    const ready = [...hands].filter(
      ({ process, free, isSilent, isClosed }) => process.state !== 'dead' && free > 0 && !isSilent && !isClosed,
    )
    if (ready.length === 0 || waiting.size === 0) return
    const id = random.pick([...waiting.keys()])
    const chunk = waiting.get(id)!
    const to = random.pick(ready)
    waiting.delete(id)
    active.set(id, chunk)
    const doubled = !queue.isReliable && random.chance(0.1) ? [random.pick(ready)] : []
    for (const each of [to, ...doubled])
      world.after(latencyMs(), each.process, () => {
        world.trace(`${each.process.name} is given chunk ${chunk.chunkNo}`)
        void hand(each, chunk).then(() => active.delete(id))
      })
    world.after(stalledMs, undefined, () => {
      if (to.process.state !== 'dead' || !active.delete(id)) return
      waiting.set(id, chunk)
      deliverAll()
    })
    if (waiting.size > 0) deliverAll()
  }
  const queue: SimulatedQueue = {
    openFor: (process) => {
      const own = new Set<Hand>()
      return {
        enqueue: (chunks) =>
          answer(process, () => {
            for (const chunk of chunks) {
              const id = idOf(chunk)
              if (waiting.has(id) || active.has(id)) continue
              jobs.push(chunk)
              if (!queue.isReliable && random.chance(0.05)) continue
              waiting.set(id, chunk)
              deliverAll()
            }
          }),
        count: () => answer(process, () => waiting.size + active.size),
        waiting: () => answer(process, () => waiting.size),
        isAway: () => false,
        consume: (concurrency, onChunk) => {
          const consumer: Hand = { process, free: concurrency, isSilent: false, isClosed: false, onChunk }
          hands.add(consumer)
          own.add(consumer)
          deliverAll()
          return {
            close: async () => {
              consumer.isClosed = true
              while (consumer.free < concurrency) await answer(process, () => undefined)
              hands.delete(consumer)
            },
          }
        },
        renew: () => {
          for (const each of own) each.isSilent = false
          deliverAll()
        },
        dispose: async () => undefined,
        close: async () => undefined,
      }
    },
    flush: () => {
      waiting.clear()
      active.clear()
    },
    silence: (process) => {
      for (const each of hands) if (each.process === process) each.isSilent = true
    },
    deliver: (chunk) => {
      for (const each of hands)
        if (each.process.state === 'running' && each.free > 0)
          world.after(0, each.process, () => void hand(each, { ...chunk, roundNo: 0 }))
    },
    isReliable: false,
    jobs,
  }
  return queue
}
