import { spawn } from 'node:child_process'
import { PassThrough, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished } from 'vitest'
import { type CallOptions, callWith, inherited, root, until } from './payrun.ts'

interface OnTerminal {
  /** What the terminal has shown so far, standard output and standard error, without colours. */
  screen(): string
  /** Waits until it shows this. */
  shows(what: string | RegExp): Promise<void>
  /** Presses these keys. */
  type(keys: string): void
  /** Closes the window: the terminal hangs up. */
  close(): void
  /** The exit code, and everything that was shown. */
  ended: Promise<{ code: number | null; screen: string }>
}

type Options = Omit<CallOptions, 'input'> & { columns?: number }

export const ctrlC = '\x03'
export const ctrlD = '\x04'

/** Starts the real command line on its own pseudo-terminal (`script`, of util-linux), as if somebody had typed it. */
export function startOnTerminal(
  args: readonly string[],
  { env = {}, cwd = root, columns = 100 }: Options = {},
): OnTerminal {
  return onTerminal([process.execPath, `${root}bin/payrun.js`, ...args].map(quoted).join(' '), { env, cwd, columns })
}

/** The same for a whole shell line. */
export function onTerminal(line: string, { env = {}, cwd = root, columns = 100 }: Options = {}): OnTerminal {
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
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve))
  return {
    ...watch(
      () => shown,
      () => child.exitCode !== null,
      ended,
    ),
    type: (keys) => void child.stdin.write(keys),
    close: () => void child.kill('SIGKILL'),
  }
}

/**
 * The same inside this process, at a tenth of the cost, on streams that pretend to be a terminal. Node's own line editor reads the keys. It
 * doesn't do what a real terminal does by itself, such as hanging up.
 */
export function callOnTerminal(
  args: readonly string[],
  { env = {}, cwd = root, columns = 100 }: Options = {},
): OnTerminal {
  let shown = ''
  const display = () => {
    const write = (text: Buffer, _: unknown, done: () => void) => {
      shown += text
      done()
    }
    return Object.assign(new Writable({ write }), { isTTY: true, columns, rows: 50 })
  }
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin })
  let isOver = false
  const options = { env: { TERM: 'xterm-256color', ...env }, cwd }
  const ended = callWith(args, options, { stdin, stdout: display(), stderr: display() }).finally(() => {
    isOver = true
  })
  return {
    ...watch(
      () => shown,
      () => isOver,
      ended,
    ),
    type: (keys) => void stdin.write(keys),
    close: () => void stdin.destroy(),
  }
}

function watch(
  shown: () => string,
  isOver: () => boolean,
  ended: Promise<number | null>,
): Pick<OnTerminal, 'screen' | 'shows' | 'ended'> {
  const screen = () => stripVTControlCharacters(shown()).replaceAll('\r\n', '\n')
  return {
    screen,
    shows: (what) =>
      until(`the terminal shows ${what}`, () => {
        const isShown = typeof what === 'string' ? screen().includes(what) : what.test(screen())
        if (!isShown && isOver()) throw new Error(`it ended without ${what}:\n${screen()}`)
        return isShown
      }),
    ended: ended.then((code) => ({ code, screen: screen() })),
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
