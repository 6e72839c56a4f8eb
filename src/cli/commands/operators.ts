import type { OperatorDocument } from '../../app/operators.ts'
import { findCountry } from '../../payout/operators/operator.ts'
import { country } from '../../words/sentence.ts'
import { type Cli, fail } from '../cli.ts'
import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { exitCode } from '../exitCode.ts'
import { shown, t } from '../speak.ts'
import { addHold, addRelease } from './hold.ts'

/** The operators of the table, and holding them by hand. */
export function addOperators(program: Program, run: Run): void {
  const operators = addCommand(program, 'operators')
    .option('--sandbox', t('help.sandboxs_holds'))
    .addHelpText('after', example('payrun operators'))
    .action(({ sandbox = false, ...options }) => run(options, (cli) => list(cli, sandbox)))
  addHold(operators, run)
  addRelease(operators, run)
}

/** The per-country operator table, and which operators are held at this moment, by whom and why. */
async function list(cli: Cli, sandbox: boolean): Promise<number> {
  const { listOperators } = await import('../../app/operators.ts')
  const found = await listOperators(cli, sandbox)
  if (!found.ok) return fail(cli, found)
  const { operators, holds } = found
  if (cli.json) cli.printJson({ operators })
  else {
    const { holdLines } = await import('../terminal/hold.ts')
    cli.print([await tableText(cli, operators), ...holdLines(holds)].join('\n'))
  }
  return exitCode.done
}

async function tableText(cli: Cli, operators: readonly OperatorDocument[]): Promise<string> {
  const { renderTable } = await import('../terminal/table.ts')
  return renderTable({
    columns: [
      { head: t('summary.country') },
      { head: t('summary.code'), whole: true },
      { head: t('summary.operator') },
      { head: t('summary.currency') },
      { head: t('summary.dialling_code'), align: 'right' },
      { head: t('summary.held_head') },
    ],
    rows: operators.map((each) => [
      spoken(each.country),
      each.code,
      each.name.replace(each.country, spoken(each.country)),
      each.currency,
      `+${each.dialling_code.replace('+', '')}`,
      each.held ? t('summary.is_held') : each.hold ? t('summary.is_probed') : '',
    ]),
    width: cli.width,
    style: cli.style,
  })
}

/** A country of the table, which has their English names, in the language that is spoken. */
function spoken(name: string): string {
  const found = findCountry(name)
  return found === null ? name : shown(country(found.code))
}
