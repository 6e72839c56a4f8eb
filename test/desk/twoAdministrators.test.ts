import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdOperator, releaseOperators } from '../../src/ledger/policy/holds.ts'
import { say } from '../../src/words/sentence.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { hidden } from './browserForm.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { addPerson, type Seen, signedIn, type Visitor } from './visitor.ts'

/** Two administrators who take the same thing away: the second is told who did, and the trail has it once. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const sure = { sure: 'yes' }
const textOf = ({ html }: Seen): string => html.replaceAll('&quot;', '"').replaceAll(/[\u00a0\u202f]/g, ' ')

async function two(desk: TestDesk): Promise<[Visitor, Visitor]> {
  return [await signedIn(desk, 'Ada', ['admin']), await signedIn(desk, 'Olu', ['admin'], 'fr')]
}

const numberOf = async (desk: TestDesk, name: string): Promise<number> =>
  (await desk.db.query<{ no: number }>('select account_no as no from payrun.accounts where name = $1', [name]))[0]!.no

const trailOf = async (desk: TestDesk, what: string): Promise<string[]> =>
  (await desk.db.query<{ actor: string }>('select actor from payrun.changes where what = $1', [what])).map(
    ({ actor }) => actor,
  )

describe('two administrators, both at the question', () => {
  it('revoke the same key: the second is told who did', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const [ada, olu] = await two(desk)
    await ada.post('/admin/keys/new', { name: 'hr-program', role_preparer: 'yes' })
    const path = `/admin/keys/${await numberOf(desk, 'hr-program')}/revoke`
    expect((await olu.post(path)).status).toBe(200)
    expect((await ada.post(path, sure)).status).toBe(303)
    for (const late of [await olu.post(path, sure), await olu.post(path)]) {
      expect(late.status).toBe(409)
      expect(textOf(late)).toContain("Ada a révoqué la clé hr-program entre-temps. Rien n'a été refait.")
    }
    expect(await trailOf(desk, 'key.revoked')).toEqual(['Ada'])
  })

  it('disable the same account, also at the same moment: it is in the trail once', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const [ada, olu] = await two(desk)
    await addPerson(desk, 'Awa', ['viewer'])
    await addPerson(desk, 'Kofi', ['viewer'])
    const path = `/admin/accounts/${await numberOf(desk, 'Awa')}/disable`
    expect((await ada.post(path, sure)).status).toBe(303)
    const late = await olu.post(path, sure)
    expect(late.status).toBe(409)
    expect(textOf(late)).toContain("Ada a désactivé le compte Awa entre-temps. Rien n'a été refait.")
    const other = `/admin/accounts/${await numberOf(desk, 'Kofi')}/disable`
    const done = await Promise.all([ada, olu].map((each) => each.post(other, sure)))
    expect(done.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await trailOf(desk, 'account.disabled')).toHaveLength(2)
  })

  it('remove, pause and resume the same schedule: the second is told by whom, and what it was called', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const [ada, olu] = await two(desk)
    const folder = await mkdtemp(join(tmpdir(), 'payrun-'))
    const wish = { name: 'Salaries', path: join(folder, 'pay.csv'), cron: '0 8 25 * *', tz: 'Africa/Abidjan' }
    expect((await desk.call('POST', '/schedules', { body: wish })).status).toBe(201)
    await ada.post('/schedules/1/pause')
    const paused = await olu.follow(await olu.post('/schedules/1/pause'))
    expect(textOf(paused)).toContain('Salaries était déjà en pause (par Ada).')
    await ada.post('/schedules/1/resume')
    const resumed = await olu.follow(await olu.post('/schedules/1/resume'))
    expect(textOf(resumed)).toContain("Salaries n'est plus en pause : Ada l'a réactivé.")
    expect((await olu.post('/schedules/1/remove')).status).toBe(200)
    expect((await ada.post('/schedules/1/remove', sure)).status).toBe(303)
    for (const late of [await olu.post('/schedules/1/remove', sure), await olu.post('/schedules/1/pause')]) {
      expect(late.status).toBe(409)
      expect(textOf(late)).toContain('Ada a supprimé le paiement planifié « Salaries » entre-temps.')
    }
    const gone = await olu.get('/schedules/1')
    expect(gone.status).toBe(404)
    expect(textOf(gone)).toContain('Ada a supprimé le paiement planifié « Salaries » entre-temps.')
    expect(textOf(await olu.get('/schedules/9'))).toContain('« 9 »')
    expect(await trailOf(desk, 'schedule.removed')).toEqual(['Ada'])
  })

  it('release the same operator: the second is told who did', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const [ada, olu] = await two(desk)
    await ada.post('/operators/mtn-benin/hold', { note: 'down', ...sure })
    const question = hidden((await olu.post('/operators/mtn-benin/release')).html)
    await ada.post('/operators/mtn-benin/release', sure)
    const told = await olu.follow(await olu.post('/operators/mtn-benin/release', question))
    expect(textOf(told)).toContain("n'est plus suspendu : Ada a levé la suspension.")
    // A hold that ended by itself is nobody's doing, whoever released an earlier one.
    await holdOperator(desk.db.ledger, true, 'mtn-benin', say('provider.answer_could_not_be_read'), 60_000)
    const later = hidden((await olu.post('/operators/mtn-benin/release')).html)
    await releaseOperators(desk.db.ledger, true, ['mtn-benin'])
    const ended = await olu.follow(await olu.post('/operators/mtn-benin/release', later))
    expect(textOf(ended)).not.toContain('Ada')
  })
})
