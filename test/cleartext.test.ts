import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmail } from '../src/alerts/email.ts'
import { readConfig } from '../src/config.ts'
import { isLoopback } from '../src/process.ts'
import { payrun, temporaryFolder } from './harness/payrun.ts'
import { english } from './harness/words.ts'

const nowhere = '/nonexistent'
const read = (environment: NodeJS.ProcessEnv) => readConfig(environment, nowhere)

describe('a password that would go to another machine in the clear', () => {
  it.each([
    { name: 'PAYRUN_PROVIDER_URL', value: 'http://pay.example.com', kind: 'provider' },
    { name: 'PAYRUN_PROVIDER_URL', value: 'http://localhost.example.com', kind: 'provider' },
    { name: 'PAYRUN_WEBHOOK_URL', value: 'http://u:p@hooks.example.com/x', kind: 'webhook' },
    { name: 'REDIS_URL', value: 'redis://:secret@redis:6379', kind: 'redis' },
    { name: 'REDIS_URL', value: 'redis://:se@cret@redis:6379', kind: 'redis' },
    { name: 'REDIS_URL', value: 'redis:///0?host=redis', kind: 'redis' },
    { name: 'REDIS_URL', value: 'redis+sentinel://:secret@127.0.0.1:26379,other/mymaster', kind: 'redis' },
    { name: 'REDIS_URL', value: 'redis+cluster://127.0.0.1:7000,10.0.0.7:7001', kind: 'redis' },
    { name: 'REDIS_URL', value: 'rediss://:secret@redis?tls=', kind: 'redis' },
    { name: 'REDIS_URL', value: 'rediss://:secret@redis/0?tls=1&t%6Cs', kind: 'redis' },
    { name: 'REDIS_URL', value: 'REDISS://:secret@redis', kind: 'redis' },
    { name: 'DATABASE_URL', value: 'postgres://u:secret@db/payrun?sslmode=disable', kind: 'postgres' },
    { name: 'DATABASE_URL', value: 'postgres://u:secret@db/payrun?ssl=0', kind: 'postgres' },
    { name: 'DATABASE_URL', value: 'postgres://u:secret@127.0.0.1/payrun?host=db&sslmode=disable', kind: 'postgres' },
    { name: 'DATABASE_URL', value: 'postgres://u:secret@db/payrun?sslmode=require&sslmode=allow', kind: 'postgres' },
    { name: 'PAYRUN_SMTP_URL', value: 'smtp://u:secret@mail.example.com?ignoreTLS=true', kind: 'smtp' },
    { name: 'PAYRUN_SMTP_URL', value: 'smtp://u:secret@mail.example.com?require%54LS=false', kind: 'smtp' },
    { name: 'PAYRUN_SMTP_URL', value: 'smtp://u:secret@mail.example.com?pool=true&ignoreTLS', kind: 'smtp' },
    { name: 'PAYRUN_SMTP_URL', value: 'smtp://u:secret@127.0.0.1?service=Mailtrap', kind: 'smtp' },
    { name: 'PAYRUN_SMTP_URL', value: 'smtps://u:secret@mail.example.com?s%65rvice=Outlook365', kind: 'smtp' },
    { name: 'PAYRUN_SMTP_URL', value: 'smtps://u:secret@mail.example.com?proxy=http://p&secured=1', kind: 'smtp' },
    { name: 'PAYRUN_SMTP_URL', value: 'smtp://u:secret@mail.example.com?tls.rejectUnauthorized=false', kind: 'smtp' },
  ])('is refused, and goes once it is allowed by name: $name=$value', ({ name, value, kind }) => {
    const refused = read({ [name]: value })
    expect(refused.ok).toBe(false)
    const message = refused.ok ? '' : english(refused.message)
    expect(message).toMatch(
      new RegExp(`^${name} names another machine without TLS: .* PAYRUN_ALLOW_CLEARTEXT=${kind}\\.`),
    )
    expect(message).not.toContain('secret')
    const other = kind === 'redis' ? 'postgres' : 'redis'
    expect(read({ [name]: value, PAYRUN_ALLOW_CLEARTEXT: other }).ok).toBe(false)
    expect(read({ [name]: value, PAYRUN_ALLOW_CLEARTEXT: `${other}, ${kind}` }).ok).toBe(true)
  })

  it.each([
    { PAYRUN_PROVIDER_URL: 'https://pay.example.com' },
    { PAYRUN_PROVIDER_URL: 'http://127.0.0.1:4010' },
    { PAYRUN_PROVIDER_URL: 'http://[::1]:4010' },
    { PAYRUN_WEBHOOK_URL: 'http://localhost/x' },
    { REDIS_URL: 'rediss://:secret@redis:6379' },
    { REDIS_URL: 'redis://:secret@[::1]:6379' },
    { REDIS_URL: 'rediss+cluster://a:7000,b:7001' },
    { PAYRUN_SMTP_URL: 'smtp://u:secret@127.0.0.1:2525?ignoreTLS=true' },
    { PAYRUN_SMTP_URL: 'smtps://u:secret@mail.example.com' },
    { PAYRUN_SMTP_URL: 'smtp://u:secret@mail.example.com?pool=true&requiretls=false' },
    { REDIS_URL: 'rediss://:secret@redis?tls=&tls=1' },
  ])('is not what this is: %o', (environment) => {
    expect(read(environment).ok).toBe(true)
  })

  it.each(['fax', 'smtp;postgres', 'all', 'smtp,'])('is not allowed by a word that is no name: %s', (value) => {
    const refused = read({ PAYRUN_ALLOW_CLEARTEXT: value })
    expect(refused.ok || english(refused.message)).toMatch(
      /^PAYRUN_ALLOW_CLEARTEXT must be one or more of smtp, postgres,/,
    )
  })

  it('knows the loopback by its numbers and its one name, and asks nobody about others', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '[::1]', 'localhost', 'LOCALHOST'].filter(isLoopback)).toHaveLength(6)
    expect(['0.0.0.0', '128.0.0.1', '127.0.0.1.example.com', 'localhost.example.com', ''].filter(isLoopback)).toEqual(
      [],
    )
  })
})

describe('a Postgres', () => {
  const url = (environment: NodeJS.ProcessEnv) => {
    const config = read(environment)
    return config.ok ? config.config.databaseUrl : english(config.message)
  }

  it('on another machine is asked for TLS, with its certificate checked, where nothing else is said', () => {
    expect(url({ DATABASE_URL: 'postgres://u@db/payrun' })).toBe('postgres://u@db/payrun?sslmode=verify-full')
    expect(url({ DATABASE_URL: 'postgres://u@db/payrun?application_name=x#frag' })).toBe(
      'postgres://u@db/payrun?application_name=x&sslmode=verify-full',
    )
    // A space makes the name of this parameter another one.
    expect(url({ DATABASE_URL: 'postgres://u@db/pay run?ssl%6Dode=require' })).toMatch(/&sslmode=verify-full$/)
    expect(url({ DATABASE_URL: 'postgres:///payrun', PGHOST: 'db' })).toMatch(/sslmode=verify-full$/)
  })

  it.each([
    'postgres://u@127.0.0.1/payrun',
    'postgres:///payrun?host=/run/postgresql',
    'postgres://%2Frun%2Fpostgresql/payrun',
    'postgres://u@db/payrun?sslmode=require',
    'postgres://u@db/payrun?sslmode=no-verify',
    'postgres://u@db/payrun?ssl=true',
  ])('is taken as it is given: %s', (given) => {
    expect(url({ DATABASE_URL: given })).toBe(given)
  })

  it('without TLS is sent no password, and the command says what to do and exits with code 2', async () => {
    const folder = temporaryFolder()
    // What every Postgres without TLS says to the request for it; whatever came after would be the user and the password.
    const server = await listenFor((socket) => socket.on('data', () => socket.write('N')))
    // The loopback by an address that doesn't say so.
    const env = { DATABASE_URL: `postgres://u:secret@0.0.0.0:${server.port}/payrun`, PAYRUN_HOME: folder.path }
    const ended = await payrun(['list'], { cwd: folder.path, env })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(/does not offer TLS\. .*PAYRUN_ALLOW_CLEARTEXT=postgres/)
    expect(server.heard().map((bytes) => bytes.toString('hex'))).toEqual(['0000000804d2162f'])
    folder.remove()
  })
})

describe('a mail server on another machine', () => {
  it('that does not offer STARTTLS is told neither the password nor the message', async () => {
    const server = await listenFor((socket) => {
      socket.write('220 mail ESMTP\r\n')
      socket.on('data', (bytes) => {
        const verb = bytes.toString().slice(0, 4).toUpperCase()
        socket.write(verb === 'EHLO' ? '250-mail\r\n250 AUTH PLAIN LOGIN\r\n' : '502 not here\r\n')
      })
    })
    const smtpUrl = `smtp://payrun:secret@0.0.0.0:${server.port}`
    const config = read({ PAYRUN_SMTP_URL: smtpUrl, PAYRUN_MAIL_TO: 'a@example.com' })
    if (!config.ok || !config.config.alerts.email) throw new Error('no e-mail')
    const channel = createEmail({ ...config.config.alerts.email, language: 'en' })
    const told = await channel.tell({
      id: 'x',
      event: 'ledger.fenced',
      at: '2026-11-22T00:00:00Z',
      text: 'planted text',
    } as Parameters<typeof channel.tell>[0])
    channel.close()
    expect(told).toEqual({ kind: 'failed', why: 'no TLS (STARTTLS)' })
    const heard = Buffer.concat(server.heard()).toString()
    expect(heard).toMatch(/^EHLO /)
    expect(heard).not.toMatch(/AUTH|MAIL|planted/)
  })
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server on every address of this machine that remembers what it was sent. */
async function listenFor(onSocket: (socket: Socket) => void) {
  const heard: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => heard.push(bytes))
    onSocket(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, heard: () => heard }
}
