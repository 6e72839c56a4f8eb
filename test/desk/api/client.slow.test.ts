import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'

const run = promisify(execFile)
const client = fileURLToPath(new URL('../client', import.meta.url))
const node = fileURLToPath(new URL('../../../node_modules/payrun-node24/node', import.meta.url))

/** What somebody writes who has generated the types: an amount that is a number, or a state that there isn't, doesn't compile. */
const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './payrun.d.ts'

const { DESK = '', KEY = '' } = process.env
const desk = createClient<paths>({ baseUrl: DESK, headers: { authorization: \`Bearer \${KEY}\` } })

const body = { reference: 'C-1', operator: 'mtn-benin', phone_number: '2290197000001', amount: '1500', name: 'Awa' }
const paid = await desk.POST('/api/v1/payouts', { body, params: { header: { 'Idempotency-Key': 'C-1' } } })
if (!paid.data) throw new Error(paid.error.code)
const id: string = paid.data.batch
let batch: components['schemas']['Batch']
do {
  const seen = await desk.GET('/api/v1/batches/{id}', { params: { path: { id } } })
  if (!seen.data) throw new Error(seen.error.detail)
  batch = seen.data
} while (batch.state === 'running')
const rows = await desk.GET('/api/v1/batches/{id}/rows', { params: { path: { id }, query: { limit: 10, status: 'paid' } } })
const csv = 'operator,phone_number,amount\\nmtn-benin,2290197000002,1600\\n'
const file = await desk.POST('/api/v1/batches', {
  params: { query: { period: '2026-11', skip_invalid: 'true' } },
  body: csv,
  headers: { 'content-type': 'text/csv' },
  bodySerializer: (text) => text,
})
const other = await desk.POST('/api/v1/payouts', { body: { ...body, amount: '1600' } })
const code = other.error?.code === 'reference_in_use' ? other.error.batch === id : false
// @ts-expect-error amounts are text
void desk.POST('/api/v1/payouts', { body: { ...body, amount: 1500 }, fetch: async () => new Response() })
// @ts-expect-error no such state
void desk.GET('/api/v1/batches', { params: { query: { state: 'gone' } }, fetch: async () => new Response() })
console.log(batch.state, batch.counts.paid, rows.data?.rows[0]?.name, file.response.status, code)
`

let server: LedgerServer
let folder: string
beforeAll(async () => {
  server = await startLedgerServer()
  folder = await mkdtemp(join(client, '.generated-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

it('gives a client that compiles strictly, and pays', async () => {
  const desk = await openTestDesk(server)
  const inClient = (name: string) => join(client, 'node_modules', name)
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(desk.promises.document))
  await writeFile(join(folder, 'pay.ts'), program)
  await run(node, [inClient('openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'payrun.d.ts'], { cwd: folder })
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--types',
    'node',
  ]
  const compiled = run(node, [inClient('typescript/bin/tsc'), ...options, '--allowImportingTsExtensions', 'pay.ts'], {
    cwd: folder,
  })
  expect(await compiled.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
  const env = { ...process.env, DESK: desk.url, KEY: desk.key }
  const { stdout } = await run(node, ['pay.ts'], { cwd: folder, env, timeout: 60_000 })
  expect(stdout).toBe('settled 1 Awa 201 true\n')
})
