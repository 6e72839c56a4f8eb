import { expect, it } from 'vitest'
import { createRefusals } from '../../src/sandbox/refusals.ts'
import { startSandbox } from '../../src/sandbox/startSandbox.ts'
import { systemClock } from '../../src/sandbox/state/clock.ts'
import { collectionPath, collectionSample, payoutPath, payoutSample, wholeSandbox } from '../harness/wholeSandbox.ts'

const page = { offset: 0, limit: 1000 }

it('keeps what was refused, the newest first, with as much of the request as can be shown, and no more than 500', async () => {
  const sandbox = await wholeSandbox()
  const { refusals } = sandbox.services
  await sandbox.post(collectionPath, { ...collectionSample, amount: 1.5 })
  await sandbox.post(payoutPath, { ...payoutSample, operator: { code: 'mtn-benin' }, phoneNumber: ['x'] })
  await sandbox.post(payoutPath, '{', { accept: 'application/json' })
  expect(refusals.list(page).rows).toMatchObject([
    { kind: 'payout', httpStatus: 401, amount: null, account: null },
    { kind: 'payout', httpStatus: 400, amount: '1500', currency: 'XOF', account: null },
    {
      kind: 'collection',
      httpStatus: 400,
      amount: '1.5',
      account: { by: 'mobile', operator: 'mtn-benin', phone: '2290197000001' },
      message: expect.stringContaining('too many decimals'),
    },
  ])
  for (let n = 0; n < 500; n++) await sandbox.post(payoutPath, '{}')
  const { total, rows } = refusals.list(page)
  expect(total).toBe(500)
  expect(rows.every(({ message }) => message.includes('operator is missing'))).toBe(true)
})

it('keeps nothing of what was done, or may have been', async () => {
  const sandbox = await wholeSandbox()
  for (const digits of ['0001', '9905', '9909']) {
    await sandbox.post(payoutPath, { ...payoutSample, phoneNumber: `229019700${digits}` })
    await sandbox.post(collectionPath, { ...collectionSample, phoneNumber: `229019700${digits}` })
  }
  await sandbox.call('GET', '/nothing', {})
  expect(sandbox.services.refusals.list(page).total).toBe(0)
})

it('is no part of a sandbox that only pays', async () => {
  expect(createRefusals(systemClock).list(page)).toEqual({ total: 0, rows: [] })
  const { url, close } = await startSandbox()
  const index = await fetch(url, { headers: { accept: 'text/html' } })
  expect(await index.json()).toMatchObject({ name: 'payrun sandbox' })
  await close()
})
