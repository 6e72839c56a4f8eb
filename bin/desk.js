// A desk to look around in: the built-in sandbox, two accounts, and a payroll that waits for an approval. It needs no server, asks for
// nothing, sends nothing to other machines, and is gone without a trace after Ctrl-C.
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { childEnvironment } from './childEnvironment.js'

const help = `Usage: npm run desk -- [--port PORT]

Starts a desk to look around in, with the built-in sandbox and a sample payroll. Nobody is paid.

  --port PORT  the port on this machine, from 1 to 65535 (default: 8080)
  --help       show this help
`
const { port: asked, help: isHelpWanted } = readOptions()
if (isHelpWanted) {
  process.stdout.write(help)
  process.exit(0)
}
const wantedPort = Number(asked ?? 8080)
if (!Number.isInteger(wantedPort) || wantedPort < 1 || wantedPort > 65_535) {
  process.stderr.write(`payrun desk: --port takes a number from 1 to 65535, and not ${asked}.\n`)
  process.exit(2)
}
/** The sample takes about half a minute: slowly enough to be watched. */
const rowsPaid = 120
const payoutsPerSecond = '4'

const tell = (text) => process.stderr.write(`${text}\n`)
tell('payrun desk: starting, with the built-in sandbox. Nobody is paid.')

// A desk to look around in belongs into no ledger but its own, and needs nobody's keys. Set before payrun's modules are loaded.
const environment = childEnvironment()
for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
const home = mkdtempSync(join(tmpdir(), 'payrun-try-desk-'))
Object.assign(process.env, environment, { PAYRUN_HOME: home, PAYRUN_RATE: payoutsPerSecond })

enableCompileCache()
const { attachEmbeddedPostgres } = await import('../src/ledger/embedded/attach.ts')
// Held until the desk has ended: it stops with the last that uses it. All else is loaded while it starts.
const starting = attachEmbeddedPostgres({ home, onNotice: () => undefined })
starting.catch(() => undefined)
const { addAccount } = await import('../src/app/accounts/accounts.ts')
const { accountActor } = await import('../src/app/accounts/actor.ts')
const { setApprovals } = await import('../src/app/accounts/policy.ts')
const { withCore } = await import('../src/app/open/openCore.ts')
const { usualChecks } = await import('../src/app/submit/submission.ts')
const { submit } = await import('../src/app/submit/submit.ts')
const { readConfig } = await import('../src/config.ts')
const { startDesk } = await import('../src/desk/startDesk.ts')
const { createLog } = await import('../src/log.ts')
const { onStopSignals } = await import('../src/process.ts')
const { render } = await import('../src/words/render.ts')

let stop = () => undefined
const stopped = new Promise((resolve) => {
  stop = resolve
})
onStopSignals(stop, () => process.exit(130))

const ended = await run().catch((error) => error)
await removeHome()
if (ended instanceof Error) tell(`payrun desk: ${ended.message}`)
process.exit(ended instanceof Error ? 1 : 0)

/** What was typed; a wrong option is explained in a sentence. */
function readOptions() {
  try {
    return parseArgs({ options: { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error
    process.stderr.write(`payrun desk: ${slipIn(error)}. \`npm run desk -- --help\` shows the options.\n`)
    process.exit(2)
  }
}

/** Node's first sentence names the option; what follows is about positional arguments, which there are none of. */
function slipIn({ message }) {
  return message.split(/\. |\n/)[0].replace(/\.$/, '')
}

/** Resolves when it was stopped. */
async function run() {
  const postgres = done(await starting)
  try {
    const app = openApp()
    const { people } = done(await withCore(app, (core) => prepare(app, core)))
    const port = (await isFree(wantedPort)) ? wantedPort : 0
    const desk = done(await startDesk(app, { host: '127.0.0.1', port, sandbox: true, pays: true }))
    describe(desk.url, port, people)
    await stopped
    tell('payrun desk: stopping.')
    await desk.close()
  } finally {
    await postgres.release()
  }
}

function openApp() {
  const read = readConfig()
  if (!read.ok) throw new Error(render(read.message, 'en'))
  const log = createLog(read.config.logLevel ?? 'error', ({ message, fields }) =>
    tell(typeof message === 'string' ? [message, ...Object.values(fields)].join(' ') : render(message, 'en')),
  )
  return { config: read.config, log, language: 'en', say: () => undefined }
}

/** Two people, the rule that both of them are needed, and the payroll that the first of them submitted. */
async function prepare(app, core) {
  const wishes = [
    { name: 'Awa Diop', roles: ['preparer', 'admin'], password: newPassword() },
    { name: 'Kofi Mensah', roles: ['approver'], password: newPassword() },
  ]
  const added = []
  for (const wish of wishes) added.push(done(await addAccount(app, core, wish)))
  done(await setApprovals(app, core, 2))
  const now = new Date()
  const month = now.toISOString().slice(0, 7)
  const sample = {
    ...usualChecks,
    // A name that reads the same in every language of the desk.
    file: writeSample(`${month}.csv`),
    name: month,
    period: month,
    sandbox: true,
  }
  done(await submit({ ...app, actor: accountActor(added[0].account) }, sample))
  return { ok: true, people: wishes }
}

/** The people of the demo's payroll who are paid in XOF; the sandbox refuses a few of them and leaves a few unclear. */
function writeSample(name) {
  const [header, ...rows] = readFileSync(new URL('../fixtures/payroll.csv', import.meta.url), 'utf8').split('\n')
  const path = join(home, name)
  const paid = rows.filter((row) => row.includes(',XOF,')).slice(0, rowsPaid)
  writeFileSync(path, `${[header, ...paid].join('\n')}\n`)
  return path
}

/** Easy to type: 16 letters that look like no others, about 70 bits. */
function newPassword() {
  const letter = () => 'abcdefghjkmnpqrstuvwxyz'[randomInt(23)]
  return Array.from({ length: 4 }, () => letter() + letter() + letter() + letter()).join('-')
}

function describe(url, port, [preparer, approver]) {
  if (port !== wantedPort) tell(`Port ${wantedPort} is taken by another program, so the desk has another one.`)
  tell(`
  ${url}

  Awa Diop      ${preparer.password}   prepares payments and administers; has sent the sample payroll for approval
  Kofi Mensah   ${approver.password}   approves

Sign in as Kofi Mensah, approve the batch, and watch it being paid. Ctrl-C ends all of it and leaves nothing behind.`)
}

async function isFree(port) {
  const probe = createServer()
  const free = await new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  await new Promise((resolve) => probe.close(resolve))
  return free
}

/** The result of a use case that was meant to succeed. */
function done(result) {
  if (result.ok === true || result.kind === 'submitted') return result
  const problems = (result.problems ?? []).map((problem) => render(problem.message, 'en'))
  throw new Error([...(result.message ? [render(result.message, 'en')] : []), ...problems].join(' '))
}

/** Once the embedded Postgres has stopped: it writes there to its end. */
async function removeHome() {
  const running = () => existsSync(join(home, 'postgres', 'data', 'postmaster.pid'))
  for (const since = performance.now(); running() && performance.now() - since < 20_000; ) await delay(50)
  rmSync(home, { recursive: true, force: true, maxRetries: 10 })
}
