import { chmodSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { databaseRole } from '../../src/ledger/embedded/dataFolder.ts'
import { queryOnce } from './ledger.ts'
import { type OwnPostgres, startOwnPostgres } from './ownPostgres.ts'
import { until } from './payrun.ts'

/** A primary with a streaming standby, and an address that leads to the current primary. */
export interface Replicated {
  url: string
  /** Waits until the standby has everything that the primary has. */
  caughtUp(): Promise<void>
  /** Cuts the standby off from the primary. */
  cut(): Promise<void>
  /** Kills the primary, promotes the standby, and makes the address lead to it. */
  failOver(): Promise<void>
  remove(): Promise<void>
}

/** The standby's application name, for `synchronous_standby_names`. */
export const standbyName = 'standby'

export async function startReplicated(settings: string[] = []): Promise<Replicated> {
  const primary = await startOwnPostgres()
  const standby = await startOwnPostgres()
  await primary.stopAtOnce()
  await standby.stopAtOnce()
  const letIn = join(primary.run, '..', 'let-in.conf')
  writeFileSync(letIn, 'local all all trust\nlocal replication all trust\n')
  chmodSync(letIn, 0o644)
  // Start both again, with the same data.
  standby.putBack(primary.copy())
  writeFileSync(join(standby.data, 'standby.signal'), '')
  const shared = [`hba_file=${letIn}`]
  const source = `host=${primary.run} port=5432 user=${databaseRole} application_name=${standbyName}`
  await primary.start(shared)
  await standby.start([...shared, `primary_conninfo=${source}`])
  if (settings.length > 0) {
    for (const setting of settings) await queryOnce(primary.url, `alter system set ${setting}`)
    await queryOnce(primary.url, 'select pg_reload_conf()')
  }
  const address = await startSwitch(primary)
  const caughtUp = async () => {
    const [now] = await queryOnce<{ at: string }>(primary.url, 'select pg_current_wal_flush_lsn()::text as at')
    await until('the standby has caught up', async () => {
      const [seen] = await queryOnce(standby.url, 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as it', [now?.at])
      return seen?.['it'] === true
    })
  }
  await caughtUp()
  return {
    url: `postgresql://${databaseRole}@127.0.0.1:${address.port}/postgres`,
    caughtUp,
    cut: async () => {
      const receiving = async () => (await queryOnce(standby.url, 'select from pg_stat_wal_receiver')).length > 0
      writeFileSync(letIn, 'local all all trust\n')
      await queryOnce(primary.url, 'select pg_reload_conf()')
      await queryOnce(primary.url, 'select pg_terminate_backend(pid) from pg_stat_replication')
      await until('the standby gets nothing more', async () => !(await receiving()))
    },
    failOver: async () => {
      await primary.stopAtOnce()
      await queryOnce(standby.url, 'select pg_promote(true, 60)')
      await queryOnce(standby.url, `alter system reset all`)
      await queryOnce(standby.url, 'select pg_reload_conf()')
      address.leadTo(standby)
    },
    remove: async () => {
      await address.close()
      await standby.remove()
      await primary.remove()
    },
  }
}

async function startSwitch(first: OwnPostgres) {
  let target = first
  const wires = new Set<Socket>()
  const listener = createServer((client) => {
    const server = connect(`${target.run}/.s.PGSQL.5432`)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      wires.add(one)
      one.pipe(other)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          wires.delete(one)
          other.destroy()
        })
    }
  })
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
  const listening = listener.address()
  if (listening === null || typeof listening === 'string') throw new Error('no port')
  const cutAll = () => {
    for (const wire of wires) wire.destroy()
  }
  return {
    port: listening.port,
    leadTo: (other: OwnPostgres) => {
      target = other
      cutAll()
    },
    close: () =>
      new Promise<void>((closed) => {
        listener.close(() => closed())
        cutAll()
      }),
  }
}
