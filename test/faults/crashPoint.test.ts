import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { crashPoints, markerName } from '../../src/crashPoint.ts'
import { writePayroll } from '../harness/payroll.ts'
import { payrun, temporaryFolder } from '../harness/payrun.ts'
import { saying } from '../harness/words.ts'

const token = '0123456789abcdef01234567'
let home: string
let folder: string
beforeEach(() => {
  const temporary = temporaryFolder()
  folder = temporary.path
  home = join(folder, 'home')
  mkdirSync(home)
  return temporary.remove
})

const read = (value: string, more: NodeJS.ProcessEnv = {}) =>
  readConfig({
    npm_lifecycle_event: 'payrun',
    INIT_CWD: folder,
    PAYRUN_HOME: home,
    PAYRUN_PROVIDER_URL: 'http://127.0.0.1:4010',
    PAYRUN_CRASH_POINT: value,
    ...more,
  })
const mark = (text: string) => writeFileSync(join(home, markerName), text)
const refused = { ok: false, message: saying(/^PAYRUN_CRASH_POINT is for payrun's own fault tests/) }

describe('a crash point', () => {
  it.each(crashPoints)('%s is taken where the marker has its token', (point) => {
    mark(token)
    const plan = { point, nth: 1, mode: 'kill', blockMs: 0 }
    expect(read(`${token} ${point} kill`)).toMatchObject({ ok: true, config: { crashPlan: plan } })
  })

  it('says how often it is to be passed, and for how long the loop is to stand still', () => {
    mark(token)
    expect(read(`${token} after-claim block=6000 12`)).toMatchObject({
      ok: true,
      config: { crashPlan: { point: 'after-claim', mode: 'block', blockMs: 6_000, nth: 12 } },
    })
  })

  it('is none in an ordinary environment', () => {
    expect(read('')).toMatchObject({ ok: true, config: { crashPlan: undefined } })
  })

  it('is refused in a home without the marker, with another token, and with one that is short or empty', () => {
    expect(read(`${token} after-claim kill`)).toMatchObject(refused)
    mark('another token, 24 letters')
    expect(read(`${token} after-claim kill`)).toMatchObject(refused)
    mark('short')
    expect(read('short after-claim kill')).toMatchObject(refused)
    mark('')
    expect(read(' after-claim kill')).toMatchObject(refused)
  })

  it.each(['https://api.example.com', 'http://10.0.0.7:4010', 'http://127.0.0.1.example.com'])(
    'is refused where the provider is not on the loopback: %s',
    (url) => {
      mark(token)
      const more = { PAYRUN_PROVIDER_URL: url, PAYRUN_ALLOW_CLEARTEXT: 'provider' }
      expect(read(`${token} after-claim kill`, more)).toMatchObject(refused)
    },
  )

  it.each([
    'nowhere kill',
    'after-claim explode',
    'after-claim block',
    'after-claim kill=5',
    'after-claim kill 0',
    'after-claim kill 1 2',
    'after-claim',
  ])('is refused when it is %s', (rest) => {
    mark(token)
    expect(read(`${token} ${rest}`)).toMatchObject({
      ok: false,
      message: saying(/^PAYRUN_CRASH_POINT must be a token, a point \(in-intake, /),
    })
  })

  it('that is refused ends the command with 2 and one sentence, before anything is done', async () => {
    writePayroll(folder, 1)
    const env = { PAYRUN_HOME: home, PAYRUN_CRASH_POINT: `${token} in-intake kill` }
    const ended = await payrun(['run', 'payroll.csv', '--sandbox'], { env, cwd: folder })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toBe("PAYRUN_CRASH_POINT is for payrun's own fault tests and is refused here: unset it.\n")
  })
})
