import type { Fix, FixReason } from '../../app/submit/writeCopy.ts'
import type { Problem as RowProblem } from '../../payout/problem.ts'
import { count, isSentence, type Sentence } from '../../words/sentence.ts'
import { formatCount, plainStyle, printable, type Style, shown, t, text, wrapText } from './text.ts'

/** A problem in a row of a payout file or a statement. Statements have codes of their own, too. */
type Problem = Omit<RowProblem, 'code' | 'message'> & { code: string; message: Sentence }

interface ProblemsOptions {
  /** The file as the person named it. */
  file: string
  /** The number of all problems, if `problems` holds only the first of them. */
  total?: number
  /** For JSON and XML, whose rows are elements counted from 1. */
  place?: 'element' | undefined
  /** The letters of a sheet's columns, by column name. */
  letters?: ReadonlyMap<string, string> | undefined
  /** Whether the rest of the file can be paid with --skip-invalid: not if the file can't be read to its end. */
  maySkip?: boolean
  /** It is a statement, which is exported again rather than submitted again. */
  isStatement?: boolean
  style?: Style
  /** Of the terminal, in columns; Infinity if there is none. */
  width?: number
}

const mostListed = 1_000

/**
 * The problems of a file in its order, with a paragraph for each kind of problem in a column: the lines, one explanation, and the
 * value in each line. Then the number of each kind, and what to do. No final newline.
 */
export function renderProblems(problems: readonly Problem[], options: ProblemsOptions): string {
  const { total = problems.length, maySkip = true } = options
  const file = printable(options.file)
  if (total === 0) return t('summary.no_problems', { file })
  const listed = [...problems].sort((one, other) => one.line - other.line).slice(0, mostListed)
  const lines = problemParagraphs(listed, options)
  const hidden = total - listed.length
  if (hidden > 0) lines.push(t('summary.more_problems', { more: count(hidden) }))
  return [
    ...lines,
    '',
    headline(problems, total, file),
    ...(options.isStatement ? [t('summary.fix_statement', { file })] : advice(problems, file, maySkip)),
  ].join('\n')
}

/** Only the paragraphs. */
export function problemParagraphs(
  problems: readonly Problem[],
  options: Pick<ProblemsOptions, 'place' | 'letters' | 'style' | 'width'>,
): string[] {
  const { width = Number.POSITIVE_INFINITY } = options
  return [...kindsOf(problems).values()].flatMap((alike) => {
    const [explained, values] = paragraphOf(alike, options)
    return [
      wrapText(explained, width - 2).join('\n  '),
      ...values.flatMap((line) => wrapText(line, width - 2)).map((line) => `  ${line}`),
    ]
  })
}

function kindsOf(problems: readonly Problem[]): Map<string, [Problem, ...Problem[]]> {
  const kinds = new Map<string, [Problem, ...Problem[]]>()
  for (const problem of problems) {
    const kind = JSON.stringify([problem.column, problem.code, shapeOf(problem.message, problem.suggestion)])
    const alike = kinds.get(kind)
    if (alike) alike.push(problem)
    else kinds.set(kind, [problem])
  }
  return kinds
}

/** In a problem's sentence: what the row's own cell has, and the lines that its value refers to. */
const ofRow: ReadonlySet<string> = new Set(
  'text value digits grouped decimal shown reference held line first earlier heldLine takenLine otherLine'.split(' '),
)

/** A sentence without what differs from row to row, which is told with each row's value. A currency, a batch or a width stays. */
function shapeOf({ key, args }: Sentence, suggestion: string | undefined): unknown {
  const kept = Object.entries(args).flatMap(([name, value]) => {
    if (isSentence(value)) return [[name, shapeOf(value, suggestion)]]
    return ofRow.has(name) || value === suggestion ? [] : [[name, value]]
  })
  return [key, kept]
}

/** The most values on one line. */
const valuesOnLine = 20

/** The explanation, and each value in the other lines that differs from the first. */
function paragraphOf(
  [first, ...others]: readonly [Problem, ...Problem[]],
  { place, letters, style = plainStyle }: Pick<ProblemsOptions, 'place' | 'letters' | 'style'>,
): [explained: string, values: string[]] {
  const told = {
    at: style.paint(placesOf([first, ...others], place), 'bold'),
    problem: printable(text(first.message)),
  }
  const [name, value] = [printable(first.column), printable(first.value)]
  const letter = letters?.get(first.column)
  const column = letter === undefined ? name : t('summary.problem_column', { column: name, letter })
  const isTold = value === '' || holds(told.problem, value)
  const sentence =
    name === ''
      ? isTold
        ? t('summary.problem', told)
        : t('summary.problem_of_row', { ...told, value })
      : isTold
        ? t('summary.problem_of_column', { ...told, column })
        : t('summary.problem_of_cell', { ...told, column, value })
  const paragraph = `${sentence} ${style.paint(`(${first.code})`, 'dim')}`
  const differ = others.filter((other) => other.value !== first.value || text(other.message) !== text(first.message))
  const lines = Array.from({ length: Math.ceil(differ.length / valuesOnLine) }, (_, at) =>
    t('summary.problem_values', {
      values: differ.slice(at * valuesOnLine, (at + 1) * valuesOnLine).map((each) => valueOn(each, place)),
    }),
  )
  return [paragraph, lines]
}

/** Whether a sentence has this value, and not just its digits or letters in a number or a word. */
function holds(sentence: string, value: string): boolean {
  const isPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
  for (let at = sentence.indexOf(value); at !== -1; at = sentence.indexOf(value, at + 1))
    if (!isPart(sentence[at - 1]) && !isPart(sentence[at + value.length])) return true
  return false
}

/** `line 4`, `lines 4, 7–12` */
function placesOf(alike: readonly Problem[], place: ProblemsOptions['place']): string {
  const [line = 0, ...more] = new Set(alike.map((problem) => problem.line))
  if (more.length === 0) {
    return place === 'element' ? t('summary.problem_at_element', { line }) : t('summary.problem_at_line', { line })
  }
  const lines = rangesOf([line, ...more])
  return place === 'element' ? t('summary.problem_at_elements', { lines }) : t('summary.problem_at_lines', { lines })
}

/** Three or more consecutive lines are a range. */
function rangesOf(lines: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && line === last.to + 1) last.to = line
    else ranges.push({ from: line, to: line })
  }
  const texts = ranges.flatMap(({ from, to }) => {
    if (to - from > 1) return [`${from}–${to}`]
    return from === to ? [String(from)] : [String(from), String(to)]
  })
  return texts.join(', ')
}

/** The value in another line, and what was probably meant there. */
function valueOn(problem: Problem, place: ProblemsOptions['place']): string {
  const { suggestion, message } = problem
  const told = { at: placesOf([problem], place), value: printable(problem.value) }
  const earlier = message.args['first'] ?? message.args['earlier']
  if (typeof earlier === 'number') return t('summary.problem_value_as_earlier', { ...told, earlier })
  if (suggestion === undefined) return t('summary.problem_value', told)
  return t('summary.problem_value_meant', { ...told, suggestion: printable(suggestion) })
}

/** `payroll.csv: 5 problems in 3 rows (3 invalid_phone, 2 missing_amount)`; only the total if some problems are missing. */
function headline(problems: readonly Problem[], total: number, file: string): string {
  const all = { file, problems: count(total) }
  if (total > problems.length) return t('summary.problems', all)
  const rows = count(new Set(problems.map(({ line }) => line)).size)
  const kinds = [...tally(problems)]
    .sort(([, one], [, other]) => other - one)
    .map(([code, times]) => `${shown(count(times))} ${code}`)
    .join(', ')
  return t('summary.problems_in_rows', { ...all, rows, kinds })
}

function tally(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

function advice(problems: readonly Problem[], file: string, maySkip: boolean): string[] {
  const lines = [t('summary.fix_file', { file })]
  if (maySkip) lines.push(t('summary.skip_invalid'))
  if (problems.some(({ code }) => code === 'possible_duplicate')) lines.push(t('summary.allow_duplicates'))
  return lines
}

/** Why a fix is certain, for people. */
export function fixReason(reason: FixReason): string {
  switch (reason) {
    case 'operator_words':
      return t('commands.cell_names_operator_brand_country')
    case 'letters':
      return t('commands.letters_look_like_digits_digits_now')
    case 'decimals':
      return t('commands.decimals_spreadsheet_gave_number_gone')
    case 'old_benin':
      return t('commands.benin_put_01_before_all_numbers')
    case 'code_twice':
      return t('commands.country_code_stood_twice')
    case 'plus_without_code':
      return t('commands.number_began_like_international_one_no')
  }
}

/** A line for each fix, in the file's order. No final newline. @param total the number of all fixes; `fixes` are the first */
export function renderFixes(fixes: readonly Fix[], total: number, style: Style = plainStyle): string {
  const lines = fixes.map(({ line, column, before, after, reason }) =>
    t('commands.a_column_before_after_reason', {
      a: style.paint(t('summary.problem_at_line', { line }), 'bold'),
      column: printable(column),
      before: printable(before),
      after: printable(after),
      reason: fixReason(reason),
    }),
  )
  const hidden = total - fixes.length
  if (hidden > 0) lines.push(t('commands.more_fixes_json_prints_all', { hidden: formatCount(hidden) }))
  return lines.join('\n')
}
