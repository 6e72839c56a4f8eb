import type { Language } from '../words/catalogue.ts'
import { render } from '../words/render.ts'
import { type Sentence, say } from '../words/sentence.ts'
import { type Alert, type AlertChannel, oneLine, type TellResult } from './alert.ts'

interface EmailOptions {
  /** `smtp://user:password@host:587`, `smtps://…`. */
  smtpUrl: string
  /** Nothing is sent, not even the password, before the connection is encrypted (STARTTLS). */
  needsTls: boolean
  from: string
  to: readonly string[]
  /** The language of the subjects. */
  language: Language
}

const timeoutMs = 10_000

/** Sends each alert as a plain text message. The mailer is loaded with the first one. */
export function createEmail({ smtpUrl, needsTls, from, to, language }: EmailOptions): AlertChannel {
  let opened: Promise<{ send(alert: Alert): Promise<unknown>; close(): void }> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const waits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
    // These options take precedence over those in the address.
    const ways = { ...(needsTls && { requireTLS: true }), disableFileAccess: true, disableUrlAccess: true }
    const transport = createTransport({ url: smtpUrl, ...waits, ...ways })
    return {
      send: (alert: Alert) =>
        transport.sendMail({
          from,
          to: [...to],
          subject: render(subjectOf(alert), language),
          text: bodyOf(alert),
          headers: { 'X-Payrun-Alert': alert.id },
          // The same each time: mail programs show a message that comes twice only once.
          messageId: `<${alert.id.replace(/[^\w-]+/g, '-')}@payrun>`,
        }),
      close: () => transport.close(),
    }
  }
  return {
    name: 'email',
    tell: async (alert) => {
      try {
        opened ??= open()
        await (await opened).send(alert)
        return { kind: 'told' }
      } catch (error) {
        return failedBy(error)
      }
    },
    close: () => void opened?.then(({ close }) => close()).catch(() => undefined),
  }
}

function subjectOf({ event, batch, schedule }: Alert): Sentence {
  const name = oneLine(batch?.name ?? schedule?.name ?? '')
  switch (event) {
    case 'batch.settled':
      return say('paying.payrun_settled', { name })
    case 'batch.paused':
      return say('paying.payrun_paused', { name })
    case 'batch.awaiting_approval':
      return say('paying.payrun_waits_approval', { name })
    case 'schedule.failed':
      return say('paying.payrun_schedule_failed', { name })
    case 'ledger.fenced':
      return say('recover.fenced_subject')
  }
}

function bodyOf({ text, batch, at, id }: Alert): string {
  const figures = Object.entries(batch?.counts ?? {}).map(([state, count]) => {
    const sums = Object.entries(batch?.sums[state] ?? {}).map(([currency, sum]) => `${sum} ${currency}`)
    return `  ${state}: ${count}${sums.length > 0 ? ` (${sums.join(', ')})` : ''}`
  })
  return [text, ...(figures.length > 0 ? ['', ...figures] : []), '', `${at} · ${id}`, ''].join('\n')
}

/** A 5xx of the mail server is final for this message, unless it is about the login or TLS; everything else may pass. */
function failedBy(error: unknown): TellResult {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const name = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (name === 'ETLS') return { kind: 'failed', why: 'no TLS (STARTTLS)' }
  const why = code > 0 ? `SMTP ${code}` : /^[A-Z_]+$/.test(name) ? name : 'no connection'
  return code >= 500 && name !== 'EAUTH' ? { kind: 'refused', why } : { kind: 'failed', why }
}
