import type { RowToStore } from './storeBatch.ts'

/** A row of a file as one line of COPY's text format, with the columns of the staging table. */
export function copyLine(row: RowToStore, chunkNo: number | null): string {
  const { payable } = row
  const cells = [
    // Not String(), whose results V8 keeps in a cache: each line's would outlive two collections, and the heap grow with it.
    row.line.toFixed(0),
    chunkNo === null ? null : String(chunkNo),
    payable ? 'pending' : 'invalid',
    payable?.operator ?? null,
    payable?.phone ?? null,
    payable?.currency ?? null,
    payable ? payable.amountMinor.toString() : null,
    payable?.name ?? null,
    row.reference,
    row.key,
    row.problems.length > 0 ? JSON.stringify(row.problems) : null,
    cellsJson(row),
  ]
  return `${cells.map(copyCell).join('\t')}\n`
}

/** Postgres keeps json as it comes, and would fail at these whenever it is read: intake leaves none of them. */
function cellsJson({ line, cells }: RowToStore): string {
  const json = JSON.stringify(cells)
  if (json.includes('\\u') && cells.some((cell) => cell?.includes('\0') || cell?.isWellFormed() === false)) {
    throw new Error(`line ${line}: a cell with a NUL or half a character can't be kept`)
  }
  return json
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyCell(cell: string | null): string {
  if (cell === null) return '\\N'
  return special.test(cell) ? cell.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : cell
}
