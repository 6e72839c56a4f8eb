import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { fieldsOf, press } from '../browserForm.ts'
import { openTestDesk } from '../desk.ts'
import { csv, draftOf } from '../uploads.ts'
import { signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** Awa at her desk with the draft of a file. */
async function draft(file: string) {
  const desk = await openTestDesk(server, { pays: false })
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  return { desk, awa, ...(await draftOf(desk, awa, file)) }
}

describe('one choice for all rows with the same in a cell', () => {
  const line = (operator: string, phone: string, n: number) =>
    [operator, phone, 1500 + n, `R-${n}`, `Awa ${n}`].join(',')
  const file = csv(
    line('MTN', '0197000001', 1),
    line('MTN', '0197000002', 2),
    line('MTN', '0195000003', 3),
    line('MTN', '2250501020304', 4),
    line('Celtiis', '0140000005', 5),
    line('MTN', '0197000006', 6),
  )
  const all = 'alike-unknown_operator-0-0'

  it('is offered where several have it, and leaves alone what was typed by itself, left out, or is right', async () => {
    const { desk, awa, page } = await draft(file)
    expect(page.html).toContain('operator: all 4 rows with &quot;MTN&quot;')
    expect(page.html).not.toContain('with &quot;Celtiis&quot;')
    const typed = { [all]: 'mtn-benin', 'cell-4-0': 'moov-benin', 'leave-6': 'yes' }
    const after = await press(awa, page, 'Correct and check again', typed)
    expect(after.html).toContain('Done: 4 cells corrected and 1 row left out.')
    const sent = await press(awa, after, 'Pay 5 people')
    expect(sent.html).toContain('MTN Ivory Coast')
    const operators = await desk.db.query('select line, operator from payrun.payouts order by line')
    expect(operators).toEqual([
      { line: 2, operator: 'mtn-benin' },
      { line: 3, operator: 'mtn-benin' },
      { line: 4, operator: 'moov-benin' },
      { line: 5, operator: 'mtn-ci' },
      { line: 7, operator: 'mtn-benin' },
    ])
  })

  it('is for texts with marks that nobody sees, too, which come back as they were where nobody chose', async () => {
    const { awa, page } = await draft(csv(line('MT\u200bN', '0197000001', 1), line('MT\u200bN', '0197000002', 2)))
    expect(page.html).toContain('all 2 rows with &quot;MT\ufffdN&quot;')
    const same = await press(awa, page, 'Correct and check again')
    expect(same.html).toContain('Nothing was changed')
    const after = await press(awa, same, 'Correct and check again', { [all]: 'mtn-benin' })
    expect(after.html).toContain('Done: 2 cells corrected.')
    expect(after.html).toContain('Pay 2 people')
  })

  it('changes nothing until something is chosen, and says of a wrong choice what each row lacks', async () => {
    const { awa, page } = await draft(file)
    const same = await press(awa, page, 'Correct and check again')
    expect(same.html).toContain('Nothing was changed')
    const wrong = await press(awa, same, 'Correct and check again', { [all]: 'wave-senegal' })
    expect(wrong.html).toContain('Done: 4 cells corrected.')
    expect(wrong.html).toContain('5 rows have problems')
  })

  it('that was made for another text, before somebody went on in another window, is not shown as chosen', async () => {
    const two = csv(
      ...[1, 2, 3].map((n) => line('MTN', `019700000${n}`, n)),
      line('Moov', '0195000004', 4),
      line('Moov', '0195000005', 5),
    )
    const { awa, page } = await draft(two)
    await press(awa, page, 'Correct and check again', { [all]: 'mtn-benin' })
    const stale = await press(awa, page, 'Correct and check again', { [all]: 'mtn-benin' })
    expect(stale.html).toContain('with &quot;Moov&quot;')
    expect(fieldsOf(stale)[all]).toBe('')
  })
})
