import { accountPages } from './account.ts'
import { batchPage } from './batch.ts'
import { batchActionPages } from './batchActions.ts'
import { batchesPage } from './batches.ts'
import { homePage } from './home.ts'
import { newBatchPages } from './newBatch.ts'
import type { DeskPage } from './page.ts'
import { referencePages } from './reference.ts'
import { signInPages } from './signIn.ts'

/** Every page of the desk. */
export const pages: readonly DeskPage[] = [
  homePage,
  batchesPage,
  batchPage,
  ...batchActionPages,
  ...newBatchPages,
  ...signInPages,
  ...accountPages,
  ...referencePages,
]
