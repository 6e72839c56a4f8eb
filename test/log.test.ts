import { afterEach, describe, expect, it } from 'vitest'
import { logLine } from '../src/cli/cli.ts'
import { setLanguage } from '../src/cli/terminal/text.ts'
import { createLog, describeError, type LogMessage, maskPhone } from '../src/log.ts'
import { say } from '../src/words/sentence.ts'

describe('what is logged', () => {
  it.each([
    { digits: '22997000012', masked: '229******12' },
    { digits: '233240000001', masked: '233*******01' },
    { digits: '12345', masked: '*****' },
  ])('shows $digits as $masked', ({ digits, masked }) => {
    expect(maskPhone(digits)).toBe(masked)
  })

  it('is allow-listed: other fields of an object do not get in', () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(logLine(line)))
    const row = { line: 3, phone: '22997000012', name: 'Aïcha Dossou', amount: '1500', appKey: 'planted' }
    log.warn('something happened', row)
    expect(lines).toEqual(['Note: something happened (line 3, phone 229******12)'])
  })

  it('is nothing below the level', () => {
    const lines: string[] = []
    createLog('warn', (line) => lines.push(logLine(line))).info('quiet')
    expect(lines).toEqual([])
  })
})

describe('a line for a person', () => {
  afterEach(() => setLanguage('en'))
  const lineOf = (message: LogMessage, fields = {}) => logLine({ level: 'warn', message, fields })

  it('is in their language where there is one for what the code says in English, and left alone elsewhere', async () => {
    expect(lineOf('a pause could not be recorded yet')).toBe('Note: a pause could not be recorded yet')
    setLanguage('fr')
    expect(lineOf('a pause could not be recorded yet')).toContain("une pause n'a pas encore pu être enregistrée")
    expect(lineOf('nothing that anybody has written', { state: 'paid' })).toMatch(
      /nothing that anybody has written \(.* payé\)$/,
    )
  })

  it('has a sentence in their language too', async () => {
    const gone = say('ledger.database_gone', { data: '/srv/payrun' })
    expect(lineOf(gone)).toBe('Note: The database in /srv/payrun is gone.')
    const fenced = say('recover.fenced_for_batch', { command: 'payrun' })
    expect(logLine({ level: 'error', message: fenced, fields: {} })).toMatch(/^Note: The ledger is fenced/)
    setLanguage('fr')
    expect(lineOf(gone)).toContain('La base de données de /srv/payrun a disparu.')
  })
})

describe('an error in words', () => {
  it.each([
    { what: 'a connection string', error: new Error('bad postgres://me:hidden@db:5432/x given'), never: 'hidden' },
    { what: 'a phone number', error: new Error('no wallet 22997000012'), never: '22997000012' },
    {
      what: 'what a driver keeps beside the message',
      error: Object.assign(new Error('no'), { detail: 'Key (name)=(Aïcha)' }),
      never: 'Aïcha',
    },
    {
      what: 'what is inside an aggregate',
      error: new AggregateError([new Error('to redis://:hidden@x')], 'all failed'),
      never: 'hidden',
    },
  ])('does not quote $what', ({ error, never }) => {
    const words = describeError(error)
    expect(words).toMatch(/^\w*Error/)
    expect(words).not.toContain(never)
  })

  it('keeps the code, which says the most', () => {
    expect(describeError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBe(
      'Error ECONNREFUSED: refused',
    )
  })

  it('takes anything that was thrown', () => {
    expect(describeError('text')).toBe('unknown error')
  })
})
