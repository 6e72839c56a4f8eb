import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { attachEmbeddedPostgres } from '../../../src/ledger/embedded/attach.ts'
import { serverBinaries } from '../../../src/ledger/embedded/places.ts'
import { saying } from '../../harness/words.ts'
import { attach, freshHome, isRoot, placesOf, query, serverOf, startClient, waitUntilGone } from './embedded-home.ts'

test('a home that does not exist gets a database that is durable, private, and lets one role in', async () => {
  const home = freshHome()
  const { connection } = await attach(home)
  const [settings] = await query(
    connection,
    `select current_user as role, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('server_encoding') as encoding, current_setting('timezone') as zone`,
  )
  expect(settings).toEqual({ role: 'payrun', fsync: 'on', commit: 'on', encoding: 'UTF8', zone: 'UTC' })
  // Root in a container lets the group of the server's user pass (0710).
  expect(statSync(home).mode & 0o767).toBe(0o700)
  expect(statSync(join(home, 'postgres', 'server.log')).mode & 0o777).toBe(0o600)
  expect(statSync(placesOf(home).run).mode & 0o777).toBe(0o700)
  await expect(query({ ...connection, user: 'postgres' }, 'select 1')).rejects.toThrow(/peer authentication failed/i)
})

const onLinux = test.skipIf(process.platform !== 'linux')

onLinux('no TCP port is open', async () => {
  const home = freshHome()
  const { connection } = await attach(home)
  expect(await query(connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  const lockFile = readFileSync(join(placesOf(home).data, 'postmaster.pid'), 'utf8').split('\n')
  // Line 5 is the folder of the Unix socket, line 6 the first address of TCP.
  expect(lockFile.slice(4, 6)).toEqual([placesOf(home).run, ''])
  const { postgresPid, supervisorPid } = serverOf(home)
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].filter((path) => existsSync(path))
  const lines = tables.flatMap((path) => readFileSync(path, 'utf8').trim().split('\n').slice(1))
  const tcp = new Set(lines.map((line) => `socket:[${line.trim().split(/\s+/)[9]}]`))
  expect(openFiles(supervisorPid).filter((file) => file.startsWith('socket:'))).not.toEqual([])
  expect([postgresPid, supervisorPid].flatMap(openFiles).filter((file) => tcp.has(file))).toEqual([])
})

/** Empty for a server that another user runs, when this one may not look into it (root in a container, say). */
function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  return permitted(() => readdirSync(folder), []).map((fd) => permitted(() => readlinkSync(`${folder}/${fd}`), ''))
}

function permitted<Found>(look: () => Found, otherwise: Found): Found {
  try {
    return look()
  } catch {
    return otherwise
  }
}

test('a second start finds what the first one stored', async () => {
  const home = freshHome()
  const first = await attach(home)
  await query(first.connection, 'create table kept as select 42 as answer')
  const { postgresPid } = serverOf(home)
  await first.release()
  await waitUntilGone(postgresPid)
  const second = await attach(home)
  expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
})

onLinux('three commands at once on a fresh home share one server', async () => {
  const home = freshHome()
  const clients = await Promise.all([startClient(home), startClient(home), startClient(home)])
  expect(clients.map((client) => client.told)).toEqual(Array(3).fill({ ok: true, role: 'payrun' }))
  const places = placesOf(home)
  await vi.waitFor(() => expect(supervisorsOf(home)).toEqual([serverOf(home).supervisorPid]), { timeout: 20_000 })
  expect(readdirSync(places.folder).filter((name) => name.startsWith('data'))).toEqual(['data'])
  expect(await Promise.all(clients.map((client) => client.end()))).toEqual([0, 0, 0])
})

function supervisorsOf(home: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => commandOf(pid).endsWith(`supervisor.ts\0${home}\0`))
}

function commandOf(pid: number): string {
  return permitted(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '')
}

test('the server outlives the command that started it and goes with the last one', async () => {
  const home = freshHome()
  const first = await startClient(home)
  const { postgresPid, supervisorPid } = serverOf(home)
  const second = await attach(home)
  expect(await first.end()).toBe(0)
  expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(serverOf(home)).toEqual({ postgresPid, supervisorPid })
  await second.release()
  await Promise.all([waitUntilGone(postgresPid), waitUntilGone(supervisorPid)])
})

test('commands in quick succession meet servers that are just leaving, and each is served', async () => {
  const home = freshHome()
  for (let round = 0; round < 6; round += 1) {
    const attached = await attach(home)
    expect(await query(attached.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await attached.release()
    // The moment in which a supervisor takes its socket away is the moment to come back.
    if (round % 2 === 0) await vi.waitUntil(() => !existsSync(placesOf(home).control), { timeout: 20_000, interval: 1 })
  }
})

test('being attached does not keep a process alive, and its standard error stays empty', async () => {
  const home = freshHome()
  const client = await startClient(home, { once: true })
  expect(await client.end()).toBe(0)
  expect(client.stderr()).toBe('')
})

test('a home that is removed right after the release puts nothing on the screen', async () => {
  const home = freshHome()
  const client = await startClient(home)
  const { postgresPid, supervisorPid } = serverOf(home)
  expect(await client.end()).toBe(0)
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  await Promise.all([waitUntilGone(postgresPid), waitUntilGone(supervisorPid)])
  expect(client.stderr()).toBe('')
})

test('two homes are independent', async () => {
  const [one, two] = [await attach(freshHome()), await attach(freshHome())]
  await query(one.connection, 'create table only_here ()')
  const sql = `select to_regclass('only_here') is not null as there`
  expect(await query(one.connection, sql)).toEqual([{ there: true }])
  expect(await query(two.connection, sql)).toEqual([{ there: false }])
})

onLinux("neither the server's environment nor its log holds anything of the caller's", async () => {
  const home = freshHome()
  const client = await startClient(home, { env: { PAYRUN_APP_KEY: 'planted-key' } })
  const { postgresPid, supervisorPid } = serverOf(home)
  const { connection } = await attach(home)
  await expect(query(connection, `select 'Planted Name'::bigint`)).rejects.toThrow(/Planted Name/)
  await expect(query(connection, `do $$ begin raise warning 'Planted Name'; end $$`)).resolves.toEqual([])
  const environments = [
    readFileSync(`/proc/${supervisorPid}/environ`, 'utf8'),
    permitted(() => readFileSync(`/proc/${postgresPid}/environ`, 'utf8'), ''),
  ]
  expect(environments.join()).toContain('LC_ALL')
  expect(environments.join()).not.toContain('planted-key')
  const log = readFileSync(placesOf(home).log, 'utf8')
  expect(log).toContain('ready to accept connections')
  expect(log).not.toContain('Planted Name')
  await client.end()
})

test('what a crashed creation of a database left is removed', async () => {
  const home = freshHome()
  const left = join(home, 'postgres', 'data.init-4194999')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'PG_VERSION'), '18\n')
  const { connection } = await attach(home)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(existsSync(left)).toBe(false)
})

test('a database of another major version is refused with a sentence and left alone', async () => {
  const home = freshHome()
  const data = join(home, 'postgres', 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  writeFileSync(join(data, 'PG_VERSION'), '17\n')
  if (isRoot) chownSync(data, 65534, 65534)
  const refused = await attachEmbeddedPostgres({ home, onNotice: () => {} })
  expect(refused).toMatchObject({ ok: false, message: saying('was made by Postgres 17') })
  expect(readdirSync(data)).toEqual(['PG_VERSION'])
})

test('a system without an embedded Postgres is told to set DATABASE_URL', () => {
  for (const [platform, arch] of [
    ['win32', 'x64'],
    ['linux', 'riscv64'],
    // Supported, but npm installs the package of one platform only.
    [process.platform === 'darwin' ? 'linux' : 'darwin', 'arm64'],
  ] as const) {
    expect(serverBinaries(platform, arch)).toEqual({ ok: false, message: saying('DATABASE_URL') })
  }
})
