import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writePayroll } from '../harness/payroll.ts'
import { payrun } from '../harness/payrun.ts'

const paying = setUpPaying()

it('finds the trail of a finished batch intact, and tells the history of a line in words', async () => {
  writePayroll(paying.folder, 3)
  expect((await paying.call('run', 'payroll.csv')).code).toBe(0)
  const ended = await paying.call('audit', 'last', '--line', '3')
  expect(ended.code).toBe(0)
  expect(ended.stdout).toMatch(
    /^Line 3: [\d,]+ FCFA through mtn-benin, reference \S+\. Now paid, \S+ at the provider\.\n/,
  )
  expect(ended.stdout).toMatch(
    /submitted by \S+\n.*attempt 1 claimed by worker \d+ on \S+\n.*attempt 1 settled as paid\n/,
  )
  expect(ended.stdout).toContain('Intact: 3 payouts and 6 events of batch ')
  expect(ended.stdout).toMatch(/Checkpoint: [0-9a-f]{64} /)
  expect(ended.stdout).not.toContain(beninNumber(1).slice(-8))
})

it('says what does not fit, and where, when the database was changed behind its back', async () => {
  writePayroll(paying.folder, 3)
  expect((await paying.call('run', 'payroll.csv')).code).toBe(0)
  const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
  await client.connect()
  await client.query(`begin; set local session_replication_role = replica`)
  await client.query(`delete from payrun.events where line = 3 and seq = 2`)
  await client.query('commit')
  await client.end()
  const ended = await paying.call('audit', 'last')
  expect(ended.code).toBe(4)
  expect(ended.stdout).toContain('NOT intact')
  expect(ended.stdout).toContain('line 3: 2 events were recorded and 1 are there')
  const document = JSON.parse((await paying.call('audit', 'last', '--json')).stdout)
  expect(document).toMatchObject({ intact: false, payouts: 3, events: 5 })
  expect(document.findings[0]).toEqual({ line: 3, message: '2 events were recorded and 1 are there' })
})

it('gives a history to machines in the names of the other documents', async () => {
  writePayroll(paying.folder, 2)
  expect((await paying.call('run', 'payroll.csv')).code).toBe(0)
  const document = JSON.parse((await paying.call('audit', 'last', '--line', '2', '--json')).stdout)
  expect(document.history).toMatchObject({
    line: 2,
    status: 'paid',
    currency: 'XOF',
    error_code: null,
    events: [
      { from: 'pending', to: 'sending', attempt: 1, actor: null },
      { from: 'sending', to: 'paid', attempt: 1, sentence: 'attempt 1 settled as paid' },
    ],
  })
})

it('names a line that the file does not have', async () => {
  writePayroll(paying.folder, 1)
  expect((await paying.call('run', 'payroll.csv')).code).toBe(0)
  const ended = await paying.call('audit', 'last', '--line', '99')
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(/Batch \S+ has no row on line 99 of payroll\.csv\./)
})

it('says in the language of the reader that a file came from standard input', async () => {
  writePayroll(paying.folder, 1)
  const input = readFileSync(join(paying.folder, 'payroll.csv'), 'utf8')
  const inFrench = { cwd: paying.folder, env: { ...paying.env, PAYRUN_LANG: 'fr' } }
  const ran = await payrun(['run', '-', '--json'], { ...inFrench, input })
  expect(ran.code, ran.stderr).toBe(0)
  expect(JSON.parse(ran.stdout).file.name).toBe('-')
  const ended = await payrun(['audit', 'last', '--line', '9'], inFrench)
  expect(ended.stderr).toMatch(/Le lot \S+ n'a rien à la ligne 9 de l'entrée standard\./)
  const again = await payrun(['reconcile', 'last', '-', '--dry-run'], {
    ...inFrench,
    input: 'reference,status\nR-1,paid\n',
  })
  expect(again.stdout).toMatch(/Lot \S+ et l'entrée standard, 1 ligne/)
})

it('shows an example in its help', async () => {
  const ended = await payrun(['audit', '--help'])
  expect(ended.stdout).toContain('payrun audit last --line 17')
})

it('writes a signed anchor, compares with it, and refuses one that was changed or is signed by another key', async () => {
  writePayroll(paying.folder, 3)
  expect((await paying.call('run', 'payroll.csv')).code).toBe(0)
  const [pem, other] = [writeKey('anchor.pem'), writeKey('other.pem')]
  const audit = (key: string, ...args: string[]) =>
    payrun(['audit', ...args, '--json'], { cwd: paying.folder, env: { ...paying.env, PAYRUN_ANCHOR_KEY: key } })
  const written = await audit(pem, '--anchor', 'march.anchor')
  expect(written.code, written.stderr).toBe(0)
  expect(JSON.parse(written.stdout)).toMatchObject({
    intact: true,
    anchor: { batches: 1 },
    against: null,
    findings: [],
  })
  expect((await audit(pem, '--against', 'march.anchor')).code).toBe(0)
  const wrongKey = await audit(other, '--against', 'march.anchor')
  expect(wrongKey.code).toBe(3)
  expect(JSON.parse(wrongKey.stdout).error).toContain('This key did not sign')
  const path = join(paying.folder, 'march.anchor')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"events":2', '"events":1'))
  expect((await audit(pem, '--against', 'march.anchor')).code).toBe(3)
  chmodSync(pem, 0o644)
  const open = await audit(pem, '--anchor', 'april.anchor')
  expect(open.code).toBe(2)
  expect(JSON.parse(open.stdout).error).toContain('chmod 600')
  expect(existsSync(join(paying.folder, 'april.anchor'))).toBe(false)
})

function writeKey(name: string): string {
  const path = join(paying.folder, name)
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  return path
}
