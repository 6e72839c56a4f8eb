import { checkLedger } from './model/checkLedger.ts'

checkLedger(400)
