import { expect, test } from 'vitest'
import { evidenceSentence } from '../../src/payout/evidenceSentence.ts'
import type { LineMeaning } from '../../src/payout/reconciliation.ts'
import { english } from '../harness/words.ts'

const said = (status: string, meaning: LineMeaning) => {
  const line = { line: 7, reference: 'R1', phones: [], amountHundredths: 150_000n, currency: 'XOF', at: null }
  return english(evidenceSentence({ ...line, status, meaning }, 'XOF', '0123456789ab'))
}

test('what a line says is kept beside the row that it contradicts, by payrun’s words alone: it outlives a purge', () => {
  expect(said('SUCCESS', 'carried_out')).toBe('statement 0123456789ab, line 7 (1,500 FCFA, SUCCESS)')
  expect(said('Waits for Awa Diop', 'unrecognised')).toBe('statement 0123456789ab, line 7 (1,500 FCFA)')
  expect(said('Sent by Awa Diop', 'doubtful')).toBe('statement 0123456789ab, line 7 (1,500 FCFA)')
})
