import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { payrun, temporaryFolder } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'

const head = 'reference,operator,phone_number,amount'
const good = `A,mtn-benin,${beninNumber(1)},100`

let postgres: TestPostgres
let folder: ReturnType<typeof temporaryFolder>
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  postgres = await startTestPostgres()
  folder = temporaryFolder()
  const { url } = await postgres.createLedger()
  env = {
    DATABASE_URL: url,
    PAYRUN_HOME: join(folder.path, 'home'),
    // Nobody listens there: a payout would end paused, not refused.
    PAYRUN_PROVIDER_URL: 'http://127.0.0.1:9',
    PAYRUN_APP_KEY: 'app',
    PAYRUN_MERCHANT_KEY: 'merchant',
  }
})
afterAll(async () => {
  folder.remove()
  await postgres.stop()
})

/** One sentence or more, never a stack trace, and no half-made batch. */
async function expectRefused(args: string[], code: number, says: RegExp, more: NodeJS.ProcessEnv = {}) {
  const ended = await payrun(args, { env: { ...env, ...more }, cwd: folder.path })
  expect(ended.code).toBe(code)
  const text = ended.stdout + ended.stderr
  expect(text).toMatch(says)
  expect(text).not.toMatch(/^\s+at .*:\d+:\d+/m)
  expect(text).not.toContain('node:internal')
  return ended
}

describe.each(['validate', 'run', 'submit'])('%s', (command) => {
  it('counts the elements of a JSON file, whatever lines they stand on', async () => {
    const row = (phone_number: string) => ({ operator: 'mtn-benin', phone_number, amount: '100' })
    writeFile(folder.path, 'rows.json', JSON.stringify([row(beninNumber(1)), row('12')], null, 2))
    await expectRefused([command, 'rows.json'], 3, /^element 2, phone_number: /m)
  })

  it.each([
    [
      'quote.csv',
      `${head}\nF,foo,${beninNumber(1)},100\n${good}\nC,mtn-benin,22"90197000002,15\nD,mtn-benin,1,x\n`,
      { line: 2, rows: 2, valid: 1 },
      4,
    ],
    [
      'cut.json',
      `[{"operator":"foo","phone_number":"${beninNumber(1)}","amount":"100"},{"operator":"mtn-benin","phone`,
      { line: 1, rows: 1, valid: 0 },
      2,
    ],
  ])('tells what is above the place where %s breaks off', async (name, content, { line, rows, valid }, broken) => {
    writeFile(folder.path, name, content)
    const skips = command === 'validate' ? [] : ['--skip-invalid']
    const place = name.endsWith('.json') ? 'element' : 'line'
    const ended = await expectRefused([command, name, ...skips], 3, new RegExp(`^${place} ${line}, operator: `, 'm'))
    const whereItBreaks = new RegExp(`${place} ${broken}\\b`, 'i')
    expect(ended.stderr).toMatch(whereItBreaks)
    expect(ended.stdout).not.toContain('--skip-invalid')
    const { stdout } = await expectRefused([command, name, ...skips, '--json'], 3, /unknown_operator/)
    const document = JSON.parse(stdout)
    expect(document).toMatchObject({ rows, valid, problems: [{ line, code: 'unknown_operator' }] })
    expect(document.message).toMatch(whereItBreaks)
  })

  it.each([
    { what: 'a missing file', name: 'nowhere.csv', content: null, code: 2, says: /nowhere\.csv/ },
    { what: 'a directory', name: 'folder', content: 'directory', code: 2, says: /folder.*(directory|folder)/ },
    { what: 'an empty file', name: 'empty.csv', content: '', code: 3, says: /empty/ },
    { what: 'only a header', name: 'header.csv', content: `${head}\n`, code: 3, says: /no rows|only/i },
    {
      what: 'a wrong header',
      name: 'wrong.csv',
      content: 'a,b\n1,2\n',
      code: 3,
      says: /operator.*phone.*amount[\s\S]*a, b/,
    },
    {
      what: 'ragged rows',
      name: 'ragged.csv',
      content: `${head}\n${good},x,y\nB\n`,
      code: 3,
      says: /line 2, "[^\n]*malformed\)\nline 3, "B": [^\n]*malformed/,
    },
    {
      what: 'a quote that never closes',
      name: 'quote.csv',
      content: `${head}\n"A,mtn-benin,1,2\n${good}\n`,
      code: 3,
      says: /quote[\s\S]*line 2|line 2[\s\S]*quote/i,
    },
    { what: 'half a JSON file', name: 'half.json', content: '[{"operator":"mtn-benin",', code: 3, says: /JSON/ },
    {
      what: 'a broken workbook',
      name: 'book.xlsx',
      content: 'PK\x03\x04xxxx',
      code: 3,
      says: /save it again as \.xlsx/,
    },
    {
      what: 'NUL bytes',
      name: 'nul.csv',
      content: `${head}\n${good.replace('100', '1\0')}\n`,
      code: 3,
      says: /malformed/,
    },
    { what: 'no file at all', name: undefined, content: null, code: 2, says: /missing required argument 'file'/ },
  ])('tells what is wrong with $what', async ({ name, content, code, says }) => {
    if (content === 'directory') mkdirSync(join(folder.path, 'folder'), { recursive: true })
    else if (content !== null && name) writeFile(folder.path, name, content)
    await expectRefused(name === undefined ? [command] : [command, name], code, says)
  })
})

describe('configuration', () => {
  it.each([
    {
      what: 'no credentials',
      more: { PAYRUN_APP_KEY: '', PAYRUN_MERCHANT_KEY: '' },
      code: 2,
      says: /PAYRUN_APP_KEY and PAYRUN_MERCHANT_KEY are not set.*--sandbox/,
    },
    { what: 'no provider', more: { PAYRUN_PROVIDER_URL: '' }, code: 2, says: /PAYRUN_PROVIDER_URL is not set/ },
    {
      what: 'a provider that is no address',
      more: { PAYRUN_PROVIDER_URL: 'ftp://x' },
      code: 2,
      says: /PAYRUN_PROVIDER_URL must be an address/,
    },
    {
      what: 'a concurrency of 0',
      more: { PAYRUN_CONCURRENCY: '0' },
      code: 2,
      says: /PAYRUN_CONCURRENCY must be a whole number/,
    },
    { what: 'a rate in words', more: { PAYRUN_RATE: 'fast' }, code: 2, says: /PAYRUN_RATE must be a number/ },
    {
      what: 'a log level that is none',
      more: { PAYRUN_LOG_LEVEL: 'loud' },
      code: 2,
      says: /PAYRUN_LOG_LEVEL must be fatal, .*trace or/,
    },
    {
      what: 'a home below a file',
      more: { PAYRUN_HOME: '/dev/null/x' },
      code: 2,
      says: /PAYRUN_HOME must be a folder/,
    },
    ...(process.platform === 'linux'
      ? [{ what: 'a home in /proc', more: { PAYRUN_HOME: '/proc/x' }, code: 2, says: /PAYRUN_HOME can't be in \/proc/ }]
      : []),
    {
      what: 'a database that is away',
      more: { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:9/x' },
      code: 6,
      says: /Cannot reach the Postgres of DATABASE_URL/,
    },
    {
      what: 'a Redis that is away',
      more: { REDIS_URL: 'redis://:hidden@127.0.0.1:9' },
      code: 6,
      says: /REDIS_URL: cannot reach Redis/,
    },
    {
      what: 'a database address that is none',
      more: { DATABASE_URL: 'mysql://x' },
      code: 2,
      says: /DATABASE_URL must be an address/,
    },
  ])('tells that there is $what, before anything is stored', async ({ more, code, says }) => {
    writePayroll(folder.path, 2)
    const ended = await expectRefused(['run', 'payroll.csv'], code, says, more)
    expect(ended.stdout + ended.stderr).not.toContain('hidden')
    const list = await payrun(['list', '--json'], { env, cwd: folder.path })
    expect(JSON.parse(list.stdout).batches).toEqual([])
  })

  it('reads .env where it is called, and the environment wins', async () => {
    writePayroll(folder.path, 2)
    const dotenv = writeFile(folder.path, '.env', 'PAYRUN_CONCURRENCY=none\n')
    await expectRefused(['validate', 'payroll.csv'], 2, /PAYRUN_CONCURRENCY must be/)
    const ended = await payrun(['validate', 'payroll.csv'], {
      env: { ...env, PAYRUN_CONCURRENCY: '5' },
      cwd: folder.path,
    })
    expect(ended.code).toBe(0)
    // Beside a .env, each of the commands after it would be a process of its own.
    rmSync(dotenv)
  })
})

describe('usage', () => {
  it.each([
    { args: ['pay'], says: /unknown command/ },
    { args: ['run', 'x.csv', '--sandbx'], says: /unknown option.*--sandbox/s },
    { args: ['run', 'x.csv', '--expect-count', 'ten'], says: /whole number/ },
    { args: ['report', 'last', '--format', 'pdf'], says: /csv, json, ndjson/ },
    { args: ['status', 'nosuchbatch'], says: /no batch "nosuchbatch"/ },
    { args: ['status', 'last'], says: /no batches yet/ },
    { args: ['person', ' '], says: /Whom do you look for/ },
    { args: ['sandbox', '--port', '99999'], says: /whole number/ },
    { args: ['submit', 'x.csv', '--period', '--skip-invalid'], says: /--skip-invalid.*--period=--skip-invalid/ },
    { args: ['report', 'last', '-o', '--excel'], says: /--excel.*--output=--excel/ },
    { args: ['schedule', 'add', 'x.csv', '--cron', '--tz', 'UTC'], says: /--tz.*--cron=--tz/ },
  ])('$args is refused with 2', async ({ args, says }) => {
    await expectRefused(args, 2, says)
  })

  it('prints one JSON document for an error too', async () => {
    const ended = await expectRefused(['status', 'nosuchbatch', '--json'], 2, /no batch/)
    expect(JSON.parse(ended.stdout)).toEqual({ error: expect.stringContaining('no batch') })
  })

  it('every command has --help with an example, and --json', async () => {
    const commands = [
      'validate',
      'run',
      'submit',
      'worker',
      'list',
      'status',
      'report',
      'pause',
      'resume',
      'cancel',
      'operators',
      'sandbox',
    ]
    const overview = await payrun(['--help'], { env })
    expect(overview.code).toBe(0)
    for (const command of commands) {
      expect(overview.stdout).toContain(`  ${command}`)
      const help = await payrun([command, '--help'], { env })
      expect(help.code).toBe(0)
      expect(help.stdout).toMatch(new RegExp(`Examples?:\n {2}payrun ${command}`))
      expect(help.stdout).toContain('--json')
    }
  })
})

it.each([
  { wrong: 'an unknown option', args: ['run', 'payroll.csv', '--colour'], says: /--colour/ },
  { wrong: 'a missing argument', args: ['validate'], says: /file/ },
  { wrong: 'an unknown command', args: ['pay'], says: /pay/ },
  { wrong: 'a missing command', args: ['schedule'], says: /^the command is missing\. Add one of: add, list,/ },
  { wrong: 'a value that is none', args: ['run', 'payroll.csv', '--max-unknown', 'x'], says: /--max-unknown/ },
])('with --json $wrong is told in a document, too', async ({ args, says }) => {
  const ended = await payrun([...args, '--json'], { env, cwd: folder.path })
  expect(ended.code).toBe(2)
  const { error } = JSON.parse(ended.stdout)
  expect(error).toMatch(says)
  expect(ended.stderr).toContain(error)
})
