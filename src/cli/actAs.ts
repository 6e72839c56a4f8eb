import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Option } from 'commander'
import { type Actor, type App, type Failure, failure } from '../app/context.ts'
import { say } from '../words/sentence.ts'
import type { Cli } from './cli.ts'
import { t } from './speak.ts'

/** Who acts, where it isn't whose login it is. */
export const accountOption = () => new Option('--account <name>', t('accounts.option_account'))

export const passwordOption = () => new Option('--password-stdin', t('accounts.option_password_stdin'))

export interface AccountOptions {
  account?: string | undefined
  passwordStdin?: true | undefined
}

/** The command line with the account that acts in it, once its password was right; without `--account`, as it is. */
export async function actAs(
  cli: Cli,
  { account, passwordStdin }: AccountOptions,
): Promise<{ ok: true; app: Cli & Pick<App, 'actor'> } | Failure> {
  if (account === undefined) {
    return passwordStdin ? failure('usage', say('accounts.password_without_account')) : { ok: true, app: cli }
  }
  const read = await readPassword(cli, passwordStdin === true)
  if (!read.ok) return read
  const { withCore } = await import('../app/open/openCore.ts')
  const { identify } = await import('../app/accounts/signIn.ts')
  const proved = await withCore(
    cli,
    async (core): Promise<{ ok: true; actor: Actor } | Failure> => identify(cli, core, account, read),
  )
  return proved.ok ? { ok: true, app: { ...cli, actor: proved.actor } } : proved
}

interface Typed {
  ok: true
  password: string
  /** The second line, where there is one: a code of the second factor. */
  code?: string | undefined
}

/** From standard input, where it is one line (and a code on a second one); else typed, where nobody sees it. */
export async function readPassword(cli: Cli, fromStdin: boolean, asksCode = true): Promise<Typed | Failure> {
  if (fromStdin) {
    const [password = '', code] = (await allOf(cli)).split(/\r?\n/)
    return { ok: true, password, ...(code?.trim() && { code: code.trim() }) }
  }
  if (cli.streams.stdin.isTTY !== true) return failure('usage', say('accounts.password_needed'))
  const password = await typeUnseen(cli, t('accounts.ask_password'))
  const code = asksCode ? (await typeUnseen(cli, t('accounts.ask_code'))).trim() : ''
  return { ok: true, password, ...(code !== '' && { code }) }
}

async function allOf({ streams: { stdin } }: Cli): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function typeUnseen({ streams: { stdin }, say }: Cli, question: string): Promise<string> {
  return new Promise((resolve) => {
    say(question)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const reader = createInterface({ input: stdin, output: nowhere, terminal: true })
    const end = (line: string) => {
      reader.removeAllListeners('close')
      reader.close()
      resolve(line)
    }
    reader.on('SIGINT', () => end('')).on('close', () => end(''))
    reader.question('', end)
  })
}
