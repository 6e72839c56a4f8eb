import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { writeFile } from './harness/payroll.ts'
import { temporaryFolder } from './harness/payrun.ts'
import { english } from './harness/words.ts'

const read = (environment: NodeJS.ProcessEnv, calledFrom: string) =>
  readConfig({ npm_lifecycle_event: 'payrun', INIT_CWD: calledFrom, ...environment })

describe('the configuration', () => {
  it("has the contract's defaults", () => {
    const folder = temporaryFolder()
    expect(read({}, folder.path)).toMatchObject({
      ok: true,
      config: {
        home: join(folder.path, '.payrun'),
        concurrency: 50,
        rate: undefined,
        timeoutMs: 30_000,
        calledFrom: folder.path,
      },
    })
    folder.remove()
  })

  it('takes .env where it was called, and the environment before it; an empty variable is not set', () => {
    const folder = temporaryFolder()
    writeFile(folder.path, '.env', 'PAYRUN_CONCURRENCY=7\nPAYRUN_RATE=20\nPAYRUN_APP_KEY="in-quotes"\n')
    expect(read({ PAYRUN_CONCURRENCY: '9', PAYRUN_RATE: '' }, folder.path)).toMatchObject({
      ok: true,
      config: { concurrency: 9, rate: undefined, appKey: 'in-quotes' },
    })
    folder.remove()
  })

  it('takes a .env with a mark of its encoding, and refuses one in UTF-16', () => {
    const folder = temporaryFolder()
    writeFile(folder.path, '.env', '\ufeffPAYRUN_APPROVALS=2\n')
    expect(read({}, folder.path)).toMatchObject({ ok: true, config: { approvals: 2 } })
    writeFile(folder.path, '.env', Buffer.from('\ufeffPAYRUN_APPROVALS=2\n', 'utf16le'))
    const result = read({}, folder.path)
    folder.remove()
    expect(result.ok ? '' : english(result.message)).toContain("isn't saved as UTF-8")
  })

  it.each([
    ['no =', 'PAYRUN_RATE=20\n\nPAYRUN_APPROVALS 2\n', 3],
    ['a colon', 'PAYRUN_APPROVALS: 2', 1],
    ['no name', '=2\n', 1],
    ['a name of two words', 'PAYRUN APPROVALS=2', 1],
    ['a quote that is not closed', "PAYRUN_RATE=20\r\nPAYRUN_APP_KEY='abc\r\nPAYRUN_APPROVALS=2\r\n", 2],
    ['a quote that only the next value closes', 'PAYRUN_APP_KEY="abc\nPAYRUN_MERCHANT_KEY="def"\n', 1],
    [
      'a space after =, which takes the next line for the value',
      'PAYRUN_RATE=20\nPAYRUN_APP_KEY= \r\nDATABASE_URL=x\n',
      2,
    ],
    ['a quote within quotes', 'PAYRUN_APP_KEY="ab"c"\n', 1],
  ])('refuses a .env with %s, and says where', (_what, content, line) => {
    const folder = temporaryFolder()
    const path = writeFile(folder.path, '.env', content)
    const refused = read({}, folder.path)
    expect(refused.ok ? '' : english(refused.message)).toBe(
      `Line ${line} of ${path} can't be read. Write NAME=value, with quotes around the whole value or without any, and no space after the = of an empty one.`,
    )
    folder.remove()
  })

  it('takes a .env as people and other programs write it', () => {
    const folder = temporaryFolder()
    const lines = [
      '\ufeff# ours = "',
      '  export PAYRUN_APPROVALS = 2  # the submitter and one more',
      'export TERM',
      '',
      "PAYRUN_APP_KEY='a#b\"c' # a quote: '",
      "MERCHANT=Awa's",
      'PEM="-----BEGIN KEY-----',
      'MIIE',
      '-----END KEY-----"',
      'EMPTY=',
      'BLANK= ',
      '# nothing follows',
      'PAYRUN_RATE=`20`',
    ]
    writeFile(folder.path, '.env', lines.join('\r\n'))
    expect(read({}, folder.path)).toMatchObject({ ok: true, config: { approvals: 2, appKey: 'a#b"c', rate: 20 } })
    folder.remove()
  })

  it('refuses what turns off the check of certificates', () => {
    expect(read({ NODE_TLS_REJECT_UNAUTHORIZED: '1' }, '/nonexistent')).toMatchObject({ ok: true })
    const result = read({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, '/nonexistent')
    expect(result.ok ? '' : english(result.message)).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off')
  })

  it("takes operators' rates as people write their codes", () => {
    const folder = temporaryFolder()
    const result = read({ PAYRUN_OPERATOR_RATES: 'MTN Benin = 20, wave-senegal=0.5' }, folder.path)
    folder.remove()
    expect(result.ok && [...result.config.operatorRates]).toEqual([
      ['mtn-benin', 20],
      ['wave-senegal', 0.5],
    ])
  })

  it.each([
    { name: 'PAYRUN_PROVIDER_URL', value: 'api.example.com' },
    { name: 'PAYRUN_PROVIDER_URL', value: 'ftp://api.example.com' },
    { name: 'PAYRUN_PROVIDER_URL', value: 'https://secret@api.example.com' },
    { name: 'PAYRUN_PROVIDER_URL', value: 'http://127.0.0.1@10.0.0.7/secret' },
    { name: 'PAYRUN_PROVIDER_URL', value: 'https://api.example.com/?secret' },
    { name: 'PAYRUN_APP_KEY', value: 'secret key' },
    { name: 'PAYRUN_MERCHANT_KEY', value: 'secret-clé' },
    { name: 'DATABASE_URL', value: 'mysql://secret@x' },
    { name: 'REDIS_URL', value: 'http://secret' },
    { name: 'REDIS_URL', value: 'redis://127.0.0.1/secret' },
    { name: 'PAYRUN_WEBHOOK_SECRET', value: 'whsec_secret-that-is-no-base64' },
    { name: 'PAYRUN_WEBHOOK_SECRET', value: 'whsec_c2VjcmV0IG9mIDE2' },
    { name: 'PAYRUN_CONCURRENCY', value: '0' },
    { name: 'PAYRUN_CONCURRENCY', value: '1e3' },
    { name: 'PAYRUN_CONCURRENCY', value: '-5' },
    { name: 'PAYRUN_RATE', value: '0' },
    { name: 'PAYRUN_RATE', value: 'ten' },
    { name: 'PAYRUN_OPERATOR_RATES', value: 'mtn-benin' },
    { name: 'PAYRUN_OPERATOR_RATES', value: 'mtn-benin=0' },
    { name: 'PAYRUN_OPERATOR_RATES', value: 'secret-operator=5' },
    { name: 'PAYRUN_OPERATOR_RATES', value: 'mtn-benin=5,MTN Benin=6' },
    { name: 'PAYRUN_OPERATOR_RATES', value: 'mtn-benin=5,' },
    { name: 'PAYRUN_LANG', value: 'de' },
    { name: 'PAYRUN_TIMEOUT_MS', value: '5' },
    { name: 'PAYRUN_STATUS_PATH', value: '/status' },
    { name: 'PAYRUN_REFUSAL_WORDS', value: 'KO,,secret' },
    { name: 'PAYRUN_REFUSAL_WORDS', value: 'KO,timeout' },
    { name: 'PAYRUN_REFUSAL_WORDS', value: 'déjà payé' },
    { name: 'PAYRUN_LOG_LEVEL', value: 'loud' },
  ])('refuses $name=$value in one sentence that names the variable and not the value', ({ name, value }) => {
    const folder = temporaryFolder()
    const result = read({ [name]: value }, folder.path)
    folder.remove()
    expect(result.ok).toBe(false)
    const message = result.ok ? '' : english(result.message)
    expect(message.startsWith(`${name} must be`)).toBe(true)
    expect(message).not.toContain('secret')
  })
})
