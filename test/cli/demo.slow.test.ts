import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { payrun, temporaryFolder, until } from '../harness/payrun.ts'
import { waitUntilServerGone } from '../harness/postgres.ts'

const isLinux = process.platform === 'linux'
if (!isLinux) process.stderr.write('demo.slow.test.ts: reads environments below /proc: skipped\n')

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const planted = {
  PAYRUN_APP_KEY: 'planted-app-key',
  PAYRUN_MERCHANT_KEY: 'planted-merchant-key',
  PAYRUN_CALLBACK_SECRET: 'planted-callback-secret-of-32-characters',
  PAYRUN_SMTP_URL: 'smtps://me:planted@mail.example.com',
  PAYRUN_WEBHOOK_SECRET: 'planted-webhook-secret-of-32-characters',
  DATABASE_URL: 'postgres://me:planted@db.example.com/payrun',
  REDIS_URL: 'rediss://:planted@redis.example.com',
  PAYRUN_HOME: 'home',
  PGPASSWORD: 'planted',
  SOME_TOKEN: 'planted',
}

it.skipIf(!isLinux)(
  'the demo hands nobody’s keys to its children, and calls nobody’s webhook; its ledger is its own, also for the commands that it names',
  async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const webhook = { PAYRUN_WEBHOOK_URL: `http://127.0.0.1:${port}/planted` }
    const lines = Object.entries({ ...planted, ...webhook }).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(folder.path, '.env'), lines.join(''), { mode: 0o600 })
    const demo = spawn(process.execPath, [join(process.cwd(), 'bin/demo.js')], {
      cwd: folder.path,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        npm_lifecycle_event: 'demo',
        ...planted,
        ...webhook,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = Promise.all([text(demo.stdout), text(demo.stderr)])
    const ended = once(demo, 'exit')
    const children = () => readFileSync(`/proc/${demo.pid}/task/${demo.pid}/children`, 'utf8').trim().split(' ')
    // Between fork and exec, a child still has its parent's.
    const commandOf = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    await until('the demo runs payrun', () =>
      children().some((pid) => pid !== '' && commandOf(pid).includes('payrun.js')),
    )
    for (const pid of children()) expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('planted')
    expect((await ended)[0]).toBe(0)
    // What to do next is to be typed as it stands.
    const [, retry = ''] = /^ {4}(PAYRUN_HOME=\S+ npm run -s payrun -- retry \w+)/m.exec((await said).join()) ?? []
    expect(retry).not.toBe('')
    // The ledger of the folder has nothing of it.
    expect(readdirSync(join(folder.path, '.payrun'))).toEqual(['demo'])
    expect(existsSync(join(folder.path, 'home'))).toBe(false)
    const home = { PAYRUN_HOME: join(folder.path, '.payrun/demo') }
    const listed = await payrun(['list', '--json'], {
      cwd: folder.path,
      env: { ...planted, ...home, DATABASE_URL: '', REDIS_URL: '' },
    })
    expect(JSON.parse(listed.stdout).batches).toHaveLength(1)
    await waitUntilServerGone(home.PAYRUN_HOME)
    expect(asked).toEqual([])
    server.close()
  },
)
