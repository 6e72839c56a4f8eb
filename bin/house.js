// How the source is laid out, in figures: npm run house. With `-- --row`, also how much of it runs for one paid row.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sandboxAppKey, sandboxMerchantKey } from '../src/sandbox/createSandbox.ts'
import { circlesOf, lonelyFiles, partOf, readSources } from '../test/harness/sources.ts'
import { childEnvironment } from './childEnvironment.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const print = (text) => process.stdout.write(`${text}\n`)

const sources = readSources()
const lengths = sources.map(({ lines }) => lines).sort((one, other) => one - other)
print(`${sources.length} source files, ${lengths.reduce((sum, lines) => sum + lines, 0)} lines`)
print(`median ${lengths[Math.floor(lengths.length / 2)]} lines, the longest ${lengths.at(-1)}`)
tellLonely()
tellRooms()
tellCircles()
if (process.argv.includes('--row')) await tellRow()

function tellLonely() {
  const lonely = lonelyFiles(sources)
  print(`\n${lonely.length} files with one export, used by one other file, without a test:`)
  for (const { path, user, lines } of lonely) print(`  ${path} (${lines} lines), by ${user}`)
}

function tellRooms() {
  const counts = new Map()
  for (const { path, imports } of sources) {
    for (const name of imports) {
      const [from, to] = [partOf(path), partOf(name)]
      if (!/^(src|jobs)\//.test(name) || from === to) continue
      counts.set(`${from} → ${to}`, (counts.get(`${from} → ${to}`) ?? 0) + 1)
    }
  }
  print('\nimports from a room to a room:')
  for (const [rooms, n] of [...counts].sort(([one], [other]) => (one < other ? -1 : 1))) print(`  ${rooms}: ${n}`)
}

function tellCircles() {
  const circles = circlesOf(new Map(sources.map(({ path, loads }) => [path, loads])))
  const withTypes = circlesOf(new Map(sources.map(({ path, imports }) => [path, imports])))
  print(
    `\n${circles.length} circles of files that load each other; ${withTypes.length} with types and import() counted:`,
  )
  for (const circle of withTypes) print(`  ${circle.join(', ')}`)
}

/** Pay one row against a sandbox in another process, on a ledger that is there already, and count whose functions ran. */
async function tellRow() {
  const home = mkdtempSync(join(tmpdir(), 'payrun-house-'))
  const sandbox = startPayrun(['sandbox', '--port', '0'], { PAYRUN_HOME: join(home, 'sandbox') })
  try {
    const url = await lineOf(sandbox, /https?:\/\/127\.0\.0\.1:\d+/)
    const env = {
      PAYRUN_HOME: home,
      PAYRUN_PROVIDER_URL: url,
      PAYRUN_APP_KEY: sandboxAppKey,
      PAYRUN_MERCHANT_KEY: sandboxMerchantKey,
    }
    await pay(home, 'first', env)
    const coverage = join(home, 'coverage')
    const pid = await pay(home, 'second', { ...env, NODE_V8_COVERAGE: coverage })
    const { loaded, ran } = readCoverage(coverage, pid)
    print(`\none paid row: functions of ${ran.length} files ran, ${loaded} were loaded:`)
    for (const path of ran) print(`  ${path}`)
  } finally {
    sandbox.kill()
    await new Promise((done) =>
      sandbox.exitCode === null && !sandbox.signalCode ? sandbox.once('exit', done) : done(),
    )
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** @returns the id of the process that paid, whose children are no part of it */
async function pay(home, reference, env) {
  const file = join(home, `${reference}.csv`)
  writeFileSync(file, `reference,phone_number,amount,operator\n${reference},+2290197000001,1500,mtn-benin\n`)
  const paying = startPayrun(['run', file], env)
  const code = await new Promise((done) => paying.once('exit', done))
  if (code !== 0) throw new Error(`payrun run ended with exit code ${code}`)
  return paying.pid
}

function startPayrun(args, env) {
  return spawn(process.execPath, [join(root, 'bin/payrun.js'), ...args], {
    cwd: root,
    env: { ...childEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** What a process prints, as soon as it matches. */
function lineOf(child, pattern) {
  let printed = ''
  return new Promise((found, failed) => {
    const read = (chunk) => {
      printed += chunk
      const match = pattern.exec(printed)
      if (match) found(match[0])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => failed(new Error(`the sandbox ended: ${printed}`)))
  })
}

/** A module's own code is the function that begins at 0 and has no name: it runs when the module is loaded. */
function readCoverage(folder, pid) {
  const scripts = readdirSync(folder)
    .filter((name) => name.startsWith(`coverage-${pid}-`))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).result)
    .filter(({ url }) => /\/(src|jobs)\/.*\.ts$/.test(url) && url.startsWith(new URL('..', import.meta.url).href))
  const ran = scripts.filter(({ functions }) =>
    functions.some(
      ({ functionName, ranges: [whole] }) => whole.count > 0 && (functionName !== '' || whole.startOffset > 0),
    ),
  )
  const paths = ran.map(({ url }) => fileURLToPath(url).slice(root.length))
  return { loaded: new Set(scripts.map(({ url }) => url)).size, ran: [...new Set(paths)].sort() }
}
