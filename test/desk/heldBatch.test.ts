import { afterAll, beforeAll, expect, it } from 'vitest'
import { setApprovals } from '../../src/app/accounts/policy.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { press } from './browserForm.ts'
import { openTestDesk } from './desk.ts'
import { csv, draftOf, row } from './uploads.ts'
import { readText, signedIn } from './visitor.ts'

/** Operators that are held: before a file is sent to them, and the batches that are paused for it. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const pausedForHold = async () => {
  const desk = await openTestDesk(server, { pays: false })
  const { json } = await desk.call('POST', '/batches?name=November', { file: csv(row(1), row(2)) })
  const moved = `select payrun.move_batch(b.batch_no, '{running}', 'paused', 'operator_held') from payrun.batches b`
  await desk.db.query(moved)
  const admin = await signedIn(desk, 'Moussa', ['admin'])
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const hold = () => admin.post('/operators/mtn-benin/hold', { note: 'outage until noon', sure: 'yes' })
  const release = () => admin.post('/operators/mtn-benin/release', { sure: 'yes' })
  return { desk, admin, awa, hold, release, id: json.id as string }
}

it('who holds the operator, why, and where it is released is told, and nobody resumes the batch before', async () => {
  const { desk, admin, awa, hold, release, id } = await pausedForHold()
  expect((await hold()).status).toBe(303)
  for (const path of [`/batches/${id}`, '/']) {
    const seen = await awa.get(path)
    expect(readText(seen)).toContain('Once an administrator has released it, a preparer or an approver can resume')
    expect(readText(seen)).not.toContain('Once it answers again')
    expect(readText(seen).match(/Moussa has held MTN Benin since [^:]*:\d\d[^:]*: "outage until noon"/g)).toHaveLength(
      1,
    )
    expect(seen.html).toContain('<a href="/operators/mtn-benin">')
    expect(seen.html).not.toContain(`action="/batches/${id}/resume"`)
  }
  const stale = await awa.post(`/batches/${id}/resume`)
  expect(stale.status).toBe(409)
  expect(readText(stale)).toContain('Once an administrator has released one of them, resume the batch')
  const released = await release()
  expect(released.status).toBe(303)
  expect(readText(await admin.follow(released))).toContain(
    'MTN Benin is released. "November" is still paused: a preparer or an approver resumes it.',
  )
  for (const path of [`/batches/${id}`, '/']) {
    const seen = await awa.get(path)
    expect(readText(seen)).toContain('is no longer held. You can resume the batch now.')
    expect(readText(seen)).not.toContain('An operator is held, and')
    expect(seen.html).toContain(`action="/batches/${id}/resume"`)
  }
  const viewer = await signedIn(desk, 'Vera', ['viewer'])
  expect(readText(await viewer.get(`/batches/${id}`))).toContain(
    'is no longer held. A preparer or an approver can resume the batch now.',
  )
  const question = await awa.post(`/batches/${id}/resume`)
  expect(readText(question)).toContain('no longer held')
  expect(readText(await press(awa, question, 'Resume'))).toContain('Payment goes on.')
})

it('a hold that ends by itself is told as one', async () => {
  const { desk, awa, id } = await pausedForHold()
  await desk.db.query(
    `insert into payrun.operator_holds (operator, sandbox, manual, reason, until)
     values ('mtn-benin', true, false, '"no clear answers"', now() + interval '1 hour')`,
  )
  const seen = await awa.get(`/batches/${id}`)
  expect(readText(seen)).toContain('Once it answers again, a preparer or an approver can resume the batch.')
  expect(seen.html).toContain(`action="/batches/${id}/resume"`)
})

it('before a file is sent, approved or tried again, whoever does it is told what waits for a held operator', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const file = csv(row(1), row(2), row(3).replace('mtn-benin', 'moov-benin').replace('0197', '0195'))
  const admin = await signedIn(desk, 'Moussa', ['admin'])
  expect((await admin.post('/operators/mtn-benin/hold', { note: 'outage', sure: 'yes' })).status).toBe(303)
  const awa = await signedIn(desk, 'Awa', ['preparer'], 'fr')
  const { path, page } = await draftOf(desk, awa, file)
  const told = 'MTN Bénin est suspendu par Moussa : 2 lignes (3 003 FCFA) attendront la fin de la suspension.'
  const read = (seen: typeof page) => readText(seen).replaceAll(/[\u202f\u00a0]/g, ' ')
  expect(read(page)).toContain(told)
  expect(read(page)).not.toContain('Moov Bénin est suspendu')
  await setApprovals(desk.app, desk.core, 2)
  const { json } = await desk.call('POST', '/batches?name=November', { file })
  const marc = await signedIn(desk, 'Marc', ['approver'], 'fr')
  expect(read(await marc.get(`/approvals/${json.id}`))).toContain(told)
  expect((await admin.post('/operators/mtn-benin/release', { sure: 'yes' })).status).toBe(303)
  expect(read(await awa.get(path))).not.toContain('suspendu')
  expect(read(await marc.get(`/approvals/${json.id}`))).not.toContain('suspendu')
})

it('whoever may resume what a release leaves paused is told to', async () => {
  const { desk, hold, id } = await pausedForHold()
  expect((await hold()).status).toBe(303)
  const grace = await signedIn(desk, 'Grace', ['admin', 'approver'], 'fr')
  const released = await grace.post('/operators/mtn-benin/release', { sure: 'yes' })
  expect(readText(await grace.follow(released))).toContain('Le lot « November » est encore en pause : reprenez-le')
  expect(readText(await grace.get(`/batches/${id}`))).toContain('Vous pouvez maintenant reprendre le lot.')
})
