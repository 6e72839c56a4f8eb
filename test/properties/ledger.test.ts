import { checkLedger } from './model/checkLedger.ts'

// An eighth of them. All, and that every move was met, are in ledger.slow.test.ts.
checkLedger(400)
