import { inTransaction, type Ledger } from '../connection/ledger.ts'
import { bindRequestKey, type RequestKey } from '../intake/requestKeys.ts'
import { type Batch, type Move, moveBatch } from './batches.ts'

/** Move a batch as somebody asks (`moveBatch`). What moves it binds the key under which it was asked for. */
export const moveAsked = (
  ledger: Ledger,
  batchNo: number,
  from: readonly Batch['state'][],
  move: Move,
  requestKey: RequestKey | undefined,
): Promise<boolean> =>
  requestKey === undefined
    ? moveBatch(ledger, batchNo, from, move)
    : inTransaction<boolean>(ledger, async (client) => {
        const moved = await moveBatch({ pool: client }, batchNo, from, move)
        if (moved) await bindRequestKey(client, requestKey, batchNo)
        return { commit: moved, value: moved }
      })
