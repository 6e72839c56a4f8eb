import { type Hold, listHoldsAndProbes } from '../ledger/holds.ts'
import { countryName, findCountry } from '../payout/country.ts'
import { operatorTable } from '../payout/operator.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode } from './exitCode.ts'
import { openCore } from './openCore.ts'
import { holdSentence } from './terminal/holdSentence.ts'
import { renderTable } from './terminal/table.ts'

/** The per-country operator table, and which operators are held at this moment, by whom and why. */
export async function operators(cli: Cli, sandbox: boolean): Promise<number> {
  const core = await openCore(cli)
  if (!core.ok) return fail(cli, core)
  try {
    const holds = await listHoldsAndProbes(core.ledger, sandbox)
    const byOperator = new Map<string, Hold>(holds.map((hold) => [hold.operator, hold]))
    const table = operatorTable().map((operator) => {
      const hold = byOperator.get(operator.code)
      const held = hold !== undefined && !hold.probed
      return { ...operator, held, ...(hold && { hold: holdDocument(hold) }) }
    })
    if (cli.json) cli.printJson({ operators: table })
    else cli.print([tableText(cli, table), ...holdLines(holds)].join('\n'))
    return exitCode.done
  } finally {
    await core.close()
  }
}

/** A hold as `--json` shows it. `until` is when an automatic hold is probed; null for one by hand. */
export const holdDocument = ({ operator, manual, reason, since, until, probed, actor, note }: Hold) => ({
  operator,
  by: manual ? actor : null,
  manual,
  reason,
  note,
  since: since.toISOString(),
  until: until?.toISOString() ?? null,
  probed,
})

/** What is held, one sentence each, below a table; none when nothing is. */
export const holdLines = (holds: readonly Hold[]): string[] =>
  holds.length === 0 ? [] : ['', ...holds.map((hold) => `- ${holdSentence(hold)}`)]

type Table = (ReturnType<typeof operatorTable>[number] & { held: boolean; hold?: { probed: boolean } })[]

/** A country of the table, which has their English names, in the language that is spoken. */
function spoken(name: string): string {
  const country = findCountry(name)
  return country === null ? name : countryName(country)
}

const tableText = (cli: Cli, table: Table): string =>
  renderTable({
    columns: [
      { head: t`Country` },
      { head: t`Code`, whole: true },
      { head: t`Operator` },
      { head: t`Currency` },
      { head: t`Dialling code`, align: 'right' },
      { head: t`Held` },
    ],
    rows: table.map((each) => [
      spoken(each.country),
      each.code,
      each.name.replace(each.country, spoken(each.country)),
      each.currency,
      `+${each.dialling_code.replace('+', '')}`,
      each.held ? t`held` : each.hold ? t`probed` : '',
    ]),
    width: cli.width,
    style: cli.style,
  })
