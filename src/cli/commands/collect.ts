import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

export const addCollect = (program: Program, run: Run) =>
  addCommand(program, 'collect')
    .requiredOption('--operator <code>', t('helpNotes.such_mtn_benin_operators_lists'))
    .requiredOption('--phone <number>', t('helpNotes.customers_number_country_code'))
    .requiredOption('--amount <amount>', t('helpNotes.such_1500_150_50_currency_operators'))
    .option('--callback-url <url>', t('helpNotes.where_notifications_posted_such_address_listen'))
    .option('--name <name>', t('helpNotes.customers_name'))
    .option('--email <address>', t('helpNotes.customers_e_mail_address'))
    .option('--customer-phone <number>', t('helpNotes.customers_own_number'))
    .option('--data <json>', t('helpNotes.anything_come_back_notifications'))
    .addHelpText(
      'after',
      example('payrun collect --operator mtn-benin --phone +2290197000001 --amount 1500', [
        t('helpNotes.call_made_once_asked_kept_ledger'),
        t('helpNotes.ends_0_when_under_way_2'),
      ]),
    )
    .action((options) =>
      run(options, async (cli) => {
        const { collect } = await import('../../app/charges/askCharge.ts')
        const { tellAsked, waitThroughSignals } = await import('../tellAsked.ts')
        return tellAsked(cli, await collect(cli, options, () => waitThroughSignals(cli)), optionOf)
      }),
    )

/** The option for each field of the request, for error messages. */
const optionOf = {
  amount: '--amount',
  operator: '--operator',
  phoneNumber: '--phone',
  callbackUrl: '--callback-url',
  customData: '--data',
  'customer.name': '--name',
  'customer.email': '--email',
  'customer.phoneNumber': '--customer-phone',
}
