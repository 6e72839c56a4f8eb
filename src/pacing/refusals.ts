import type { OperatorCode } from '../payout/operators/operator.ts'
import type { MaxRefused, RefusalsToShare } from '../payout/refusalsInARow.ts'

/**
 * Refusals in a row: of each operator in each batch, and over all operators of the batch. A good answer ends the series, and so does a
 * refusal in other words. An ambiguous answer, or a request that was not taken in, says nothing either way.
 */
export interface RefusalCount {
  /** @returns how many there are in a row now, as far as this process knows */
  refused(batchNo: number, operator: OperatorCode, words: string): MaxRefused
  /** @returns whether it has ended a series of refusals, which is worth sharing */
  good(batchNo: number, operator: OperatorCode): boolean
  /** What has not been shared yet; it counts as shared from now on. */
  toShare(batchNo: number): RefusalsToShare[]
  /** The batch is being paused: rows still in flight don't count any more. */
  stop(batchNo: number): void
  /** The batch runs. After a pause, counting starts again. */
  begin(batchNo: number): void
}

interface Run {
  words: string
  rows: number
  unshared: { rows: number; anew: boolean }
}

export function createRefusalCount(): RefusalCount {
  const batches = new Map<number, Map<OperatorCode | '', Run>>()
  const stopped = new Set<number>()

  const runOf = (batchNo: number, operator: OperatorCode | ''): Run => {
    const runs = batches.get(batchNo) ?? new Map<OperatorCode | '', Run>()
    batches.set(batchNo, runs)
    const run = runs.get(operator) ?? { words: '', rows: 0, unshared: { rows: 0, anew: false } }
    runs.set(operator, run)
    return run
  }

  const add = (run: Run, words: string): number => {
    if (run.rows > 0 && run.words !== words) end(run)
    run.words = words
    run.rows += 1
    run.unshared.rows += 1
    return run.rows
  }

  return {
    refused: (batchNo, operator, words) => {
      if (stopped.has(batchNo)) return { ofOperator: 0, overAll: 0 }
      return { ofOperator: add(runOf(batchNo, operator), words), overAll: add(runOf(batchNo, ''), words) }
    },
    // Called for every paid row: usually nothing was refused, and there is nothing to do.
    good: (batchNo, operator) => {
      const runs = batches.get(batchNo)
      if (!runs) return false
      const ended = [runs.get(operator), runs.get('')].filter((run) => run !== undefined && run.rows > 0)
      for (const run of ended) if (run) end(run)
      return ended.length > 0
    },
    toShare: (batchNo) =>
      [...(batches.get(batchNo) ?? [])].flatMap(([operator, { words, unshared, ...run }]) => {
        const { rows, anew } = unshared
        if (rows === 0 && !anew) return []
        Object.assign(unshared, { rows: 0, anew: false })
        return [{ operator, words: run.rows === 0 ? '' : words, rows, anew }]
      }),
    stop: (batchNo) => {
      batches.delete(batchNo)
      stopped.add(batchNo)
    },
    begin: (batchNo) => void stopped.delete(batchNo),
  }
}

function end(run: Run): void {
  run.rows = 0
  run.unshared = { rows: 0, anew: true }
}
