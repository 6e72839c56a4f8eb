import { cutAround } from './twoTexts.ts'

/**
 * A correction that somebody made to a file before submitting it. Approvers need the list, because they see only the corrected file.
 * It names people, so purging the batch deletes it.
 */
export type Correction = CorrectedCell | LeftOutRow

export interface CorrectedCell {
  kind: 'cell'
  line: number
  /** As the file names it. */
  column: string
  /** Lists of people mask it. */
  isPhone: boolean
  from: string
  to: string
}

/** As it was in the file; '' if there was none. */
export interface LeftOutRow {
  kind: 'left_out'
  line: number
  name: string
  phone: string
  amount: string
}

/** One correction, with all the lines it was made on. */
type CorrectedAlike = Omit<CorrectedCell, 'line'> & { lines: readonly number[] }

/** The corrections of a batch. */
export interface Corrected {
  cells: number
  rows: number
  /** In the order of their first lines. Empty if there were too many to list. */
  list: readonly (CorrectedAlike | LeftOutRow)[]
}

/** The count and total that the submitter expected; the file was checked against them. Absent if they gave none. */
export interface Expected {
  count?: number
  /** As it was typed. */
  total?: string
}

/** The most corrections that the ledger lists for a batch, and the most characters of a cell. */
const most = { listed: 10_000, text: 300 }

/** @param all in the order of their lines */
export function listCorrections(all: readonly Correction[]): Corrected['list'] {
  const alike = new Map<string, number[]>()
  const list: (CorrectedAlike | LeftOutRow)[] = []
  for (const each of all) {
    if (each.kind === 'left_out') {
      list.push({ ...each, name: cut(each.name), phone: cut(each.phone), amount: cut(each.amount) })
      continue
    }
    const { line, ...cell } = each
    const key = JSON.stringify([cell.column, cell.isPhone, cell.from, cell.to])
    const lines = alike.get(key)
    if (lines) {
      lines.push(line)
      continue
    }
    const its = [line]
    alike.set(key, its)
    const [from, to] = cutAround([cell.from, cell.to], most.text)
    list.push({ ...cell, column: cut(cell.column), from, to, lines: its })
  }
  return list.length > most.listed ? [] : list
}

const cut = (text: string): string => cutAround([text, text], most.text)[0]
