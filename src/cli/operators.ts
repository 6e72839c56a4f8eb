import { listHolds } from '../ledger/holds.ts'
import { operatorTable } from '../payout/operator.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode } from './exitCode.ts'
import { openCore } from './openCore.ts'
import { renderTable } from './terminal/table.ts'

/** The per-country operator table, and which operators are held at this moment. */
export async function operators(cli: Cli): Promise<number> {
  const core = await openCore(cli)
  if (!core.ok) return fail(cli, core)
  try {
    const held = new Set<string>((await listHolds(core.ledger, false)).map(({ operator }) => operator))
    const table = operatorTable().map((operator) => ({ ...operator, held: held.has(operator.code) }))
    if (cli.json) cli.printJson({ operators: table })
    else {
      cli.print(
        renderTable({
          columns: [
            { head: 'Country' },
            { head: 'Code' },
            { head: 'Operator' },
            { head: 'Currency' },
            { head: 'Dialling code', align: 'right' },
            { head: 'Held' },
          ],
          rows: table.map((each) => [
            each.country,
            each.code,
            each.name,
            each.currency,
            `+${each.dialling_code.replace('+', '')}`,
            each.held ? 'held' : '',
          ]),
          width: cli.width,
          style: cli.style,
        }),
      )
    }
    return exitCode.done
  } finally {
    await core.close()
  }
}
