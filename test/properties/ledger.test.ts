import { checkLedger } from './model/checkLedger.ts'

// A sixteenth of them. All, and that every move was met, are in ledger.slow.test.ts.
checkLedger(200)
