import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

export const addCheckout = (program: Program, run: Run) =>
  addCommand(program, 'checkout')
    .requiredOption('--amount <amount>', t('helpNotes.such_1500_150_50'))
    .requiredOption('--currency <currency>', t('helpNotes.xof_xaf_ugx_kes_ghs_rwf'))
    .requiredOption('--return-url <url>', t('helpNotes.where_payer_comes_back_after_paying'))
    .requiredOption('--cancel-url <url>', t('helpNotes.where_payer_comes_back_after_cancelling'))
    .option('--callback-url <url>', t('helpNotes.where_notifications_posted_such_address_listen'))
    .option('--mode <mode>', t('helpNotes.all_card_cards_only'), 'ALL')
    .option('--description <text>', t('helpNotes.what_is_paid_for'))
    .option('--name <name>', t('helpNotes.payers_name'))
    .option('--email <address>', t('helpNotes.payers_e_mail_address'))
    .option('--phone <number>', t('helpNotes.payers_number_country_code'))
    .addHelpText(
      'after',
      example(
        'payrun checkout --amount 1500 --currency XOF --return-url https://shop.example/thanks --cancel-url https://shop.example/cart',
        [t('helpNotes.call_made_once_asked_kept_ledger'), t('helpNotes.ends_0_when_under_way_2')],
      ),
    )
    .action((options) =>
      run(options, async (cli) => {
        const { checkout } = await import('../../app/charges/askCharge.ts')
        const { tellAsked, waitThroughSignals } = await import('../tellAsked.ts')
        return tellAsked(cli, await checkout(cli, options, () => waitThroughSignals(cli)), optionOf)
      }),
    )

/** The option for each field of the request, for error messages. */
const optionOf = {
  amount: '--amount',
  currency: '--currency',
  paymentMode: '--mode',
  returnUrl: '--return-url',
  cancelUrl: '--cancel-url',
  callbackUrl: '--callback-url',
  description: '--description',
  'customer.name': '--name',
  'customer.email': '--email',
  'customer.phoneNumber': '--phone',
}
