import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { pageIds, pages, timeNpmRunDesk } from './deskPages.ts'
import { type Figure, figure, ratios } from './figure.ts'
import type { Place } from './place.ts'
import { untilSeen } from './seen.ts'

/** BENCH_LEDGER_ROWS: a smaller ledger, to try the script. */
const ledgerRows = Number(process.env['BENCH_LEDGER_ROWS'] ?? 1_000_000)
const batchRows = Math.min(30_000, ledgerRows)
const previewRows = Math.min(100_000, ledgerRows)
const latencyMs = 50
const visits = 40
const watchers = 20
const watchEveryMs = 2_000
const password = 'correct horse battery'

/** How long a preview took, in seconds: since its file's first byte was sent, and since its last. */
interface Preview {
  first: number
  last: number
}

/**
 * What people wait for at a desk that pays, with a large ledger, and what they cost it by watching. The provider takes 50 ms, as a real
 * one is slow; the desk, its Postgres and its visitors share this machine's cores. A page that the desk doesn't have is left out.
 */
export async function measureDesk(place: Place, rounds: number): Promise<Figure[]> {
  const stub = await place.serve('stub.ts', [String(latencyMs)])
  const env = { PAYRUN_PROVIDER_URL: stub.url, PAYRUN_APPROVALS: '' }
  const far = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16)
  const large = submit(await place.payroll(ledgerRows), 'ledger', ['--at', far])
  const desk = await deskOf(place, env)
  const { cookie, open } = desk
  const file = await place.payroll(batchRows)
  const [alone, watched]: [number[], number[]] = [[], []]
  const times = new Map<string, number[]>()
  const sizes = new Map<string, number>()
  const [, ACCOUNT = ''] = /\/admin\/accounts\/(\d+)/.exec((await open('/admin')).html) ?? []
  const ids = { LARGE: large, ACCOUNT, ...(await pageIds(place, env, ask)) }
  const started = await timeNpmRunDesk()
  const scripts = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await pace(`alone ${round}`, async () => undefined))
    watched.push(await pace(`watched ${round}`, watch))
    await pace(`visited ${round}`, visit)
  }
  // The people of the ledger in the month after; and by mistake the same month again, in which each row is in use.
  const [next, again]: [Preview[], Preview[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    next.push(await preview(await place.payroll(previewRows, 'next')))
    again.push(await preview(await place.payroll(previewRows)))
  }
  for (const path of scripts) sizes.set(path.replace(/\.\w{12}\./, '.'), (await open(path)).bytes)
  const [pageSizes, scriptSizes] = [false, true].map((isScript) =>
    [...sizes].filter(([path]) => path.endsWith('.js') === isScript).sort(([, one], [, other]) => other - one),
  ) as [[string, number][], [string, number][]]
  desk.close()
  stub.close()
  return [
    ...[...times].map(([path, all]) => figure(`${path}, 95th percentile`, 'ms', [percentile95(all)], '≤ 100')),
    figure('20 watchers of a running batch: its pace / unwatched', '', ratios(watched, alone), '≥ 0.97'),
    figure('its pace, unwatched', 'rows/s', alone),
    ...pageSizes.map(([path, size]) => figure(`${path}, size`, 'kB', [size / 1000], '≤ 60')),
    ...scriptSizes.map(([path, size]) => figure(`${path}, size`, 'kB', [size / 1000])),
    figure('all scripts of a page', 'kB', [scriptSizes.reduce((sum, [, size]) => sum + size, 0) / 1000], '≤ 15'),
    figure('npm run desk: until it says its address', 's', [started.address]),
    figure('npm run desk: until its first page is there', 's', [started.page], '≤ 10'),
    figure(`preview of ${previewRows} rows, from the last byte sent`, 's', seconds(next, 'last'), '≤ 3'),
    figure('the same where all are paid already', 's', seconds(again, 'last'), '≤ 3'),
    figure('both, from the first byte sent: next', 's', seconds(next, 'first')),
    figure('again', 's', seconds(again, 'first')),
  ]

  function submit(path: string, period: string, options: string[]): string {
    const args = ['submit', path, '--period', period, '--allow-duplicates', '--json', ...options]
    return (JSON.parse(place.payrun(args, env).stdout) as { id: string }).id
  }

  /** The pace of a batch between its first tenth and its last row, while somebody does something with it. */
  async function pace(period: string, meanwhile: (id: string, until: AbortSignal) => Promise<void>): Promise<number> {
    await fetch(`${stub.url}/reset`)
    const id = submit(file, period, [])
    const ending = new AbortController()
    const first = await untilSeen(stub.url, batchRows / 10)
    const others = meanwhile(id, ending.signal)
    const last = await untilSeen(stub.url, batchRows)
    ending.abort()
    await others
    return ((last.count - first.count) / (last.ms - first.ms)) * 1000
  }

  async function watch(id: string, until: AbortSignal): Promise<void> {
    const one = async (n: number) => {
      await delay((n * watchEveryMs) / watchers)
      const tags = new Map<string, string>()
      while (!until.aborted) {
        const known = [...tags.values()].map((tag) => `"${tag}"`).join(', ')
        const { html } = await open(`/batches/${id}`, { 'x-payrun-part': 'live', 'if-none-match': known })
        for (const [, name = '', tag = ''] of html.matchAll(/data-live="(\w+)" data-tag="([^"]+)"/g))
          tags.set(name, tag)
        await delay(watchEveryMs)
      }
    }
    await Promise.all(Array.from({ length: watchers }, (_, n) => one(n)))
  }

  /** Each page in turn, until the batch is paid; at least once. */
  async function visit(id: string, until: AbortSignal): Promise<void> {
    for (let n = 0; n === 0 || (n < visits && !until.aborted); n += 1) {
      for (const path of pages) {
        const named = path.replace(/[A-Z]{2,}/, (word) => ({ ...ids, ID: id })[word] ?? word)
        const seen = await open(named)
        if (seen.status === 404) continue
        times.set(path, [...(times.get(path) ?? []), seen.ms])
        sizes.set(path, Math.max(sizes.get(path) ?? 0, seen.bytes))
        for (const [, script = ''] of seen.html.matchAll(/<script src="([^"]+)"/g)) scripts.add(script)
      }
    }
  }

  /** Posts a form. @returns the id of what was made, by which the answer's address ends */
  async function ask(path: string, body: FormData | URLSearchParams): Promise<string> {
    const answer = await fetch(desk.url + path, { method: 'POST', body, headers: ofBrowser(), redirect: 'manual' })
    const made = answer.headers.get('location')?.split('/').at(-1)
    if (answer.status !== 303 || !made) throw new Error(`${path}: ${answer.status}`)
    return made
  }

  async function preview(path: string): Promise<Preview> {
    const fields = new FormData()
    fields.set('file', new Blob([readFileSync(path)], { type: 'text/csv' }), 'payroll.csv')
    const form = new Response(fields)
    const body = Buffer.from(await form.arrayBuffer())
    const first = performance.now()
    const sending = request(`${desk.url}/batches/new`, {
      method: 'POST',
      headers: {
        ...ofBrowser(),
        'content-type': form.headers.get('content-type') ?? '',
        'content-length': body.length,
      },
    })
    const answered: Promise<IncomingMessage[]> = once(sending, 'response')
    sending.end(body)
    await once(sending, 'finish')
    const last = performance.now()
    const [received] = await answered
    const page = await fetch(desk.url + received?.headers.location, { headers: ofBrowser() })
    const html = await page.text()
    if (!page.ok || !html.includes('payroll.csv'))
      throw new Error(`no preview: ${received?.statusCode}, ${page.status}`)
    const end = performance.now()
    return { first: (end - first) / 1000, last: (end - last) / 1000 }
  }

  function ofBrowser(): Record<string, string> {
    return { cookie, origin: desk.url, 'sec-fetch-site': 'same-origin' }
  }
}

/** A desk, with somebody signed in who may do everything. */
export async function deskOf(place: Place, env: NodeJS.ProcessEnv) {
  const roles = ['viewer', 'preparer', 'approver', 'admin'].flatMap((role) => ['--role', role])
  const { link } = JSON.parse(
    place.payrun(['account', 'add', `Bench ${Date.now()}`, ...roles, '--json'], env).stdout,
  ) as {
    link: string
  }
  const desk = await place.serveDesk(env)
  const cookie = await signIn(desk.url, new URL(link, desk.url).searchParams.get('token') ?? '')
  return { ...desk, cookie, open }

  async function open(path: string, headers: Record<string, string> = {}) {
    const began = performance.now()
    const answer = await fetch(desk.url + path, { headers: { cookie, ...headers } })
    const html = await answer.text()
    const ms = performance.now() - began
    if (!answer.ok && ![304, 404].includes(answer.status)) throw new Error(`${path}: ${answer.status}`)
    return { status: answer.status, html, bytes: Buffer.byteLength(html), ms }
  }
}

/** @returns the cookie of the session */
async function signIn(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/password`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ token, password, again: password }),
  })
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  if (answer.status !== 303 || cookies.length === 0) throw new Error(`not let in: ${answer.status}`)
  return cookies.join('; ')
}

const seconds = (previews: readonly Preview[], since: keyof Preview): number[] => previews.map((each) => each[since])

export const percentile95 = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
