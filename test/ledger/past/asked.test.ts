import { afterEach, expect, onTestFinished, test } from 'vitest'
import { openPast } from '../../../src/ledger/past/keepMark.ts'
import { openMarkFiles } from '../../../src/ledger/past/mark.ts'
import { registerWorker } from '../../../src/ledger/rows/workers.ts'
import { ownIdentity } from '../../../src/process.ts'
import { ignore } from '../../harness/ledger.ts'
import { temporaryFolder } from '../../harness/payrun.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger({ one: true, checked: false })

/** As on the first day, and nobody is left to be asked. */
async function forget(): Promise<void> {
  await db.query(
    `update payrun.server
        set fenced_at = null, fenced_why = null, moved_at = null, system_id = null, timeline = null`,
  )
  await db.query(`update payrun.workers set ended_at = '2020-01-01'`)
}
afterEach(forget)

/** Two workers of this machine, on a ledger whose commits had waited for the standby that it is on since `seconds`. */
async function afterFailover({ seconds = 20, bootId = ownIdentity().bootId } = {}) {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const openHere = () => {
    const files = openMarkFiles(folder.path, 'abc')
    return { files, past: openPast({ files, onlyHere: false, onTrouble: ignore, onChange: ignore }) }
  }
  const [live, dead] = [openHere(), openHere()]
  const liveNo = await registerWorker(db.ledger)
  const deadNo = await registerWorker(db.ledger, { ...ownIdentity(), bootId })
  for (const [{ past }, workerNo] of [
    [live, liveNo],
    [dead, deadNo],
  ] as const) {
    await past.admit(db.ledger.pool)
    past.registered(workerNo)
  }
  await db.query(`update payrun.workers set started_at = now() - interval '1 hour' where worker_no = any($1)`, [
    [liveNo, deadNo],
  ])
  await db.query(
    `update payrun.server
        set timeline = timeline - 1,
            synchronous_standbys = 'node2',
            moved_at = now() - make_interval(secs => $1)`,
    [seconds],
  )
  const committed = async (commits: number) => {
    await db.query('update payrun.workers set commits = $2 where worker_no = $1', [deadNo, commits])
    await dead.past.keep(deadNo, commits)
  }
  const swept = () => db.query('update payrun.workers set ended_at = now() where worker_no = $1', [deadNo])
  return { live, deadNo, committed, swept, admit: async () => (await live.past.admit(db.ledger.pool)).kind }
}

test('the mark of a worker that has died on this machine speaks for it', async () => {
  const { committed, swept, admit } = await afterFailover()
  await committed(7)
  // Its last commit was answered, and nothing was done by it yet.
  expect(await admit()).toBe('asking')
  await swept()
  expect(await admit()).toBe('whole')
})

test('a mark of the dead one that the ledger has not come as far as fences it', async () => {
  const { committed, swept, admit, deadNo } = await afterFailover()
  await committed(7)
  await swept()
  await db.query('update payrun.workers set commits = 6 where worker_no = $1', [deadNo])
  expect(await admit()).toBe('fenced')
})

test.each([
  { what: 'is on another machine', over: { bootId: 'of another machine' }, removed: false },
  { what: 'has left no mark here', over: {}, removed: true },
])('one that died and $what is waited for, and then the ledger is fenced', async ({ over, removed }) => {
  for (const [seconds, kind] of [
    [20, 'asking'],
    [100, 'fenced'],
  ] as const) {
    const { committed, swept, live, deadNo } = await afterFailover({ seconds, ...over })
    await committed(7)
    await swept()
    const files = { ...live.files }
    if (removed) files.read = async () => (await live.files.read()).filter(({ workerNo }) => workerNo !== deadNo)
    const past = openPast({ files, onlyHere: false, onTrouble: ignore, onChange: ignore })
    expect((await past.admit(db.ledger.pool)).kind).toBe(kind)
    await forget()
  }
})
