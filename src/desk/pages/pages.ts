import { accountPages } from './account.ts'
import { adminAccountPages } from './adminAccounts.ts'
import { adminFloatPages } from './adminFloat.ts'
import { adminKeyPages } from './adminKeys.ts'
import { adminPolicyPages } from './adminPolicy.ts'
import { adminTrailPages } from './adminTrail.ts'
import { approvalPages } from './approvals.ts'
import { batchPage } from './batch.ts'
import { batchActionPages } from './batchActions.ts'
import { batchesPage } from './batches.ts'
import { historyPage } from './batchHistory.ts'
import { correctedPage } from './corrections.ts'
import { homePage } from './home.ts'
import { newBatchPages } from './newBatch.ts'
import { operatorPages } from './operators.ts'
import type { DeskPage } from './page.ts'
import { payinPages } from './payins.ts'
import { peoplePages } from './people.ts'
import { reconcilePages } from './reconcile.ts'
import { referencePages } from './reference.ts'
import { retryPages } from './retryBatch.ts'
import { rowPages } from './row.ts'
import { schedulePages } from './schedules.ts'
import { signInPages } from './signIn.ts'
import { workPages } from './work.ts'

/** Every page of the desk. */
export const pages: readonly DeskPage[] = [
  homePage,
  batchesPage,
  batchPage,
  historyPage,
  correctedPage,
  ...batchActionPages,
  ...newBatchPages,
  ...rowPages,
  ...retryPages,
  ...reconcilePages,
  ...approvalPages,
  ...signInPages,
  ...accountPages,
  ...referencePages,
  ...peoplePages,
  ...operatorPages,
  ...schedulePages,
  ...payinPages,
  ...adminAccountPages,
  ...adminKeyPages,
  ...adminFloatPages,
  ...adminPolicyPages,
  ...adminTrailPages,
  ...workPages,
]
