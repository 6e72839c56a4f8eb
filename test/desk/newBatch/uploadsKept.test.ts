import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purge } from '../../../src/app/batches/purge.ts'
import { startDesk } from '../../../src/desk/startDesk.ts'
import { temporaryPath } from '../../../src/durableFile.ts'
import { ownIdentity } from '../../../src/process.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { draftOf, good } from '../uploads.ts'
import { signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const dayMs = 86_400_000

/** An upload of so many days ago that nobody did anything with. */
function upload({ app }: TestDesk, folder: 'drafts' | 'statements', name: string, daysAgo: number): string {
  const path = join(app.config.home, folder, name)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'upload.csv'), 'Awa Diop,2290197000001\n')
  const at = new Date(Date.now() - daysAgo * dayMs)
  utimesSync(path, at, at)
  return path
}

const uploads = (desk: TestDesk) => [
  upload(desk, 'drafts', 'a'.repeat(32), 2),
  upload(desk, 'statements', 'b'.repeat(32), 2),
]

it('what nobody submitted or applied within a day is removed by a desk, though nobody uploads anything more', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const { path } = await draftOf(desk, await signedIn(desk, 'Awa', ['preparer']), good)
  const [old, young] = [uploads(desk), upload(desk, 'drafts', 'c'.repeat(32), 0)]
  const again = await startDesk(desk.app, { host: '127.0.0.1', port: 0, sandbox: true, pays: false })
  if (!again.ok) throw new Error(JSON.stringify(again))
  try {
    await expect.poll(() => old.filter((each) => existsSync(each)), { timeout: 10_000 }).toEqual([])
    expect(existsSync(young)).toBe(true)
    expect(readdirSync(join(desk.app.config.home, 'drafts'))).toContain(path.split('/').at(-1))
  } finally {
    await again.close()
  }
})

it('the half of an upload that a killed desk left is removed by the next desk, and that of a living one stays', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const dead = { ...ownIdentity(), pid: 2 ** 22 + 1, processStart: '1' }
  const [old, young] = [dead, ownIdentity()].map((writer) =>
    ['drafts', 'statements'].map((name) => {
      const folder = join(desk.app.config.home, name)
      mkdirSync(folder, { recursive: true })
      const path = temporaryPath(folder, 'input', writer)
      writeFileSync(path, 'Awa Diop,2290197000001\n')
      return path
    }),
  ) as [string[], string[]]
  const again = await startDesk(desk.app, { host: '127.0.0.1', port: 0, sandbox: true, pays: false })
  if (!again.ok) throw new Error(JSON.stringify(again))
  try {
    await expect.poll(() => old.filter((each) => existsSync(each)), { timeout: 10_000 }).toEqual([])
    expect(young.filter((each) => existsSync(each))).toEqual(young)
  } finally {
    await again.close()
  }
})

it('likewise by a purge, for those who no longer start the desk, and not by one that only looks', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const old = uploads(desk)
  const before = new Date(Date.now() - 2 * dayMs).toISOString().slice(0, 10)
  expect(await purge(desk.app, { before, dryRun: true })).toMatchObject({ ok: true })
  expect(old.every((each) => existsSync(each))).toBe(true)
  expect(await purge(desk.app, { before, dryRun: false })).toMatchObject({ ok: true })
  expect(old.filter((each) => existsSync(each))).toEqual([])
})
