import { inTransaction } from '../ledger/connection/ledger.ts'
import { whyOtherClocks as whyOthers } from '../ledger/policy/clocks.ts'
import type { Sentence } from '../words/sentence.ts'
import type { Core } from './context.ts'

/** Why hours or windows on the clocks of a zone can't be kept: the database's show another time from now on. Undefined: they can. */
export const whyOtherClocks = ({ ledger }: Core, zone: string): Promise<Sentence | undefined> =>
  inTransaction(ledger, async (client) => ({ commit: false, value: await whyOthers(client, zone, new Date()) }))
