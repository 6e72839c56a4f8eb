import { addCommand, example, type Program, type Run, wholeNumber } from '../commandOptions.ts'
import { disable, list, readRole, tellKey } from '../tellAccount.ts'
import { t } from '../terminal/text.ts'

/** Keys of programs that use the API. */
export function addKey(program: Program, run: Run): void {
  const key = addCommand(program, 'key').addHelpText('after', example('payrun key list'))
  addCommand(key, 'add', t('accounts.help_key_add'))
    .argument('<name>', t('accounts.help_key_name'))
    .requiredOption('--role <role...>', t('accounts.help_role'), readRole)
    .option('--expires <days>', t('accounts.help_expires'), wholeNumber(1, 3_650))
    .option('--for <account>', t('accounts.help_for'))
    .addHelpText('after', example('payrun key add hr-program --role preparer --expires 365', [t('accounts.note_key')]))
    .action((name, { role: roles, expires: expiresDays, for: forAccount }, command) =>
      run(command.optsWithGlobals(), (cli) => tellKey(cli, { name, roles, expiresDays, forAccount })),
    )
  addCommand(key, 'list', t('accounts.help_key_list'))
    .addHelpText('after', example('payrun key list'))
    .action((_options, command) => run(command.optsWithGlobals(), (cli) => list(cli, 'key')))
  addCommand(key, 'revoke', t('accounts.help_key_revoke'))
    .argument('<name>', t('accounts.help_key_name'))
    .addHelpText('after', example('payrun key revoke hr-program'))
    .action((name, _options, command) => run(command.optsWithGlobals(), (cli) => disable(cli, name, 'key')))
}
