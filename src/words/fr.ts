import type { Catalogue } from './catalogue.ts'
import { alerts } from './fr/alerts.ts'
import { intakeFiles } from './fr/intakeFiles.ts'
import { intakeRows } from './fr/intakeRows.ts'
import { payout } from './fr/payout.ts'
import { report } from './fr/report.ts'

/** French, part by part. A test compares it with the sentences in the code: none missing, none left over. */
export const fr: Catalogue = { ...alerts, ...report, ...payout, ...intakeFiles, ...intakeRows }
