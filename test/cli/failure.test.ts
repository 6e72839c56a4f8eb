import { expect, test } from 'vitest'
import { failure } from '../../src/app/context.ts'
import { fail } from '../../src/cli/cli.ts'
import { batchStateOf, say } from '../../src/words/sentence.ts'

test('a name that somebody gave with an escape sequence in it is told without it', () => {
  const told: string[] = []
  const cli = { json: false, say: (text: string) => void told.push(text), printJson: () => undefined }
  const approver = 'Awa\u001b[2J\u001b[1A Diop'
  const message = say('commands.batch_approved_already', { id: 'b1', approver, state: batchStateOf('running') })
  expect(fail(cli as never, failure('usage', message))).toBe(2)
  expect(told.join('\n')).toContain('Awa\\u001b[2J')
  expect(told.join('\n')).not.toContain('\u001b')
})
