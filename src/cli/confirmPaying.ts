import { createInterface } from 'node:readline'
import type { Confirm } from '../app/previewed.ts'
import { onStopSignals } from '../shutdown.ts'
import type { Cli, Streams } from './cli.ts'
import { t } from './speak.ts'

/**
 * Shows what is about to be paid, and asks. With `--yes` it shows only. Undefined where standard input or standard error is no
 * terminal: then nobody is there to look, and nothing is asked (contract).
 */
export function confirmPaying(cli: Cli, yes: boolean): Confirm | undefined {
  const { stdin, stderr } = cli.streams
  if (stdin.isTTY !== true || stderr.isTTY !== true) return undefined
  return async (preview) => {
    const { questionOf, renderPreview } = await import('./terminal/preview.ts')
    cli.say(renderPreview(preview, { style: cli.errStyle, width: stderr.columns || 80 }))
    if (yes) return true
    if (preview.of.kind === 'file' && preview.of.name === null) {
      cli.say(t('paying.cannot_ask'))
      return false
    }
    cli.say('')
    return ask(cli.streams, questionOf(preview))
  }
}

/** Only a clear yes is one. Everything else is a no: Ctrl-C, Ctrl-D, another word, a terminal that goes away. */
export function ask({ stdin, stderr }: Streams, question: string): Promise<boolean> {
  return new Promise((resolve) => {
    const reader = createInterface({ input: stdin, output: stderr })
    const end = (answer: string | null) => {
      forget()
      reader.removeAllListeners()
      // A terminal that has gone away has errors to the last.
      reader.on('error', () => undefined)
      reader.close()
      if (answer === null) stderr.write('\n')
      resolve(answer !== null && isYes(answer))
    }
    const no = () => end(null)
    const forget = onStopSignals(no, no)
    reader.on('SIGINT', no).on('close', no).on('error', no)
    reader.question(`${question} `, end)
  })
}

const isYes = (answer: string): boolean => /^(y|yes|o|oui)$/i.test(answer.trim())
