import { addCommand, example, type Program, passwordOption, type Run } from '../commandOptions.ts'
import { changeAccount, disable, list, readRole } from '../tellAccount.ts'
import { t } from '../terminal/text.ts'

/** People's accounts. */
export function addAccount(program: Program, run: Run): void {
  const account = addCommand(program, 'account').addHelpText('after', example('payrun account list'))
  addCommand(account, 'add', t('accounts.help_add'))
    .argument('<name>', t('accounts.help_name'))
    .requiredOption('--role <role...>', t('accounts.help_role'), readRole)
    .option('--login <login>', t('accounts.help_login'))
    .addOption(passwordOption())
    .addHelpText('after', example('payrun account add "Awa Diop" --role preparer --login awa', linkNotes()))
    .action((name, { role: roles, login, passwordStdin }, command) =>
      run(command.optsWithGlobals(), (cli) =>
        changeAccount(cli, passwordStdin === true, async (core, password) => {
          const { addAccount } = await import('../../app/accounts/accounts.ts')
          return addAccount(cli, core, { name, roles, login, password })
        }),
      ),
    )
  addCommand(account, 'list', t('accounts.help_list'))
    .addHelpText('after', example('payrun account list'))
    .action((_options, command) => run(command.optsWithGlobals(), (cli) => list(cli, 'account')))
  addCommand(account, 'disable', t('accounts.help_disable'))
    .argument('<name>', t('accounts.help_name'))
    .addHelpText('after', example('payrun account disable "Awa Diop"'))
    .action((name, _options, command) => run(command.optsWithGlobals(), (cli) => disable(cli, name, 'account')))
  addCommand(account, 'role', t('accounts.help_roles'))
    .argument('<name>', t('accounts.help_name'))
    .argument('<role...>', t('accounts.help_role'), readRole)
    .addHelpText('after', example('payrun account role "Awa Diop" preparer approver'))
    .action((name, roles, _options, command) =>
      run(command.optsWithGlobals(), (cli) =>
        changeAccount(cli, false, async (core) => {
          const { setRoles } = await import('../../app/accounts/accounts.ts')
          return setRoles(cli, core, name, roles)
        }),
      ),
    )
  addCommand(account, 'reset', t('accounts.help_reset'))
    .argument('<name>', t('accounts.help_name'))
    .addOption(passwordOption())
    .addHelpText('after', example('payrun account reset "Awa Diop"', linkNotes()))
    .action((name, { passwordStdin }, command) =>
      run(command.optsWithGlobals(), (cli) =>
        changeAccount(cli, passwordStdin === true, async (core, password) => {
          const { resetAccount } = await import('../../app/accounts/accounts.ts')
          return resetAccount(cli, core, name, password)
        }),
      ),
    )
}

const linkNotes = () => [t('accounts.note_link')]
