import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Mail {
  from: string
  to: string[]
  /** The message as received, with its headers. */
  text: string
}

export interface MailServer {
  /** With the user and password that it accepts. */
  url: string
  mails: Mail[]
  /** Refuses the next message with this SMTP code. */
  refuseWith(code: number): void
  close(): Promise<void>
}

/** A real SMTP server on the loopback that keeps the messages it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = []
  let refusal: number | undefined
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'payrun' && password === 'planted-mail-password'
        ? done(null, { user: username })
        : done(new Error('wrong password')),
    onData: async (stream, session, done) => {
      let text = ''
      for await (const chunk of stream) text += String(chunk)
      if (refusal !== undefined) {
        const error = Object.assign(new Error('refused'), { responseCode: refusal })
        refusal = undefined
        return done(error)
      }
      const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
      mails.push({ from, to: session.envelope.rcptTo.map(({ address }) => address), text })
      done()
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://payrun:planted-mail-password@127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    refuseWith: (code) => {
      refusal = code
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
