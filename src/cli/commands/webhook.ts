import { count, moment, say } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import {
  type AccountOptions,
  accountOption,
  actAs,
  addCommand,
  example,
  type Program,
  passwordOption,
  type Run,
  wholeNumber,
} from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

/** The posts of events to the webhook. */
export function addWebhook(program: Program, run: Run): void {
  const webhook = addCommand(program, 'webhook').addHelpText('after', example('payrun webhook list'))
  addCommand(webhook, 'list', t('webhooks.help_list'))
    .addHelpText('after', example('payrun webhook list'))
    .action((_options, command) => run(command.optsWithGlobals(), list))
  addCommand(webhook, 'resend', t('webhooks.help_resend'))
    .option('--after <n>', t('webhooks.help_after'), eventNumber(0))
    .option('--until <n>', t('webhooks.help_until'), eventNumber(1))
    .addOption(accountOption())
    .addOption(passwordOption())
    .addHelpText('after', example('payrun webhook resend --after 4100 --until 4200', [t('webhooks.note_resend')]))
    .action((options, command) => run(command.optsWithGlobals(), (cli) => resend(cli, options)))
}

const eventNumber = (least: number) => wholeNumber(least, Number.MAX_SAFE_INTEGER)

async function resend(
  cli: Cli,
  { after = 0, until, ...options }: { after?: number; until?: number } & AccountOptions,
): Promise<number> {
  const as = await actAs(cli, options)
  if (!as.ok) return fail(cli, as)
  const { resendEvents } = await import('../../app/charges/events.ts')
  const resent = await resendEvents(as.app, { after, until })
  if (!resent.ok) return fail(cli, resent)
  const { events, posts } = resent
  if (cli.json) cli.printJson({ events, posts })
  else if (events === 0) cli.print(say('webhooks.resent_none'))
  else cli.print(say('webhooks.resent', { events: count(events), posts: count(posts) }))
  return exitCode.done
}

async function list(cli: Cli): Promise<number> {
  const { deliveryDocument, showDeliveries } = await import('../../app/charges/events.ts')
  const found = await showDeliveries(cli)
  if (!found.ok) return fail(cli, found)
  const { renderTable } = await import('../terminal/table.ts')
  if (cli.json) cli.printJson({ deliveries: found.deliveries.map(deliveryDocument) })
  else if (found.deliveries.length === 0) cli.print(t('webhooks.nothing'))
  else {
    const columns = [
      { head: t('webhooks.events'), whole: true },
      { head: t('summary.state') },
      { head: t('webhooks.tries'), align: 'right' as const },
      { head: t('webhooks.trouble') },
    ]
    const rows = found.deliveries.map(({ firstN, lastN, attempts, nextAt, doneAt, givenUpAt, trouble }) => [
      `${firstN}-${lastN}`,
      nextAt
        ? t('webhooks.waits', { at: moment(nextAt) })
        : givenUpAt
          ? t('webhooks.given_up', { at: moment(givenUpAt) })
          : t('webhooks.received', { at: moment(doneAt ?? new Date(0)) }),
      String(attempts),
      trouble ?? '',
    ])
    cli.print(renderTable({ columns, rows, width: cli.width, style: cli.style }))
  }
  return exitCode.done
}
