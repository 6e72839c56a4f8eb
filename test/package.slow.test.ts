import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operatorTable } from '../src/payout/operators/operator.ts'
import { checkTypes, type Packed, packInto, run } from './harness/packed.ts'
import { startNode, temporaryFolder, until } from './harness/payrun.ts'
import { waitUntilServerGone } from './harness/postgres.ts'
import { freePort } from './harness/redis.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

let folder: ReturnType<typeof temporaryFolder>
let packed: Packed

beforeAll(async () => {
  folder = temporaryFolder()
  packed = await packInto(folder.path)
})
afterAll(async () => {
  if (packed) await waitUntilServerGone(join(packed.project, '.payrun'))
  folder.remove()
})

/** The machine's own Node, where it is an older one than ours: payrun brings its own, but a package may be called by it. */
const olderNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((path) => /^v2[0-3]\./.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''))

/** CI has a registry; elsewhere, without a network, the installation is left out and says so. */
const withoutRegistry = !process.env['CI'] && spawnSync('npm', ['ping', '--fetch-retries=0']).status !== 0
const registryTitle = withoutRegistry ? ' (left out: npm reaches no registry here)' : ''

const bin = () => join(packed.folder, 'bin/payrun.js')

describe('the package', () => {
  it('has the JavaScript, its types, the migrations and the documents, and nothing else of the checkout', () => {
    expect(packed.files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'bin/payrun.js',
        'dist/src/index.js',
        'dist/src/index.d.ts',
        'dist/src/cli/main.js',
        'dist/src/ledger/migrations/0002_batches.sql',
      ]),
    )
    const other = packed.files.filter((path) => !/^(dist|docs)\/|^bin\/payrun\.js$|^[^/]+$/.test(path))
    expect(other).toEqual([])
    const source = packed.files.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    expect(source).toEqual([])
    expect(packed.files.filter((path) => /^\.env$|\.tgz$|\.test\./.test(path))).toEqual([])
  })

  it('has nothing that publint remarks on', async () => {
    const { messages } = await publint({ pkgDir: packed.folder, pack: false, strict: true })
    expect(messages).toEqual([])
  })

  it('runs its command: the version, a check of a file, and a payroll paid to the sandbox on the embedded ledger', async () => {
    const payroll = join(root, 'fixtures/payroll.csv')
    const version = await run(process.execPath, [bin(), '--version'], packed.project)
    expect(version.stdout.trim()).toBe(manifest.version)
    const checked = await run(process.execPath, [bin(), 'validate', payroll, '--json'], packed.project)
    const { rows, problems } = JSON.parse(checked.stdout)
    expect(rows).toBeGreaterThan(0)
    expect(problems).toEqual([])
    writeFileSync(
      join(packed.project, 'one.csv'),
      'reference,operator,phone_number,amount\nA1,mtn-benin,2290197000001,1500\n',
    )
    const paid = await run(process.execPath, [bin(), 'run', 'one.csv', '--sandbox', '--json'], packed.project)
    expect(JSON.parse(paid.stdout)).toMatchObject({ state: 'settled', counts: { paid: 1 } })
  })

  it.skipIf(withoutRegistry)(
    `is installed from its tarball by npm, without a script, and pays a payroll${registryTitle}`,
    { timeout: 300_000 },
    async () => {
      const empty = join(folder.path, 'empty')
      mkdirSync(empty)
      const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline']
      await run('npm', ['install', ...options, packed.tarball], empty)
      const program = join(empty, 'node_modules/.bin/payrun')
      expect((await run(program, ['--version'], empty)).stdout.trim()).toBe(manifest.version)
      writeFileSync(
        join(empty, 'one.csv'),
        'reference,operator,phone_number,amount\nI-1,mtn-benin,2290197000001,1500\n',
      )
      const paid = await run(program, ['run', 'one.csv', '--sandbox', '--json'], empty)
      expect(JSON.parse(paid.stdout)).toMatchObject({ state: 'settled', counts: { paid: 1 } })
      await waitUntilServerGone(join(empty, '.payrun'))
    },
  )

  it('brings no Node of its own, and says which one it needs', () => {
    const { dependencies, optionalDependencies, engines } = JSON.parse(
      readFileSync(join(packed.folder, 'package.json'), 'utf8'),
    )
    expect(Object.keys({ ...dependencies, ...optionalDependencies })).not.toContain('node')
    expect(engines).toMatchObject({ node: '>=24' })
  })

  it.skipIf(olderNode === undefined).each([
    ['a package', bin, /: install Node 24\.\n$/, /: installez Node 24\.\n$/],
    [
      'a checkout',
      () => join(root, 'bin/payrun.js'),
      /: use "npm run -s payrun -- …", [^\n]*\n$/,
      /: utilisez « npm run -s payrun -- … », [^\n]*\n$/,
    ],
  ])('tells an older Node in a sentence what it lacks: %s', (_, program, english, french) => {
    const call = (PAYRUN_LANG: string) =>
      spawnSync(olderNode ?? '', [program(), '--version'], {
        encoding: 'utf8',
        env: { ...process.env, PAYRUN_LANG },
      })
    expect(call('en')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(english) })
    expect(call('en').stderr).toMatch(/^payrun needs Node 24 or newer, and this is v2\d\.[^\n]*\n$/)
    expect(call('fr')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(french) })
    expect(call('fr').stderr).toMatch(
      /^payrun a besoin de Node 24 ou plus récent, et vous utilisez la version 2\d\.[^\n]*\n$/,
    )
  })

  it('is imported by its name, from TypeScript whose types are checked against it', async () => {
    const source = `
      import { operatorTable, operators, type OperatorCode } from 'payrun'
      const code: OperatorCode = operators[0].code
      // @ts-expect-error: no such operator
      const none: OperatorCode = 'no-such-operator'
      console.log(JSON.stringify({ code, none, table: operatorTable() }))
    `
    await check({ 'operators.ts': source })
    const { stdout } = await run(process.execPath, ['operators.ts'], packed.project)
    expect(JSON.parse(stdout)).toMatchObject({ code: 'mtn-benin', table: operatorTable() })
  })

  it('exports the client, the receiving of notifications and the operators, and nothing else', async () => {
    const names = (entry: string) => `console.log(Object.keys(await import('${entry}')).sort().join())\n`
    writeFileSync(join(packed.project, 'names.mjs'), names('payrun'))
    writeFileSync(join(packed.project, 'light.mjs'), names('payrun/client'))
    const { stdout } = await run(process.execPath, ['names.mjs'], packed.project)
    expect((await run(process.execPath, ['light.mjs'], packed.project)).stdout).toBe(stdout)
    const receiving = [
      ...['NotificationRefused', 'createReceiver', 'notificationListener', 'notifications'],
      ...['openNotificationFolder', 'receiveNotification'],
    ]
    expect(stdout.trim().split(',')).toEqual(['createClient', ...receiving, 'operatorTable', 'operators'].sort())
  })

  it('loads a client that is small beside undici and zod: its files and the packages that they are of', async () => {
    const source = `import { registerHooks } from 'node:module'
      const urls = []
      registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
      await import('payrun/client')
      console.log(JSON.stringify(urls.filter((url) => url.startsWith('file:'))))`
    writeFileSync(join(packed.project, 'loaded.mjs'), source)
    const files: string[] = JSON.parse((await run(process.execPath, ['loaded.mjs'], packed.project)).stdout)
    const paths = files.map((url) => fileURLToPath(url))
    const own = paths.filter((path) => path.startsWith(packed.folder))
    expect(own.length).toBeGreaterThan(10)
    const others = new Set(
      paths.map((path) => /^.*\/node_modules\/(?!payrun\/)(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ''),
    )
    const beside = [...others].filter((path) => path !== '' && !/\/(undici|zod)$/.test(path))
    expect(beside.length).toBeGreaterThan(0)
    const installed = await run('du', ['-scb', ...own, ...beside], packed.project)
    expect(Number(/(\d+)\ttotal/.exec(installed.stdout)?.[1])).toBeLessThan(15_000_000)
  })

  it('gives nothing away but what its root exports', async () => {
    writeFileSync(join(packed.project, 'inside.mjs'), `await import('payrun/dist/src/ledger/ledger.js')\n`)
    await expect(run(process.execPath, ['inside.mjs'], packed.project)).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })
})

describe('the samples of the documents', () => {
  beforeAll(writeSamples)

  it('asks a customer for a payment', async () => {
    const seen: string[] = []
    const provider = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['app-key']}`)
      request.resume()
      response.setHeader('content-type', 'application/json')
      response.end(
        '{"error":false,"status":"PENDING","amount":"1500","fees":0,"message":"Enter the PIN","reference":"C-1"}',
      )
    })
    provider.listen(0, '127.0.0.1')
    await once(provider, 'listening')
    try {
      const { port } = provider.address() as AddressInfo
      const env = { PAYRUN_PROVIDER_URL: `http://127.0.0.1:${port}` }
      const ended = await startNode(['collect.ts'], { cwd: packed.project, env }).ended
      expect(ended.stderr).toBe('')
      expect(ended.stdout).toBe("The customer is asked. The payment's reference is C-1.\n")
      expect(seen).toEqual(['POST /v1/payment/payin/mobile sandbox-app-key'])
    } finally {
      provider.closeAllConnections()
      provider.close()
    }
  })

  it.each([
    { name: 'receive.ts', addressOf: (line: string) => line },
    {
      name: 'plain.ts',
      addressOf: (line: string) => `http://127.0.0.1:${JSON.parse(line).port}/any/${notificationToken}`,
    },
  ])('receives a notification once, and none with another token: $name', async ({ name, addressOf }) => {
    const env = { PORT: '0', NOTIFICATION_TOKEN: notificationToken }
    const started = startNode([name], { cwd: packed.project, env })
    await until('it listens', () => plainLines(started.output().stdout).length > 0)
    const url = addressOf(plainLines(started.output().stdout)[0] ?? '')
    await breakOff(url)
    const body = JSON.stringify({ reference: name, status: 'success' })
    const send = (to: string) =>
      fetch(to, { method: 'POST', body, headers: { 'content-type': 'application/json', connection: 'close' } })
    expect((await send(`${url}x`)).status).toBe(404)
    for (let n = 0; n < 3; n += 1) expect((await send(url)).status).toBe(200)
    const told = `${name}: success`
    await until('it is handled', () => started.output().stdout.includes(told))
    started.child.kill('SIGTERM')
    const ended = await started.ended
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' })
    expect(ended.stdout.split(told)).toHaveLength(2)
  })
})

/** The receivers of five lines, with the real frameworks. */
describe.each(['http.ts', 'express.ts', 'fastify.ts'])('the receiver %s', (name) => {
  beforeAll(writeSamples)

  it('has five lines, is typed, and takes a notification once and none with another token', async () => {
    expect(sample(name).trim().split('\n')).toHaveLength(5)
    const env = { PORT: `${await freePort()}`, NOTIFICATION_TOKEN: notificationToken }
    const started = startNode([name], { cwd: packed.project, env })
    onTestFinished(() => void started.child.kill('SIGKILL'))
    const url = `http://127.0.0.1:${env.PORT}/notifications/${notificationToken}`
    const everything = () => Object.values(started.output()).join('')
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const send = (to: string, body = JSON.stringify({ reference: name, status: 'success' })) =>
      fetch(to, { method: 'POST', body, headers })
    await until('it listens', async () => (await send(`${url}x`).catch(() => undefined))?.status === 404)
    for (let n = 0; n < 3; n += 1) expect((await send(url)).status).toBe(200)
    expect((await send(url, '{')).status).toBe(400)
    await until('it is handled', () => /: success.*notification was refused/s.test(everything()))
    expect(plainLines(started.output().stdout)).toEqual([`${name}: success`])
    expect(everything()).not.toContain(notificationToken)
  })
})

/** Begin to post, and go away in the middle of the body. */
async function breakOff(url: string): Promise<void> {
  const { port, pathname } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const head = `POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`
  await new Promise<void>((written) => socket.write(`${head}{"reference"`, () => written()))
  socket.resetAndDestroy()
  await once(socket, 'close')
}

const notificationToken = 'a-token-of-the-package-test'
/** What a sample writes; Fastify's logger writes JSON. */
const plainLines = (stdout: string) => stdout.split('\n').filter((line) => line !== '' && !/^\{"level"/.test(line))

/** What a document shows as a program, below a comment with its name. */
function sample(name: string): string {
  const documents = ['docs/library.md', 'docs/notifications.md'].map((path) => readFileSync(join(root, path), 'utf8'))
  const found = documents.join('\n').split(`<!-- sample: ${name} -->\n\`\`\`ts\n`)[1]?.split('\n```')[0]
  if (found === undefined) throw new Error(`no document has a sample ${name}`)
  return `${found}\n`
}

let written: Promise<void> | undefined

/** All programs of the documents, checked together: each check of its own would take the compiler four seconds. */
function writeSamples(): Promise<void> {
  for (const other of ['express', '@types/express']) {
    const to = join(packed.project, 'node_modules', other)
    if (!existsSync(to)) symlinkSync(join(root, 'node_modules', other), to)
  }
  const names = ['collect.ts', 'receive.ts', 'plain.ts', 'http.ts', 'express.ts', 'fastify.ts']
  written ??= check(Object.fromEntries(names.map((name) => [name, sample(name)])))
  return written
}

/** Against the package's types. */
const check = (sources: Record<string, string>) => checkTypes(packed.project, sources, '--exactOptionalPropertyTypes')
