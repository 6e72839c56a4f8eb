import { fieldName, heldOf, type Preview, type PreviewedFile, type ToBePaid } from '../../app/submit/preview.ts'
import type { FileColumn } from '../../app/submit/submission.ts'
import { count, listed, moment, money, moneyOf, type Sentence, say } from '../../words/sentence.ts'
import { renderWarned } from './checkedFile.ts'
import { problemParagraphs } from './problems.ts'
import { renderTable } from './table.ts'
import { type Look, listItem, printable, shown, t, text, wrapText } from './text.ts'

/** Shows what is about to be paid: the source, sums by operator, the largest payouts, rows left out, and warnings. */
export function renderPreview(preview: Preview, look: Look): string {
  const { of, toBePaid } = preview
  const parts = [
    ...(preview.sandbox ? [look.style.paint(t('summary.sandbox'), 'yellow')] : []),
    look.style.paint(headline(preview), 'bold'),
    ...(of.kind === 'file' ? [columnsTable(of.columns, look)] : []),
    operatorsTable(toBePaid, look),
    ...heldOf(toBePaid).map((held) =>
      look.style.paint(wrapText(printable(text(held)), look.width).join('\n'), 'yellow'),
    ),
    largestTable(toBePaid, look),
    ...(of.kind === 'file' ? leftOut(of, look) : []),
    ...notes(of, look),
    ...warned(of, look),
    ...(preview.whyNobody
      ? [look.style.paint(wrapText(printable(text(preview.whyNobody)), look.width).join('\n'), 'red')]
      : []),
  ]
  return `\n${parts.join('\n\n')}\n`
}

function headline({ of }: Preview): string {
  const rows = count(of.rows)
  if (of.kind === 'batch') return t('paying.preview_batch', { id: of.id, name: printable(of.name) })
  const name = of.name === null ? t('files.standard_input') : printable(of.name)
  return of.sheet === null
    ? t('paying.preview_file', { name, rows })
    : t('paying.preview_sheet', { name, sheet: printable(of.sheet), rows })
}

function columnsTable(columns: readonly FileColumn[], look: Look): string {
  return renderTable({
    columns: [{ head: t('paying.preview_column') }, { head: t('paying.preview_read_as') }],
    rows: columns.map(({ field, name }) => [printable(name), text(fieldName(field))]),
    ...look,
  })
}

function operatorsTable({ rows, totals, operators }: ToBePaid, look: Look): string {
  const lines = operators.map(({ operator, currency, rows: payouts, amountMinor }) => [
    operator as string,
    shown(count(payouts)),
    shown(money(amountMinor, currency)),
  ])
  const sums = [...totals].map(([currency, minor]) => shown(money(minor, currency)))
  if (lines.length > 1) lines.push([`  ${t('summary.total')}`, shown(count(rows)), sums.join('\n')])
  return renderTable({
    columns: [
      { head: t('summary.operator'), whole: true },
      { head: t('paying.preview_payouts'), align: 'right' },
      { head: t('report.amount'), align: 'right' },
    ],
    rows: lines,
    ...look,
  })
}

function largestTable({ largest }: ToBePaid, look: Look): string {
  const table = renderTable({
    columns: [
      { head: t('report.line'), align: 'right' },
      { head: t('summary.name_head') },
      { head: t('paying.preview_number'), whole: true },
      { head: t('summary.operator') },
      { head: t('report.amount'), align: 'right' },
    ],
    rows: largest.map(({ line, name, phone, operator, currency, amountMinor }) => [
      String(line),
      printable(name ?? ''),
      `+${phone}`,
      operator,
      shown(money(amountMinor, currency)),
    ]),
    ...look,
  })
  return `${look.style.paint(t('paying.preview_largest', { n: largest.length }), 'bold')}\n${table}`
}

/** The most problems to show; `validate` shows all of them. */
const problemsShown = 20

function leftOut({ leftOut: { rows, problems, problemCount, place, letters } }: PreviewedFile, look: Look): string[] {
  if (rows === 0) return []
  const lines = [look.style.paint(t('paying.preview_left_out', { rows: count(rows) }), 'yellow')]
  lines.push(...problemParagraphs(problems.slice(0, problemsShown), { place, letters, ...look }))
  const more = problemCount - problemsShown
  if (more > 0) lines.push(t('paying.preview_more_problems', { more: count(more) }))
  return [lines.join('\n')]
}

function notes({ notes: said }: Preview['of'], { style, width }: Look): string[] {
  if (said.length === 0) return []
  const lines = said.map((note) => listItem(printable(text(note)), width))
  return [[style.paint(t('paying.preview_notes'), 'bold'), ...lines].join('\n')]
}

function warned(of: Preview['of'], look: Look): string[] {
  const told = renderWarned(of.warned, look)
  return told === '' ? [] : [told]
}

/** `Pay 400 people 479,800 FCFA? [y/N]` */
export function questionOf(preview: Preview): string {
  const question = say('paying.question', { act: capitalised(text(actOf(preview))) })
  return text(preview.sandbox ? say('paying.question_in_sandbox', { question }) : question)
}

function actOf({ of, toBePaid, needsApproval, startAt, hours }: Preview): Sentence {
  const act = payText(toBePaid, of.kind === 'batch')
  const timed = startAt === null ? act : say('paying.act_from', { act, at: moment(startAt) })
  const between = hours === null ? timed : say('paying.act_between', { act: timed, ...hours })
  return needsApproval ? say('paying.act_approval', { act: between }) : between
}

/** `pay 400 people 479,800 FCFA` */
export function payText({ rows, people, totals }: ToBePaid, isRetry: boolean): Sentence {
  const told = { people: count(people), sums: listed(moneyOf(totals)) }
  const pay = rows === people ? say('paying.act_pay', told) : say('paying.act_payouts', { ...told, rows: count(rows) })
  return isRetry ? say('paying.act_again', { act: pay }) : pay
}

const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
