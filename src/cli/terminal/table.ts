import CliTable3 from 'cli-table3'
import { displayWidth, fitWidth, plainStyle, type Style } from './text.ts'

interface TableColumn {
  head: string
  /** Right is for numbers, which are never cut: half a sum is a wrong sum. */
  align?: 'left' | 'right'
  /** Never cut, because people type it somewhere else, such as an id. */
  whole?: boolean
}

interface TableOptions {
  columns: readonly TableColumn[]
  /** A cell may have several lines, and colours if it is never cut. */
  rows: readonly (readonly string[])[]
  /** Of the terminal, in columns. Left-aligned cells are cut with `…` until the table fits; if that isn't enough, rows are stacked. */
  width: number
  style?: Style
}

const gap = '  '
const narrowest = 6

/** A table with one rule under its head and no other lines: easy to read, copy and search. No final newline. */
export function renderTable({ columns, rows, width, style = plainStyle }: TableOptions): string {
  const widths = fitColumns(columns, rows, width)
  if (sum(widths) + gap.length * (columns.length - 1) > width) return renderStacked(columns, rows, style)
  const table = new CliTable3({
    head: columns.map(({ head }, index) => style.paint(fitWidth(head, widths[index]!), 'bold')),
    colWidths: widths,
    colAligns: columns.map(({ align }) => align ?? 'left'),
    chars: { ...noLines, middle: gap, mid: '─', 'mid-mid': '──' },
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
  })
  for (const row of rows) table.push(row.map((cell, index) => fitLines(cell, widths[index]!)))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** For a terminal that is too narrow for the table: each cell has a line of its own. */
function renderStacked(columns: readonly TableColumn[], rows: TableOptions['rows'], style: Style): string {
  const headWidth = Math.max(...columns.map(({ head }) => displayWidth(head)))
  const indent = ' '.repeat(headWidth + gap.length)
  const line = (cell: string, index: number): string => {
    const head = columns[index]?.head ?? ''
    const padding = ' '.repeat(headWidth - displayWidth(head) + gap.length)
    return `${style.paint(head, 'bold')}${padding}${cell.replaceAll('\n', `\n${indent}`)}`.trimEnd()
  }
  return rows.map((row) => row.map(line).join('\n')).join('\n\n')
}

const noLines = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  right: '',
  'right-mid': '',
}

/** Makes each column as wide as its widest cell, then narrows the widest left-aligned one until the table fits. */
function fitColumns(columns: readonly TableColumn[], rows: TableOptions['rows'], width: number): number[] {
  const widths = columns.map(({ head }, index) =>
    Math.max(1, ...[head, ...rows.flatMap((row) => (row[index] ?? '').split('\n'))].map(displayWidth)),
  )
  const room = width - gap.length * (columns.length - 1)
  for (let over = sum(widths) - room; over > 0; over -= 1) {
    const widest = widestToCut(columns, widths)
    if (widest === undefined) break
    widths[widest]! -= 1
  }
  return widths
}

function widestToCut(columns: readonly TableColumn[], widths: readonly number[]): number | undefined {
  let widest: number | undefined
  for (const [index, { align, whole }] of columns.entries()) {
    if (align === 'right' || whole === true || widths[index]! <= narrowest) continue
    if (widest === undefined || widths[index]! > widths[widest]!) widest = index
  }
  return widest
}

const fitLines = (cell: string, width: number): string =>
  cell
    .split('\n')
    .map((line) => fitWidth(line, width))
    .join('\n')

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
