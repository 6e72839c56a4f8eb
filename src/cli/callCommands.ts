import { type Command, InvalidArgumentError } from 'commander'
import { t } from '../words/t.ts'
import { example, forPerson, type RunCommand } from './commandOptions.ts'

/** One call on each of the provider's three endpoints. */
export function addCallCommands(program: Command, run: RunCommand): void {
  program
    .command('checkout')
    .description(t`initiate one online payment; print where the payer completes it`)
    .requiredOption('--amount <amount>', t`such as 1500 or 150.50`)
    .requiredOption('--currency <currency>', t`XOF, XAF, UGX, KES, GHS, RWF, TZS or ZMW`)
    .requiredOption('--return-url <url>', t`where the payer comes back to after paying`)
    .requiredOption('--cancel-url <url>', t`where the payer comes back to after cancelling`)
    .option('--callback-url <url>', t`where notifications are posted, such as the address that listen prints`)
    .option('--mode <mode>', t`ALL, or CARD for cards only`, 'ALL')
    .option('--description <text>', t`what is paid for`)
    .option('--name <name>', t`the payer's name`)
    .option('--email <address>', t`the payer's e-mail address`)
    .option('--phone <number>', t`the payer's number, with the country code`)
    .addHelpText(
      'after',
      example(
        'payrun checkout --amount 1500 --currency XOF --return-url https://shop.example/thanks --cancel-url https://shop.example/cart',
        payinNote,
      ),
    )
    .action((options) =>
      run(async (cli) => (await import('./checkout.ts')).checkout(cli, options), forPerson, options.json === true),
    )
  program
    .command('collect')
    .description(t`ask one customer for a payment on the handset`)
    .requiredOption('--operator <code>', t`such as mtn-benin; operators lists them`)
    .requiredOption('--phone <number>', t`the customer's number, with the country code`)
    .requiredOption('--amount <amount>', t`such as 1500 or 150.50, in the currency of the operator's country`)
    .option('--callback-url <url>', t`where notifications are posted, such as the address that listen prints`)
    .option('--name <name>', t`the customer's name`)
    .option('--email <address>', t`the customer's e-mail address`)
    .option('--data <json>', t`anything that is to come back with notifications`)
    .addHelpText(
      'after',
      example('payrun collect --operator mtn-benin --phone +2290197000001 --amount 1500', payinNote),
    )
    .action((options) =>
      run(async (cli) => (await import('./collect.ts')).collect(cli, options), forPerson, options.json === true),
    )
  addPayout(program, run)
}

function addPayout(program: Command, run: RunCommand): void {
  program
    .command('payout')
    .description(t`pay one payout: a batch of one, checked and claimed as a row of a file`)
    .requiredOption('--operator <code>', t`such as mtn-benin; operators lists them`)
    .requiredOption('--phone <number>', t`the beneficiary's number`)
    .requiredOption('--amount <amount>', t`such as 1500 or 150.50`)
    .option('--reference <reference>', t`your own id of this payout: given again, it is not paid again`, notEmpty)
    .option('--period <period>', t`the scope of references, such as 2026-11`, notEmpty)
    .option('--currency <currency>', t`must be that of the operator's country`)
    .option('--country <country>', t`must be that of the operator`)
    .option('--name <name>', t`the beneficiary's name`)
    .option('--note <text>', t`kept with the payout; comes out in its report`)
    .option('--allow-duplicates', t`pay although a payout of the last 24 hours looks the same`)
    .option('--sandbox', t`pay to the built-in sandbox instead of the provider`)
    .addHelpText(
      'after',
      example('payrun payout --operator mtn-benin --phone +2290197000001 --amount 1500 --reference INV-7', payoutNote),
    )
    .action((options) =>
      run(
        async (cli) => {
          const { operator, phone, amount, currency, country, reference, name, note, period = '' } = options
          const { allowDuplicates = false, sandbox = false } = options
          const row = { operator, phone, amount, currency, country, reference, name, note }
          const wish = { ...row, period: period.trim() || null, allowDuplicates, sandbox }
          return (await import('./payout.ts')).payout(cli, wish)
        },
        forPerson,
        options.json === true,
      ),
    )
}

/** A variable that a shell left empty: without its reference, or in no period, a payout could be paid again. */
function notEmpty(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError(t`It is empty: leave the option out if that is meant.`)
}

const payinNote = [
  t`The call is made once. What was asked for is kept in the ledger, without personal data, so that listen knows its reference. To try it out, start payrun sandbox and set PAYRUN_PROVIDER_URL to the address that it prints.`,
  t`Ends with 0 when it is under way, with 2 when an option is wrong (nothing is sent), with 4 when the provider refused it or nobody can know what became of it, with 5 when it was provably not taken in (out of reach, keys refused, asked to wait), and with 6 when the ledger can't be reached.`,
]

const payoutNote = [
  t`Without a reference, a payout that looks like one of the last 24 hours (same number, amount and currency) is refused.`,
  t`Ends with 0 when it is paid, with 3 when it is refused here (nothing was paid now; the batch that holds the reference is named), with 4 when it failed or nobody can know whether it was paid, and with 5 when it waits to be paid: resume goes on.`,
]
