import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { processOf } from '../../../src/ledger/embedded/holder.ts'
import {
  attach,
  freshHome,
  isAlive,
  placesOf,
  query,
  queryAgain,
  serverOf,
  startClient,
  waitUntilGone,
} from './embedded-home.ts'

test('a command that is killed leaves no server', async () => {
  const home = freshHome()
  const client = await startClient(home)
  const { postgresPid, supervisorPid } = serverOf(home)
  client.child.kill('SIGKILL')
  await Promise.all([waitUntilGone(postgresPid), waitUntilGone(supervisorPid)])
})

test('a command that is killed while it starts the server leaves nothing in the way of the next one', async () => {
  const home = freshHome()
  const client = await startClient(home)
  const { supervisorPid } = serverOf(home)
  process.kill(supervisorPid, 'SIGKILL')
  client.child.kill('SIGKILL')
  const { connection } = await attach(home)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a killed supervisor takes its server along', async () => {
  const home = freshHome()
  const client = await startClient(home)
  const { postgresPid, supervisorPid } = serverOf(home)
  client.child.kill('SIGKILL')
  process.kill(supervisorPid, 'SIGKILL')
  await waitUntilGone(postgresPid)
})

test.skipIf(process.platform !== 'linux')(
  'a server that its supervisor could not take along is stopped by the next command',
  async () => {
    const home = freshHome()
    const client = await startClient(home)
    const { postgresPid, supervisorPid } = serverOf(home)
    client.child.kill('SIGKILL')
    process.kill(lifelineOf(supervisorPid), 'SIGKILL')
    process.kill(supervisorPid, 'SIGKILL')
    await waitUntilGone(supervisorPid)
    expect(isAlive(postgresPid)).toBe(true)
    const { connection } = await attach(home)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isAlive(postgresPid)).toBe(false)
  },
)

function lifelineOf(supervisorPid: number): number {
  const children = readFileSync(`/proc/${supervisorPid}/task/${supervisorPid}/children`, 'utf8').trim().split(' ')
  const lifeline = children.map(Number).find((pid) => processOf(pid)?.command.includes('payrun-lifeline'))
  if (lifeline === undefined) throw new Error('The supervisor has no lifeline.')
  return lifeline
}

test('commands whose supervisor is killed find the next one by themselves and share it', async () => {
  const home = freshHome()
  const notices: string[] = []
  const one = await attach(home, notices)
  const two = await attach(home)
  await query(one.connection, 'create table kept as select 42 as answer')
  const before = serverOf(home)
  process.kill(before.supervisorPid, 'SIGKILL')
  await waitUntilGone(before.postgresPid)
  expect(await queryAgain(one.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(await queryAgain(two.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  const slow =
    'The embedded Postgres is starting. The first start takes a little longer, and so does one after a crash.'
  await vi.waitFor(() =>
    expect(notices.filter((notice) => notice !== slow)).toEqual([
      'The embedded Postgres stopped unexpectedly. It is starting again.',
    ]),
  )
  const after = serverOf(home)
  await Promise.all([one.release(), two.release()])
  await Promise.all([waitUntilGone(after.postgresPid), waitUntilGone(after.supervisorPid)])
})

test('a killed Postgres comes back with what was committed, again and again', async () => {
  const home = freshHome()
  const { connection } = await attach(home)
  await query(connection, 'create table kept as select 42 as answer')
  const { supervisorPid } = serverOf(home)
  for (let round = 0; round < 3; round += 1) {
    const { postgresPid } = serverOf(home)
    process.kill(postgresPid, 'SIGKILL')
    await waitUntilGone(postgresPid)
    expect(await queryAgain(connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  }
  expect(serverOf(home).supervisorPid).toBe(supervisorPid)
})

test.skipIf(process.platform !== 'linux')(
  'a lock file whose process number now is a stranger’s is not in the way',
  async () => {
    const home = freshHome()
    const client = await startClient(home)
    const { postgresPid, supervisorPid } = serverOf(home)
    const places = placesOf(home)
    const locks = [join(places.data, 'postmaster.pid'), join(places.run, '.s.PGSQL.5432.lock')]
    const texts = locks.map((path) => readFileSync(path, 'utf8'))
    process.kill(lifelineOf(supervisorPid), 'SIGKILL')
    for (const pid of [supervisorPid, postgresPid, client.child.pid ?? 0]) process.kill(pid, 'SIGKILL')
    await waitUntilGone(postgresPid)
    locks.forEach((path, index) => {
      writeFileSync(path, texts[index]?.replace(String(postgresPid), String(process.pid)) ?? '')
    })
    const { connection } = await attach(home)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test('a supervisor that is told to end stops its server in order', async () => {
  const home = freshHome()
  const client = await startClient(home, { once: true })
  const { postgresPid, supervisorPid } = serverOf(home)
  process.kill(supervisorPid, 'SIGTERM')
  await Promise.all([waitUntilGone(postgresPid), waitUntilGone(supervisorPid)])
  expect(readFileSync(placesOf(home).log, 'utf8')).toContain('database system is shut down')
  await client.end()
})
