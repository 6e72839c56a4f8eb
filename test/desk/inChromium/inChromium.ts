import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openChromium } from '../../harness/chromium.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'

/** What the tests of a describe share: they are there once the first of them begins. */
export interface Shared {
  server: LedgerServer
  browser: Browser
}

/** A browser, and a server of ledgers, for all tests of the describe that calls it. */
export function setUpChromium(): Shared {
  const shared = {} as Shared
  beforeAll(async () => {
    shared.server = await startLedgerServer()
    shared.browser = await openChromium()
  })
  afterAll(async () => {
    await shared.browser.close()
    await shared.server.stop()
  })
  return shared
}
