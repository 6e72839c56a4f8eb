import { accountPages } from './account.ts'
import { adminAccountPages } from './admin/adminAccounts.ts'
import { adminFloatPages } from './admin/adminFloat.ts'
import { adminKeyPages } from './admin/adminKeys.ts'
import { adminPolicyPages } from './admin/adminPolicy.ts'
import { adminTrailPages } from './admin/adminTrail.ts'
import { operatorPages } from './admin/operators.ts'
import { approvalPages } from './approvals/approvals.ts'
import { batchPage } from './batch/batch.ts'
import { batchActionPages } from './batch/batchActions.ts'
import { batchesPage } from './batch/batches.ts'
import { historyPage } from './batch/batchHistory.ts'
import { referencePages } from './batch/reference.ts'
import { retryPages } from './batch/retryBatch.ts'
import { rowPages } from './batch/row.ts'
import { homePage } from './home.ts'
import { correctedPage } from './newBatch/corrections.ts'
import { newBatchPages } from './newBatch/newBatch.ts'
import type { DeskPage } from './page.ts'
import { payinPages } from './payins/payins.ts'
import { peoplePages } from './people.ts'
import { reconcilePages } from './reconcile/reconcile.ts'
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
