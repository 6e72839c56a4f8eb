import { cutAround } from './twoTexts.ts'

/**
 * What somebody corrected in a file before they submitted it: whoever approves it has only the corrected one before them. It names
 * people, and goes with the rest when the batch is purged.
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

/** As it stood in the file; '' where it had none. */
export interface LeftOutRow {
  kind: 'left_out'
  line: number
  name: string
  phone: string
  amount: string
}

/** The same correction, on all lines on which it was made. */
type CorrectedAlike = Omit<CorrectedCell, 'line'> & { lines: readonly number[] }

/** Of a batch. */
export interface Corrected {
  cells: number
  rows: number
  /** Which, by their first lines. Empty: there were too many to list them. */
  list: readonly (CorrectedAlike | LeftOutRow)[]
}

/** What a batch's submitter said that its file comes to: it was held against that. Left out: they didn't say. */
export interface Expected {
  count?: number
  /** As it was typed. */
  total?: string
}

/** A ledger lists no more of one batch, and no more of a cell. */
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
