import { count, say } from '../../../words/sentence.ts'
import { type Refused, refused } from '../../payroll/row.ts'

/** Compares what a message states about its parts (`NbOfTxs`, `CtrlSum`) with what it has. */
interface StatedTotals {
  /** An amount of the part, as written. */
  add(amount: string): void
  stateCount(text: string): void
  stateSum(text: string): void
  /** Why the message is not complete; null if everything agrees or nothing is stated. @param of the message's or the batch's id */
  compare(of: string): Refused | null
}

/** ISO 20022's `DecimalNumber` has at most 17 digits after the point. */
const decimals = 17

export function createStatedTotals(): StatedTotals {
  let found = 0
  /** Null after an unreadable amount: its row reports that, and the sum is not compared. */
  let sum: bigint | null = 0n
  let statedCount: string | null = null
  let statedSum: string | null = null
  return {
    add(amount) {
      found++
      const units = unitsOf(amount)
      sum = sum === null || units === null ? null : sum + units
    },
    stateCount(text) {
      statedCount = text
    },
    stateSum(text) {
      statedSum = text
    },
    compare(of) {
      const id = of.slice(0, 35)
      if (statedCount !== null && !isCount(statedCount, found))
        return refused(say('files.xml_count_differs', { id, stated: statedCount.slice(0, 20), found: count(found) }))
      if (statedSum === null || sum === null || unitsOf(statedSum) === sum) return null
      return refused(say('files.xml_sum_differs', { id, stated: statedSum.slice(0, 40), found: textOf(sum) }))
    },
  }
}

const isCount = (stated: string, found: number): boolean => /^\d{1,15}$/.test(stated) && Number(stated) === found

function unitsOf(text: string): bigint | null {
  const read = /^(\d{1,18})(?:\.(\d{1,17}))?$/.exec(text)
  return read ? BigInt(`${read[1]}${(read[2] ?? '').padEnd(decimals, '0')}`) : null
}

/** `1500`, `150.5`. */
function textOf(units: bigint): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`
}
