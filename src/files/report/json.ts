import { freeName, keptColumns, reportColumns, sandboxColumn } from '../../payout/report.ts'
import type { Language } from '../../words/catalogue.ts'
import { renderWords } from '../../words/render.ts'
import { payrunIdIn, type ReportContent, type ReportRow, sandboxMark } from './row.ts'

/** `{batch, totals, rows}` in pieces, with one row per line so that people can read it, too. */
export async function* jsonReport(content: ReportContent): AsyncGenerator<string> {
  const { batch, rows } = content
  const { counts, sums } = content.totals
  const toText = rowWriter(content)
  yield `{"batch":${JSON.stringify(batch)},"totals":${JSON.stringify({ counts, sums })},"rows":[`
  let separator = '\n'
  for await (const group of rows) {
    if (group.length === 0) continue
    yield separator + group.map(toText).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** One row per line, with the same objects as in the JSON report. */
export async function* ndjsonReport(content: ReportContent): AsyncGenerator<string> {
  const toText = rowWriter(content)
  for await (const group of content.rows) {
    if (group.length > 0) yield `${group.map(toText).join('\n')}\n`
  }
}

/**
 * Writes a row's object directly as text, not from an object: a column named `__proto__` is a key like any other, and columns named
 * like numbers keep their place.
 */
function rowWriter(content: ReportContent): (row: ReportRow) => string {
  const { columns, language } = content
  const payrunId = payrunIdIn(content)
  const sandbox = sandboxMark(content)
  const kept = distinctNames(keptColumns(columns, reportColumns)).map(({ index, name }) => ({
    index,
    key: `${JSON.stringify(name)}:`,
  }))
  return (row) => {
    let text = '{'
    for (const { index, key } of kept) text += `${key}${JSON.stringify(row.cells[index] ?? null)},`
    return text + resultText(row, { payrunId: payrunId(row.line), sandbox }, language)
  }
}

/** A parser would drop a second column with the same name, so it becomes `name_2`, and so on. */
function distinctNames<T extends { name: string }>(columns: readonly T[]): T[] {
  const taken = new Set(columns.map(({ name }) => name))
  const seen = new Set<string>()
  return columns.map((column) => {
    const name = seen.has(column.name) ? freeName(column.name, taken) : column.name
    seen.add(name)
    return { ...column, name }
  })
}

function resultText(
  row: ReportRow,
  { payrunId, sandbox }: { payrunId: string | null; sandbox: string | null },
  language: Language,
): string {
  const results = {
    line: row.line,
    status: row.status,
    provider_reference: row.providerReference,
    error_code: row.errorCode,
    error_message: row.errorMessage && renderWords(row.errorMessage, language),
    ...(row.doubt && { [row.doubt]: true }),
    attempts: row.attempts,
    sent_at: row.sentAt,
    settled_at: row.settledAt,
    payrun_id: payrunId,
    ...(sandbox !== null && { [sandboxColumn]: sandbox }),
  }
  return JSON.stringify(results).slice(1)
}
