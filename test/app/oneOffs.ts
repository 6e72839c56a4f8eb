import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { App } from '../../src/app/context.ts'
import { openDesk } from '../../src/app/desk.ts'
import type { OnePayout } from '../../src/app/pay/payOne.ts'
import { acceptedBatch } from '../harness/accepted.ts'
import { type LedgerServer, startLedgerServer, type TestLedger } from '../harness/ledger.ts'
import { setUpApp } from './setUpApp.ts'

export type Given = OnePayout & { reference: string; allowDuplicates: false }

export const given = (reference: string, change: Partial<Given> = {}): Given => ({
  operator: 'mtn-benin',
  phone: '2290197000001',
  amount: '1500',
  currency: undefined,
  country: undefined,
  name: 'Awa Diop',
  note: undefined,
  period: null,
  sandbox: true,
  ...change,
  reference,
  allowDuplicates: false,
})

/** Processes that serve many, and pay nobody, each on a ledger of its own. Hooks of the file that calls it. */
export function setUpOneOffs() {
  let server: LedgerServer
  beforeAll(async () => {
    server = await startLedgerServer()
  })
  afterAll(() => server.stop())

  async function openApp(): Promise<{ app: App; db: TestLedger }> {
    const db = await server.open()
    const desk = await openDesk(setUpApp(db).as('payroll'), { sandbox: true, pays: false })
    if (!desk.ok) throw new Error(JSON.stringify(desk))
    onTestFinished(desk.close)
    return { app: desk.app, db }
  }
  return { openApp }
}

/** Person 2 was paid 1,002 at the number that ends in 02. */
export const payBefore = (db: TestLedger) =>
  acceptedBatch(db, 1, { sandbox: true, name: 'before' }, (providerReference) => ({ kind: 'paid', providerReference }))
