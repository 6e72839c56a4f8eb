import { describe, expect, it } from 'vitest'
import { linesOf, number } from './reading.ts'

describe('a statement with signs', () => {
  const meanings = async (...amounts: string[]) => {
    const rows = amounts.map((amount, index) => `R${index},+${number},${amount}`)
    return (await linesOf(`Reference,Phone,Amount\n${rows.join('\n')}\n`)).map(({ meaning }) => meaning)
  }

  it('that has a minus on every amount lists payouts, as one without any does', async () => {
    expect(await meanings('-5000', '−700')).toEqual(['carried_out', 'carried_out'])
    expect(await meanings('5000', '700')).toEqual(['carried_out', 'carried_out'])
  })

  it('that has both: what has no minus may have come in, or the minus may be a fee: it is in doubt', async () => {
    expect(await meanings('-5000', '5000', '-700')).toEqual(['carried_out', 'doubtful', 'carried_out'])
  })

  it('of totals and fees alone says nothing about the sign of payouts', async () => {
    const lines = await linesOf(`Reference,Phone,Amount\nR1,+${number},5000\n,,-5000\n`)
    expect(lines.map(({ meaning }) => meaning)).toEqual(['carried_out', 'carried_out'])
  })

  it('that has both: a failure without a minus may be of what was to come in, and is no payout that failed', async () => {
    const text = `Reference;Phone;Amount;Status\nR1;${number};1500;FAILED\nR2;${number};-1700;FAILED\nR3;${number};1800;PENDING\n`
    const lines = await linesOf(text)
    expect(lines.map(({ meaning }) => meaning)).toEqual(['unrecognised', 'not_carried_out', 'under_way'])
  })
})

describe('a statement that says what came in', () => {
  const meanings = async (names: string, ...rows: string[]) => {
    const lines = await linesOf(`Reference;${names};Status\n${rows.map((each, at) => `R${at};${each}`).join('\n')}\n`)
    return lines.map(({ meaning }) => meaning)
  }

  it.each([
    ['in the column of credits', 'Débit;Crédit', ';1500'],
    ['by its direction', 'Amount;Sens', '1500;C'],
    ['by its direction alone', 'Amount;Sens', ';C'],
    ['perhaps, by a direction that nobody knows', 'Amount;Sens', '1500;?'],
    ['perhaps, by no direction beside no amount', 'Amount;Sens', ';'],
  ])('%s settles no payout, whatever its status is', async (_what, names, cells) => {
    const rows = ['SUCCESS', 'FAILED', 'PENDING'].map((status) => `${cells};${status}`)
    expect(await meanings(names, ...rows)).toEqual(['doubtful', 'unrecognised', 'under_way'])
  })

  it('by a minus among debits without one settles no payout: it takes one back', async () => {
    for (const [names, other, back] of [
      ['Débit;Crédit', '1500;', '-1500;'],
      ['Amount;Sens', '1500;D', '-1500;D'],
    ] as const) {
      const rows = [`${other};SUCCESS`, `${back};SUCCESS`, `${back};FAILED`, `${other};FAILED`]
      expect(await meanings(names, ...rows)).toEqual(['carried_out', 'doubtful', 'unrecognised', 'not_carried_out'])
    }
    expect(await meanings('Amount;Sens', '-1500;D;SUCCESS', '-700;D;FAILED')).toEqual([
      'carried_out',
      'not_carried_out',
    ])
  })
})

describe('a statement that is read for what customers paid', () => {
  const meanings = async (names: string, cells: string) => {
    const rows = ['SUCCESS', 'FAILED'].map((status, at) => `R${at};${cells};${status}`)
    const lines = await linesOf(`Reference;${names};Status\n${rows.join('\n')}\n`, 's.csv', { incoming: true })
    return lines.map(({ meaning }) => meaning)
  }

  it.each([
    ['a minus', 'Amount', '-1500'],
    ['a debit', 'Débit;Crédit', '1500;'],
    ['an outgoing direction', 'Amount;Sens', '1500;D'],
    ['a credit with a minus', 'Débit;Crédit', ';-1500'],
    ['an incoming direction with a minus', 'Amount;Sens', '-1500;C'],
  ])('takes nothing for settled by %s', async (_what, names, cells) => {
    expect(await meanings(names, cells)).toEqual(['doubtful', 'unrecognised'])
  })

  it('takes what came in as its status says', async () => {
    expect(await meanings('Amount', '1500')).toEqual(['carried_out', 'not_carried_out'])
    expect(await meanings('Débit;Crédit', ';1500')).toEqual(['carried_out', 'not_carried_out'])
    expect(await meanings('Amount;Sens', '1500;C')).toEqual(['carried_out', 'not_carried_out'])
  })
})
