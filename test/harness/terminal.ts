import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished } from 'vitest'
import { type CallOptions, inherited, root, until } from './payrun.ts'

export interface OnTerminal {
  /** What the terminal has shown so far, standard output and standard error alike, without colours. */
  screen(): string
  /** Wait until it shows this. */
  shows(what: string | RegExp): Promise<void>
  /** Press these keys. */
  type(keys: string): void
  /** Close the window: the terminal hangs up. */
  close(): void
  /** The exit code, and all that was shown. */
  ended: Promise<{ code: number | null; screen: string }>
}

export const ctrlC = '\x03'
export const ctrlD = '\x04'

/** Start the real command line on a pseudo-terminal of its own (`script`, of util-linux), as somebody does who types it. */
export function startOnTerminal(
  args: readonly string[],
  { env = {}, cwd = root, columns = 100 }: Omit<CallOptions, 'input'> & { columns?: number } = {},
): OnTerminal {
  return onTerminal([process.execPath, `${root}bin/payrun.js`, ...args].map(quoted).join(' '), { env, cwd, columns })
}

/** The same for a whole line of a shell. */
export function onTerminal(
  line: string,
  { env = {}, cwd = root, columns = 100 }: Omit<CallOptions, 'input'> & { columns?: number } = {},
): OnTerminal {
  const child = spawn('script', ['-qefc', `stty cols ${columns} rows 50; exec ${line}`, '/dev/null'], {
    cwd,
    env: { ...inherited(), TERM: 'xterm-256color', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
  })
  child.stdin.on('error', () => undefined)
  const screen = () => stripVTControlCharacters(shown).replaceAll('\r\n', '\n')
  const ended = new Promise<{ code: number | null; screen: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, screen: screen() }))
  })
  return {
    screen,
    shows: (what) =>
      until(`the terminal shows ${what}`, () => {
        const isShown = typeof what === 'string' ? screen().includes(what) : what.test(screen())
        if (!isShown && child.exitCode !== null) throw new Error(`it ended without ${what}:\n${screen()}`)
        return isShown
      }),
    type: (keys) => void child.stdin.write(keys),
    close: () => void child.kill('SIGKILL'),
    ended,
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
