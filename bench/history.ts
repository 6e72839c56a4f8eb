import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { findBatch } from '../src/ledger/batches/batches.ts'
import { purgeBatch } from '../src/ledger/batches/purgeBatch.ts'
import { openLedger } from '../src/ledger/connection/ledger.ts'
import { startOwnPostgres } from '../test/harness/ownPostgres.ts'
import { deskOf, percentile95 } from './desk.ts'
import { type Figure, figure, ratios } from './figure.ts'
import { fillHistory } from './fillHistory.ts'
import type { Place } from './place.ts'
import { readSeen, untilSeen } from './seen.ts'

const payRows = 20_000
const intakeRows = 100_000
const visits = 20
const mostOfABatch = 100_000

/** While it is filled nothing has to outlive a crash. */
const fillSettings = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=16GB',
  'checkpoint_timeout=30min',
  'autovacuum=off',
]

interface Measured {
  env: NodeJS.ProcessEnv
  /** A batch that was paid long ago; of the small ledger, its only one. */
  old: string
  paces: number[]
  seconds: Map<string, number[]>
  pages: Map<string, number[]>
}

/**
 * What grows with a ledger's history: everything that people and workers do, in turn with a ledger that has one batch and one that has
 * been paying for years. BENCH_HISTORY_URL: the filled ledger of a trial before, a Postgres that is running.
 */
export async function measureHistory(place: Place, rounds: number, rows = 1_000_000): Promise<Figure[]> {
  const stub = await place.serve('stub.ts')
  const given = process.env['BENCH_HISTORY_URL']
  const batchRows = Math.min(mostOfABatch, Math.ceil(rows / 20))
  const servers = [await startOwnPostgres()]
  const small = await begin('small', servers[0]!.url)
  const filled = given ? undefined : await startOwnPostgres()
  const full = await begin('full', given ?? filled!.url)
  try {
    if (filled) {
      servers.push(filled)
      await filled.stopAtOnce()
      await filled.start(fillSettings)
      await fillHistory(filled.url, Math.round(rows / batchRows) - 1, (text) => process.stderr.write(`${text}\n`))
      await filled.stopAtOnce()
      await filled.start()
    }
    const both = [small, full]
    for (const each of both) each.old = oldBatch(each)
    for (let round = 0; round <= rounds; round += 1) {
      // In turn the one and the other first: what comes first finds the files' pages, and warms the processor.
      for (const each of round % 2 === 0 ? both : both.toReversed()) await measureRound(each, round)
    }
    for (const each of both) await measurePages(each)
    for (const each of both) await measurePurge(each)
  } finally {
    stub.close()
    for (const server of servers) await server.remove()
  }
  return [
    figure('run of 20,000, full / small ledger: paying', '', ratios(full.paces, small.paces), '≥ 0.9'),
    ...[...full.seconds].flatMap(([what, seconds]) => {
      const before = small.seconds.get(what)!
      return [
        figure(`${what}: pace of the full ledger / the small one`, '', ratios(before, seconds), '≥ 0.9'),
        figure(`${what}: small ledger`, 's', before),
        figure(`${what}: full ledger`, 's', seconds),
      ]
    }),
    ...[...full.pages].flatMap(([path, ms]) => [
      figure(`${path}: 95th percentile, small ledger`, 'ms', [percentile95(small.pages.get(path)!)]),
      figure(`${path}: 95th percentile, full ledger`, 'ms', [percentile95(ms)], '≤ 100'),
    ]),
  ]

  async function begin(name: string, url: string): Promise<Measured> {
    const env = {
      DATABASE_URL: url,
      PAYRUN_HOME: join(place.folder, `home-${name}`),
      PAYRUN_PROVIDER_URL: stub.url,
      PAYRUN_APPROVALS: '',
    }
    if (url !== given) place.payrun(['run', await place.payroll(batchRows)], env)
    return { env, old: '', paces: [], seconds: new Map(), pages: new Map() }
  }

  /** From the middle of the list. */
  function oldBatch({ env }: Measured): string {
    const { batches } = JSON.parse(place.payrun(['list', '--json'], env).stdout) as {
      batches: { id: string; state: string; purged_at?: string | null }[]
    }
    const settled = batches.filter((batch) => batch.state === 'settled' && !batch.purged_at)
    return settled[Math.floor(settled.length / 2)]!.id
  }

  /** The first round warms up, and counts for nothing. */
  async function measureRound(of: Measured, round: number): Promise<void> {
    if (round === 1) of.seconds.clear()
    await fetch(`${stub.url}/reset`)
    timed(of, 'run of 20,000, whole command', [
      'run',
      await people(payRows, round),
      '--period',
      `run ${stamp} ${round}`,
    ])
    const seen = await readSeen(stub.url)
    if (seen.count !== payRows) throw new Error(`the stub saw ${seen.count} payouts`)
    if (round > 0) of.paces.push((payRows / seen.ms) * 1000)
    const intake = ['submit', await people(intakeRows, round), '--period', `later ${stamp} ${round}`, '--at', far]
    timed(of, 'submit of 100,000', intake)
    timed(of, 'list', ['list'])
    timed(of, 'status of the last', ['status', 'last'])
    timed(of, 'status of an old batch', ['status', of.old])
    timed(of, 'person by number', ['person', '2290197004711'])
    timed(of, 'person by name', ['person', 'Awa Example 4711'])
    timed(of, 'person by reference', ['person', 'R4711'])
    timed(of, 'report of an old batch', ['report', of.old, '-o', join(place.folder, 'report.csv')])
    timed(of, 'audit of an old batch', ['audit', of.old])
    timed(of, 'doctor', ['doctor'])
    await fetch(`${stub.url}/reset`)
    place.payrun(['submit', await people(100, round), '--period', `worker ${stamp} ${round}`], of.env)
    const began = performance.now()
    const worker = place.start(['worker'], of.env)
    await untilSeen(stub.url, 100)
    keep(of, 'worker, from its start to 100 payouts', (performance.now() - began) / 1000)
    const gone = once(worker, 'exit')
    worker.kill()
    await gone
  }

  function timed(of: Measured, what: string, args: string[]): void {
    keep(of, what, place.payrun(args, of.env).seconds)
  }

  function keep({ seconds }: Measured, what: string, took: number): void {
    seconds.set(what, [...(seconds.get(what) ?? []), took])
  }

  async function measurePurge(of: Measured): Promise<void> {
    timed(of, 'purge --dry-run: what is old enough', ['purge', '--before', '2000-01-01', '--dry-run'])
    const ledger = openLedger({ connectionString: of.env['DATABASE_URL']! }, () => undefined)
    const found = await findBatch(ledger, of.old)
    if (found.kind !== 'found') throw new Error(`no batch ${of.old}`)
    const began = performance.now()
    if (!(await purgeBatch(ledger, found.batch.batchNo, [], 'bench'))) throw new Error('not purged')
    keep(of, 'purge of an old batch', (performance.now() - began) / 1000)
    await ledger.close()
  }

  async function measurePages({ env, old, pages }: Measured): Promise<void> {
    const desk = await deskOf(place, env)
    const paths = [
      '/',
      '/batches',
      `/batches/${old}`,
      `/batches/${old}?q=4711`,
      `/batches/${old}/rows/4712`,
      '/batches/new',
      '/approvals',
      '/people',
      '/people?q=4711',
      '/people?q=Example',
      '/people?q=Awa+Example+4711',
      '/people?q=R4711',
      '/schedules',
      '/operators',
      '/payins',
      '/work',
      '/admin',
      '/admin/trail',
    ]
    for (let n = 0; n < visits; n += 1) {
      for (const path of paths) {
        const { status, ms } = await desk.open(path)
        const shown = path.replace(old, 'OLD')
        if (status !== 404 && n > 0) pages.set(shown, [...(pages.get(shown) ?? []), ms])
      }
    }
    desk.close()
  }

  /** The people of the history, with references of their own and an amount that nobody had of late. */
  async function people(count: number, round: number): Promise<string> {
    const path = join(place.folder, `people-${count}-${round}.csv`)
    const out = createWriteStream(path)
    out.write('reference,name,operator,phone_number,amount\n')
    for (let n = 0; n < count; n += 1) {
      const amount = 1_500 + (n % 500) + 500 * (round % 3) + count / 100 + (Math.floor(stamp / 1000) % 400)
      const line = `N${count}-${round}-${stamp}-${n},Awa Example ${n},mtn-benin,22901${97_000_000 + n},${amount}\n`
      if (!out.write(line)) await once(out, 'drain')
    }
    out.end()
    await once(out, 'finish')
    return path
  }
}

const stamp = Date.now()
const far = new Date(stamp + 30 * 86_400_000).toISOString().slice(0, 16)
