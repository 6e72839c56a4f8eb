import { checkLedger } from './model/checkLedger.ts'

// A hundred times. The same a thousand times over, and that every move was met, is in ledger.slow.test.ts.
checkLedger(400)
