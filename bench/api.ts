import { createReadStream } from 'node:fs'
import { type Figure, figure, ratios } from './figure.ts'
import type { Place } from './place.ts'
import { readSeen, untilSeen } from './seen.ts'

const latencyMs = 50
const rows = 30_000
const submitted = 100_000
const payouts = 2_000

/**
 * What programs cost a desk that pays, and what they wait. The batch that is polled is paid to a provider of 50 ms, as a real one is
 * slow; a desk and its pollers share this machine's cores with all else.
 */
export async function measureApi(place: Place, rounds: number): Promise<Figure[]> {
  const stub = await place.serve('stub.ts', [String(latencyMs)])
  const env = { PAYRUN_PROVIDER_URL: stub.url, PAYRUN_APPROVALS: '' }
  const key = JSON.parse(place.payrun(['key', 'add', 'bench', '--role', 'preparer', '--json'], env).stdout)
    .key as string
  const desk = await place.serveDesk(env)
  const alone: number[] = []
  const polled: number[] = []
  const overHttp: number[] = []
  const byCommand: number[] = []
  const single: number[] = []
  const file = await place.payroll(rows)
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await pace(`alone ${round}`))
    polled.push(await pace(`polled ${round}`, true))
  }
  desk.close()
  const idle = await place.serveDesk(env, '--no-worker')
  const large = await place.payroll(submitted)
  for (let round = 0; round < rounds; round += 1) {
    byCommand.push(place.payrun(['submit', large, '--period', `command ${round}`, '--allow-duplicates'], env).seconds)
    const began = performance.now()
    await post(idle.url, large, `http ${round}`)
    overHttp.push((performance.now() - began) / 1000)
    single.push(Number(place.script('requests.ts', [idle.url, key, 'payouts', String(payouts)])))
  }
  idle.close()
  stub.close()
  return [
    figure('1,000 polls a second of a running batch: its pace / unpolled', '', ratios(polled, alone), '≥ 0.95'),
    figure('its pace, unpolled', 'rows/s', alone),
    figure('POST /batches of 100,000 rows / submit', '', ratios(overHttp, byCommand), '≤ 1.2'),
    figure('POST /payouts', 'a second', single, '≥ 500'),
  ]

  async function pace(period: string, polls = false): Promise<number> {
    await fetch(`${stub.url}/reset`)
    const id = await post(desk.url, file, period)
    const poller = polls ? place.run('requests.ts', [`${desk.url}/api/v1/batches/${id}`, key, 'polls', '1000']) : null
    // From a tenth on: it has begun by then.
    const first = await untilSeen(stub.url, rows / 10)
    const last = await untilSeen(stub.url, rows)
    if (poller?.exitCode === 1) throw new Error('a poll failed')
    poller?.kill()
    await readSeen(stub.url)
    return ((last.count - first.count) / (last.ms - first.ms)) * 1000
  }

  async function post(url: string, path: string, period: string): Promise<string> {
    const query = new URLSearchParams({ period, allow_duplicates: 'true' })
    const answer = await fetch(`${url}/api/v1/batches?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      body: createReadStream(path) as unknown as ReadableStream,
      duplex: 'half',
    } as RequestInit)
    const { id, detail } = (await answer.json()) as { id?: string; detail?: string }
    if (answer.status !== 201 || id === undefined) throw new Error(`${answer.status}: ${detail}`)
    return id
  }
}
