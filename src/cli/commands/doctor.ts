import { type Check, checkName } from '../../app/inspect/check.ts'
import { type Cli, type ExitCode, exitCode } from '../cli.ts'
import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { displayWidth, type Paint, printable, t, text, wrapText } from '../terminal/text.ts'

export const addDoctor = (program: Program, run: Run) =>
  addCommand(program, 'doctor')
    .addHelpText('after', example('payrun doctor', t('helpNotes.ends_0_when_nothing_problem_2')))
    .action((options) => run(options, doctor, { evenMisconfigured: true }))

async function doctor(cli: Cli): Promise<ExitCode> {
  const { inspect } = await import('../../app/inspect/inspect.ts')
  const checks = await inspect(cli, cli.variables())
  if (cli.json) {
    cli.printJson({ checks: checks.map((check) => ({ name: check.name, state: check.state, detail: detail(check) })) })
  } else cli.print(`${await table(cli, checks)}\n\n${conclusion(checks)}`)
  return exitOf(checks)
}

const detail = ({ sentence, advice }: Check): string =>
  advice === undefined ? text(sentence) : `${text(sentence)} ${text(advice)}`

/** A configuration problem comes first: it may be why a server can't be reached. */
function exitOf(checks: readonly Check[]): ExitCode {
  const problems = checks.filter(({ state }) => state === 'problem')
  if (problems.length === 0) return exitCode.done
  if (problems.some(({ kind }) => kind === 'configuration')) return exitCode.usage
  return problems.some(({ kind }) => kind === 'unreachable') ? exitCode.unreachable : exitCode.usage
}

const marks: Record<Check['state'], { mark: string; paint: Paint; word: () => string }> = {
  ok: { mark: '✓', paint: 'green', word: () => t('settings.ok') },
  warning: { mark: '!', paint: 'yellow', word: () => t('settings.warning') },
  problem: { mark: '✗', paint: 'red', word: () => t('settings.problem') },
}

async function table({ width, style }: Cli, checks: readonly Check[]): Promise<string> {
  const { renderTable } = await import('../terminal/table.ts')
  const widest = (texts: string[]): number => Math.max(...texts.map(displayWidth))
  const words = Object.values(marks).map(({ mark, word }) => `${mark} ${word()}`)
  const taken = widest(checks.map(nameForPeople)) + widest(words) + 4
  return renderTable({
    columns: [{ head: t('summary.state') }, { head: t('settings.check') }, { head: t('settings.finding') }],
    rows: checks.map((check) => {
      const { mark, paint, word } = marks[check.state]
      return [
        style.paint(`${mark} ${word()}`, paint),
        nameForPeople(check),
        wrapText(printable(detail(check)), Math.max(24, width - taken)).join('\n'),
      ]
    }),
    width,
    style,
  })
}

function conclusion(checks: readonly Check[]): string {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (problems > 0) return t('settings.problems_found', { problems, warnings })
  return warnings === 0 ? t('settings.all_well') : t('settings.only_warnings', { warnings })
}

const nameForPeople = (check: Check): string => text(checkName(check))
