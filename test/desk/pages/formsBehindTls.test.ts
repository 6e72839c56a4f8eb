import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDesk } from '../../../src/app/desk.ts'
import { createDesk } from '../../../src/desk/server.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { startPayrun, until } from '../../harness/payrun.ts'
import { openTestDesk } from '../desk.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** The status of a sign-in with a wrong password, at a desk that people call by this address: 401 where the form counts. */
async function signInAt(address: string, headers: readonly Record<string, string>[]): Promise<number[]> {
  const { app } = await openTestDesk(server, { pays: false })
  const opened = await openDesk(app, { sandbox: true, pays: false })
  if (!opened.ok) throw new Error(JSON.stringify(opened))
  const url = new URL(address)
  const desk = await createDesk({ ...opened, sandbox: true, url })
  onTestFinished(async () => {
    await desk.close()
    await opened.close()
  })
  const form = { 'content-type': 'application/x-www-form-urlencoded', host: url.host }
  const statuses: number[] = []
  for (const each of headers) {
    const wish = {
      method: 'POST',
      url: '/sign-in',
      headers: { ...form, ...each },
      payload: 'name=Awa&password=wrong',
    } as const
    statuses.push((await desk.inject(wish)).statusCode)
  }
  return statuses
}

const here = { 'sec-fetch-site': 'same-origin' }

describe('a form', () => {
  it.each(['desk.example', 'desk.example:8443'])('at https://%s counts from a page of it by TLS only', async (host) => {
    const origins = [`https://${host}`, `http://${host}`, `HTTP://${host}`, `ws://${host}`, 'null']
    const asked = [...origins.map((origin) => ({ origin })), here, { ...here, origin: `http://${host}` }, {}]
    expect(await signInAt(`https://${host}`, asked)).toEqual([401, 403, 403, 403, 403, 401, 403, 403])
  })

  it('counts at a desk on the loopback without TLS', async () => {
    const origin = 'http://127.0.0.1:8080'
    const asked = [{ origin }, { ...here, origin }, here, { origin: 'http://127.0.0.1:9090' }, { origin: 'null' }, {}]
    expect(await signInAt(origin, asked)).toEqual([401, 401, 401, 403, 403, 403])
  })
})

it('the default port names the same host, and another port does not', async () => {
  const asked = (hosts: string[]) => hosts.map((host) => ({ ...here, host }))
  const byTls = asked([
    'desk.example:443',
    'Desk.Example:443',
    'desk.example:80',
    'desk.example:',
    'x@desk.example:443',
  ])
  expect(await signInAt('https://desk.example', byTls)).toEqual([401, 401, 421, 421, 421])
  expect(await signInAt('http://127.0.0.1', asked(['127.0.0.1:80', '127.0.0.1:443']))).toEqual([401, 421])
  expect(await signInAt('https://desk.example:8443', asked(['desk.example', 'desk.example:443']))).toEqual([421, 421])
})

it('whoever sets up the proxy is told where the desk listens', async () => {
  const { db } = await openTestDesk(server, { pays: false })
  const env = { DATABASE_URL: db.url, PAYRUN_DESK_URL: 'https://desk.example', PAYRUN_LOG_LEVEL: 'error' }
  const listening = /http:\/\/127\.0\.0\.1:\d+/
  for (const json of [false, true]) {
    const args = ['desk', '--sandbox', '--no-worker', '--port', '0', ...(json ? ['--json'] : [])]
    const desk = startPayrun(args, { env })
    await until('the desk says its address', () => desk.output().stderr.includes('/setup?'))
    const { stdout, stderr } = desk.output()
    const [local = ''] = listening.exec(json ? stdout : stderr) ?? []
    expect(json ? JSON.parse(stdout) : stdout).toEqual(
      json ? { url: 'https://desk.example', local } : 'https://desk.example\n',
    )
    expect((await fetch(`${local}/healthz`)).status).toBe(200)
    desk.child.kill('SIGTERM')
    expect((await desk.ended).code).toBe(0)
  }
})
