import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { attachEmbeddedPostgres } from '../../../src/ledger/embedded/attach.ts'
import { embeddedPlaces } from '../../../src/ledger/embedded/places.ts'
import { waitUntilServerGone } from '../../harness/postgres.ts'
import { saying } from '../../harness/words.ts'
import { attach, freshHome, isRoot, placesOf, query, serverOf, startClient, waitUntilGone } from './embedded-home.ts'

const oddNames = [
  ['a home with spaces', 'my pay run'],
  ['a home with quotes, a comma and an umlaut', `d'été, "Löhne" $HOME`],
  ['a home whose path is too long for a socket', 'long-'.repeat(30)],
] as const

test.each(oddNames)('%s works', async (_, name) => {
  const home = freshHome(name)
  const attached = await attach(home)
  expect(await query(attached.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  const { shortFolder } = placesOf(home)
  await attached.release()
  await vi.waitUntil(() => shortFolder === null || !existsSync(shortFolder), { timeout: 20_000 })
})

test('a long home gets a short folder of its own for the sockets, the same in every terminal', () => {
  const long = `/${'x'.repeat(90)}`
  const { shortFolder, run, control } = embeddedPlaces(long, 1000)
  expect(shortFolder).toMatch(/^\/tmp\/payrun-1000-[0-9a-f]{16}$/)
  expect(Math.max(join(run, '.s.PGSQL.5432').length, control.length)).toBeLessThanOrEqual(103)
  expect(embeddedPlaces(`${long}y`, 1000).shortFolder).not.toBe(shortFolder)
  expect(embeddedPlaces('/home/me/.payrun', 1000).shortFolder).toBe(null)
})

test('a home that is a file is refused with a sentence', async () => {
  const home = freshHome()
  writeFileSync(home, '')
  const refused = await attachEmbeddedPostgres({ home, onNotice: () => {} })
  expect(refused).toMatchObject({ ok: false, message: saying('DATABASE_URL') })
})

test.skipIf(!isRoot)('(as root) a home of somebody else is refused and left alone', async () => {
  const home = freshHome()
  mkdirSync(home)
  chownSync(home, 65534, 65534)
  const refused = await attachEmbeddedPostgres({ home, onNotice: () => {} })
  expect(refused).toMatchObject({ ok: false, message: saying(/belongs to another user.*DATABASE_URL/) })
  expect(existsSync(join(home, 'postgres'))).toBe(false)
})

test.skipIf(!isRoot)('(as root) a folder of somebody else in place of the sockets is refused', async () => {
  const home = freshHome('long-'.repeat(30))
  mkdirSync(home, { mode: 0o700 })
  const { shortFolder } = placesOf(home)
  if (shortFolder === null) throw new Error('The path is not long enough for this test.')
  mkdirSync(shortFolder)
  chownSync(shortFolder, 65534, 65534)
  const refused = await attachEmbeddedPostgres({ home, onNotice: () => {} })
  spawnSync('rmdir', [shortFolder])
  expect(refused).toMatchObject({ ok: false, message: saying('belongs to another user') })
})

const passage = ['--reuid=nobody', '--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
const canPassEverywhere = isRoot && spawnSync('setpriv', [...passage, 'true']).status === 0

const rootsHomes = [
  ['that nobody else may enter (0700)', 0o700],
  ['that others may pass (0711)', 0o711],
] as const

test.skipIf(!canPassEverywhere).each(rootsHomes)(
  '(as root who may pass everywhere) below a folder %s, an unprivileged user runs the server, twice',
  async (_, mode) => {
    const home = freshHome('home', mode)
    mkdirSync(home)
    chmodSync(home, mode)
    for (const answer of [1, 2]) {
      const attached = await attach(home)
      expect(await query(attached.connection, `select ${answer} as answer`)).toEqual([{ answer }])
      const { uid } = statSync(`/proc/${serverOf(home).postgresPid}`)
      expect(uid).toBe(statSync(placesOf(home).data).uid)
      expect(uid).not.toBe(0)
      await attached.release()
      await waitUntilServerGone(home)
    }
  },
)

const inContainer = ['setpriv', '--bounding-set=-dac_read_search', '--inh-caps=-all']
const canBeInContainer = isRoot && spawnSync('setpriv', [...inContainer.slice(1), 'true']).status === 0

/** A checkout in a private folder (as mktemp makes them) can't be read by other users, so they can't be tried there. */
const asNobody = ['setpriv', '--reuid=nobody', '--regid=65534', '--clear-groups']
const project = fileURLToPath(new URL('../../..', import.meta.url))
const canBeNobody = isRoot && spawnSync('setpriv', [...asNobody.slice(1), 'ls', project]).status === 0

test.skipIf(!canBeInContainer || !canBeNobody)(
  '(as root) without the capability to pass everywhere, the home is opened to the group of the server’s user',
  async () => {
    const home = freshHome('home', 0o711)
    for (const round of ['first', 'second']) {
      const client = await startClient(home, { wrapper: inContainer })
      expect(client.told, round).toEqual({ ok: true, role: 'payrun' })
      expect(statSync(home)).toMatchObject({ uid: 0, gid: statSync(placesOf(home).data).gid })
      expect(statSync(home).mode & 0o777).toBe(0o710)
      expect(await client.end()).toBe(0)
      await waitUntilServerGone(home)
    }
  },
)

test.skipIf(!canBeInContainer)(
  '(as root) where nothing lets the server’s user through, the sentence says what to do and the home stays shut',
  async () => {
    const home = freshHome('home', 0o700)
    const client = await startClient(home, { wrapper: inContainer })
    expect(client.told).toMatchObject({ ok: false, message: expect.stringMatching(/cannot reach.*DATABASE_URL/) })
    expect(statSync(home)).toMatchObject({ uid: 0, gid: 0 })
    expect(statSync(home).mode & 0o777).toBe(0o700)
  },
)

test.skipIf(!canBeNobody)('(as root, who becomes somebody else) a plain user runs the server alone', async () => {
  const home = freshHome('home', 0o711)
  chownSync(dirname(home), 65534, 65534)
  const client = await startClient(home, { wrapper: asNobody })
  expect(client.told).toEqual({ ok: true, role: 'payrun' })
  const { postgresPid, supervisorPid } = serverOf(home)
  expect([postgresPid, supervisorPid].map((pid) => statSync(`/proc/${pid}`).uid)).toEqual([65534, 65534])
  expect(statSync(home).mode & 0o777).toBe(0o700)
  expect(await client.end()).toBe(0)
  await Promise.all([waitUntilGone(postgresPid), waitUntilGone(supervisorPid)])
})

test.skipIf(!canBeNobody)('(as root, who becomes a user without a name) the sentence says so', async () => {
  const home = freshHome('home', 0o711)
  chownSync(dirname(home), 54321, 54321)
  const client = await startClient(home, { wrapper: ['setpriv', '--reuid=54321', '--regid=54321', '--clear-groups'] })
  expect(client.told).toMatchObject({ ok: false, message: expect.stringMatching(/without a name.*DATABASE_URL/) })
})
