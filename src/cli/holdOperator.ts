import { batchesPausedByHold, type HandWish, holdByHand, releaseByHand } from '../ledger/holdByHand.ts'
import { listHoldsAndProbes } from '../ledger/holds.ts'
import { maskNote } from '../payout/maskNote.ts'
import { findOperator, nearestOperator } from '../payout/operator.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { type Core, openCore } from './openCore.ts'
import { holdDocument } from './operators.ts'

export interface HoldOptions {
  note: string | undefined
  /** The sandbox's operator of this code; else the provider's. */
  sandbox: boolean
}

/** Send nothing to an operator until somebody releases it. Holding what a person holds already changes nothing and is fine. */
export const holdOperator = (cli: Cli, code: string, options: HoldOptions): Promise<number> =>
  withOperator(cli, code, options, async (core, wish) => {
    const held = await holdByHand(core.ledger, wish)
    const hold = (await listHoldsAndProbes(core.ledger, wish.sandbox)).find(
      ({ operator }) => operator === wish.operator,
    )
    if (cli.json)
      cli.printJson({ operator: wish.operator, held: true, changed: held, hold: hold ? holdDocument(hold) : null })
    else if (held)
      cli.print(
        t`${wish.operator} is held. Workers send nothing to it from now on, those that are paying within 5 seconds; what is in flight settles. Other operators go on. To end it: ${cli.config.command} operators release ${wish.operator}`,
      )
    else cli.print(t`${wish.operator} was held by hand already, which stays as it is.`)
    return exitCode.done
  })

/** Send to an operator again, whoever held it. Releasing what is not held changes nothing and is fine. */
export const releaseOperator = (cli: Cli, code: string, options: HoldOptions): Promise<number> =>
  withOperator(cli, code, options, async (core, wish) => {
    const released = await releaseByHand(core.ledger, wish)
    const paused = await batchesPausedByHold(core.ledger, wish)
    if (cli.json) cli.printJson({ operator: wish.operator, held: false, changed: released, paused_batches: paused })
    else {
      cli.print(
        released
          ? t`${wish.operator} is released. Workers send to it again within 5 seconds, carefully at first.`
          : t`${wish.operator} was not held.`,
      )
      for (const id of paused)
        cli.print(t`Batch ${id} was paused by the hold. To go on with it: ${cli.config.command} resume ${id}`)
    }
    return exitCode.done
  })

async function withOperator(
  cli: Cli,
  code: string,
  { note, sandbox }: HoldOptions,
  act: (core: Core, wish: HandWish) => Promise<number>,
): Promise<number> {
  const operator = findOperator(code)
  if (!operator) return fail(cli, failure(exitCode.usage, unknownOperator(code, cli.config.command)))
  const core = await openCore(cli)
  if (!core.ok) return fail(cli, core)
  try {
    const words = note?.trim() ? maskNote(note.trim(), { name: null }) : null
    return await act(core, { operator: operator.code, sandbox, actor: cli.config.user, note: words })
  } finally {
    await core.close()
  }
}

function unknownOperator(code: string, command: string): string {
  const near = nearestOperator(code)
  return near
    ? t`There is no operator "${code}". Perhaps ${near.code} is meant; ${command} operators shows all of them.`
    : t`There is no operator "${code}": ${command} operators shows all of them.`
}
