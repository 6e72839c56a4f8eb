import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from './place.ts'

/**
 * Pages that everybody has. `ID` is the batch that is being paid, `LARGE` the one that fills the ledger, and `WAITING` one that waits for an
 * approval; `DRAFT` is a file of 1,000 rows that nobody has submitted. Of the names that are searched for, two words are everybody's, and two
 * with the beginning of a third some hundred people's.
 */
export const pages = [
  '/',
  '/batches',
  '/batches?state=settled',
  '/batches/ID',
  '/batches/ID/history',
  '/batches/LARGE',
  '/batches/LARGE?status=pending',
  '/batches/LARGE?q=R4711',
  '/batches/LARGE/rows/4712',
  '/batches/LARGE/history',
  '/batches/LARGE/retry',
  '/batches/LARGE/reconcile',
  '/batches/new',
  '/batches/new/DRAFT',
  '/approvals',
  '/approvals/WAITING',
  '/people?q=R4711',
  '/people?q=Awa+Example',
  '/people?q=Awa+Example+471',
  '/people/LARGE/4712',
  '/schedules',
  '/schedules/new',
  '/schedules/SCHEDULE',
  '/operators',
  '/operators/mtn-benin',
  '/payins',
  '/payins/collection/PAYIN',
  '/work',
  '/account',
  '/account/second-factor',
  '/admin',
  '/admin/accounts/new',
  '/admin/accounts/ACCOUNT',
  '/admin/keys',
  '/admin/keys/new',
  '/admin/policy',
  '/admin/float',
  '/admin/trail',
]

/** What stands for the words in capitals: all that a page is about, made once. */
export async function pageIds(
  place: Place,
  env: NodeJS.ProcessEnv,
  ask: (path: string, body: FormData | URLSearchParams) => Promise<string>,
): Promise<Record<string, string>> {
  const file = await place.payroll(1_000, 'waiting')
  const json = (args: string[], more: NodeJS.ProcessEnv = {}) =>
    JSON.parse(place.payrun([...args, '--json'], { ...env, ...more }).stdout) as { id: string }
  const upload = new FormData()
  upload.set('file', new Blob([readFileSync(await place.payroll(1_000, 'draft'))], { type: 'text/csv' }), 'draft.csv')
  const schedule = { name: 'Salaries', path: place.folder, cron: '0 8 25 * *', tz: 'UTC', period_format: 'yyyy-MM' }
  const customer = ['--operator', 'mtn-benin', '--phone', '+2290197000001', '--amount', '1500']
  return {
    WAITING: json(['submit', file, '--period', 'waiting', '--allow-duplicates'], { PAYRUN_APPROVALS: '2' }).id,
    DRAFT: await ask('/batches/new', upload),
    SCHEDULE: await ask('/schedules/new', new URLSearchParams(schedule)),
    PAYIN: json(['collect', ...customer]).id,
  }
}

/** How long `npm run desk` takes to say its address, and until somebody has its first page: seconds since it was started. */
export async function timeNpmRunDesk(): Promise<{ address: number; page: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-bench-desk-'))
  const began = performance.now()
  const since = () => (performance.now() - began) / 1000
  const script = join(import.meta.dirname, '..', 'bin', 'desk.js')
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  try {
    let told = ''
    let url: string | undefined
    for await (const text of child.stderr.setEncoding('utf8')) {
      told += text
      url = /^ {2}(http:\S+)$/m.exec(told)?.[1]
      if (url) break
    }
    if (!url) throw new Error(`npm run desk: ${told}`)
    const address = since()
    const page = await fetch(url)
    if (!page.ok || !(await page.text()).includes('<h1')) throw new Error(`npm run desk: ${page.status}`)
    return { address, page: since() }
  } finally {
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
