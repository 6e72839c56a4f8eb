import type { Catalogue } from './catalogue.ts'
import { alerts } from './fr/alerts.ts'
import { cliCommands } from './fr/cliCommands.ts'
import { cliDoctor } from './fr/cliDoctor.ts'
import { cliReconcile } from './fr/cliReconcile.ts'
import { cliRetry } from './fr/cliRetry.ts'
import { cliSchedules } from './fr/cliSchedules.ts'
import { cliSummary } from './fr/cliSummary.ts'
import { help } from './fr/help.ts'
import { helpNotes } from './fr/helpNotes.ts'
import { helpServices } from './fr/helpServices.ts'
import { helpWords } from './fr/helpWords.ts'
import { intakeFiles } from './fr/intakeFiles.ts'
import { intakeRows } from './fr/intakeRows.ts'
import { ledger } from './fr/ledger.ts'
import { log } from './fr/log.ts'
import { payout } from './fr/payout.ts'
import { provider } from './fr/provider.ts'
import { report } from './fr/report.ts'
import { sandbox } from './fr/sandbox.ts'
import { settings } from './fr/settings.ts'

/** French, part by part. A test compares it with the sentences in the code: none missing, none left over. */
export const fr: Catalogue = {
  ...alerts,
  ...cliSchedules,
  ...log,
  ...cliDoctor,
  ...cliRetry,
  ...cliCommands,
  ...cliReconcile,
  ...cliSummary,
  ...help,
  ...helpNotes,
  ...helpServices,
  ...helpWords,
  ...report,
  ...payout,
  ...intakeFiles,
  ...intakeRows,
  ...provider,
  ...ledger,
  ...settings,
  ...sandbox,
}
