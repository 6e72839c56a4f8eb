import { describe, expect, it } from 'vitest'
import { createLog, describeError, maskPhone } from '../src/log.ts'

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
    const log = createLog('info', (line) => lines.push(line))
    const row = { line: 3, phone: '22997000012', name: 'Aïcha Dossou', amount: '1500', appKey: 'planted' }
    log.warn('something happened', row)
    expect(lines).toEqual(['Note: something happened (line 3, phone 229******12)'])
  })

  it('is nothing below the level', () => {
    const lines: string[] = []
    createLog('warn', (line) => lines.push(line)).info('quiet')
    expect(lines).toEqual([])
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
