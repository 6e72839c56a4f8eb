import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeFile } from '../harness/payroll.ts'
import { payrun, temporaryFolder } from '../harness/payrun.ts'
import { setUpDoctor } from './setUpDoctor.ts'

const doctor = setUpDoctor()
const { examine } = doctor

describe('the configuration', () => {
  test('says where each value is from, and which name may be a typo', async () => {
    writeFile(doctor.folder, '.env', 'PAYRUN_RATE=5\nPAYRUN_CONCURRENCY=9\n')
    doctor.env['PAYRUN_CONCURRENCY'] = '7'
    doctor.env['PAYRUN_APPKEY'] = 'planted'
    const { code, checks, of } = await examine()
    expect(code).toBe(0)
    expect(of('PAYRUN_RATE')?.detail).toBe('set in .env: 5 a second')
    expect(of('PAYRUN_CONCURRENCY')?.detail).toBe('set in the environment: 7')
    expect(of('PAYRUN_TIMEOUT_MS')?.detail).toBe('default: 30000')
    expect(of('PAYRUN_MAIL_TO')?.detail).toBe('not set')
    expect(of('PAYRUN_APPROVALS')?.detail).toBe('default: 1')
    expect(of('PAYRUN_APPKEY')).toMatchObject({ state: 'warning' })
    expect(JSON.stringify(checks)).not.toContain('planted')
  })

  test('a .env with keys that others can read is warned of, and one that can not be read ends with 2', async () => {
    const path = writeFile(doctor.folder, '.env', 'PAYRUN_APP_KEY=planted\n')
    chmodSync(path, 0o644)
    expect((await examine()).of('.env')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('chmod 600'),
    })
    chmodSync(path, 0o600)
    expect((await examine()).of('.env')).toBeUndefined()
    const other = temporaryFolder()
    mkdirSync(join(other.path, '.env'))
    const ended = await payrun(['doctor', '--json'], { env: doctor.env, cwd: other.path })
    other.remove()
    expect(ended.code).toBe(2)
    expect(JSON.parse(ended.stdout).checks).toContainEqual(expect.objectContaining({ name: '.env', state: 'problem' }))
  })
})

describe('PAYRUN_HOME', () => {
  test('that others can look into is warned of', async () => {
    mkdirSync(doctor.env['PAYRUN_HOME']!, { mode: 0o755 })
    chmodSync(doctor.env['PAYRUN_HOME']!, 0o755)
    expect((await examine()).of('home folder')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('chmod 700'),
    })
    chmodSync(doctor.env['PAYRUN_HOME']!, 0o700)
    expect((await examine()).of('home folder')).toMatchObject({ state: 'ok' })
    expect(readdirSync(doctor.env['PAYRUN_HOME']!)).toEqual([])
  })

  test('that is a file, or below one, is a problem', async () => {
    writeFile(doctor.folder, 'home', 'x')
    const { code, of } = await examine()
    expect(of('home folder')).toMatchObject({
      state: 'problem',
      detail: expect.stringContaining('PAYRUN_HOME must be a folder'),
    })
    expect(code).toBe(2)
  })

  test('answers that wait in the outbox are told; unreadable ones are a problem', async () => {
    const outbox = join(doctor.env['PAYRUN_HOME']!, 'outbox', 'abcdef012345')
    mkdirSync(outbox, { recursive: true, mode: 0o700 })
    chmodSync(doctor.env['PAYRUN_HOME']!, 0o700)
    writeFile(outbox, '1-1-a.json', '[]')
    writeFile(outbox, '1-1-b.json.part', '[')
    const waiting = await examine()
    expect(waiting.of('outbox')).toMatchObject({
      state: 'warning',
      detail: expect.stringMatching(/^1 file of answers is waiting/),
    })
    expect(waiting.code).toBe(0)
    // Now the ledger has a name of its own, and the file is another's.
    await payrun(['migrate'], { env: doctor.env, cwd: doctor.folder })
    expect((await examine()).of('outbox')?.detail).toMatch(/^1 file of answers in .* is of another ledger/)
    writeFile(outbox, '1-1-c.json.bad', 'x')
    expect((await examine()).of('outbox')).toMatchObject({ state: 'problem' })
  })
})
