import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk } from '../desk.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const node = join(root, 'node_modules/payrun-node24/node')
const page = readFileSync(join(root, 'docs/api.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}))
const files = [...page.matchAll(/^<!-- file: (\S+) -->\n```csv\n([\s\S]*?)^```$/gm)].map(
  ([, name = '', text = '']) => ({ name, text }),
)
const blockOf = (language: string, after = 0) =>
  blocks.slice(after).find((each) => each.language === language)?.text ?? ''

let server: LedgerServer
let folder: string
beforeAll(async () => {
  server = await startLedgerServer()
  folder = await mkdtemp(join(tmpdir(), 'payrun-api-docs-'))
  for (const { name, text } of files) await writeFile(join(folder, name), text)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

/** Names and kinds of what is in a document. A file's name as it is. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string' && /^file\b/.test(value)) return value
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]))
}

const has = (program: string) => spawnSync(program, ['--version']).status === 0

describe('docs/api.md', () => {
  it('pays a file in five lines of curl, each answered as the page says', async () => {
    const desk = await openTestDesk(server)
    const env = { ...process.env, DESK: desk.url, KEY: await desk.newKey('payroll-program', ['preparer']), ID: '' }
    const lines = blocks.flatMap(({ language, text }, at) => (language === 'bash' ? [{ line: text.trim(), at }] : []))
    expect(lines).toHaveLength(5)
    const curl = async (line: string) => (await run('bash', ['-c', line], { cwd: folder, env })).stdout
    for (const { line, at } of lines) {
      expect(line.split('\n')).toHaveLength(1)
      const said = blocks[at + 1]
      if (said?.language === 'csv') {
        expect((await curl(line)).split('\n')[0]).toBe(said.text.trim())
        continue
      }
      const promised = JSON.parse(said?.text ?? '')
      if (promised.state === 'settled')
        await until('the batch is settled', async () => JSON.parse(await curl(line)).state === 'settled')
      const answer = JSON.parse(await curl(line))
      // How far it is at this very moment is chance.
      const now = promised.state === 'running' ? { state: '', counts: {}, sums: {}, settled_at: '' } : {}
      expect(shapeOf({ ...answer, ...now })).toEqual(shapeOf({ ...promised, ...now }))
      env.ID = answer.id ?? ''
    }
  })

  it('shows an error as it is', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const shown = blocks.map(({ text }) => text).find((text) => text.includes('urn:payrun:problem')) ?? ''
    expect((await call('GET', '/batches?limit=501')).json).toEqual(JSON.parse(shown))
  })

  it('has samples that pay, where there are their programs, after the lines of curl and after each other', async () => {
    const desk = await openTestDesk(server)
    const env = { ...process.env, DESK: desk.url, KEY: desk.key }
    const [submitting = ''] = blocks
      .filter(({ text }) => text.startsWith('curl') && text.includes('/batches?'))
      .map(({ text }) => text)
    await run('bash', ['-c', submitting], { cwd: folder, env })
    for (const { language, name, program } of samples) {
      if (!has(program)) {
        process.stdout.write(`${program} is not installed: its sample is not run\n`)
        continue
      }
      await writeFile(join(folder, name), blockOf(language))
      const options = { cwd: folder, env, timeout: 120_000 }
      const ran = await run(program, [name], options)
      expect({ language, stdout: ran.stdout }).toEqual({ language, stdout: 'settled: 2 of 2 paid\n' })
      const refused = run(program, [name], { ...options, env: { ...env, KEY: 'pr_of_nobody' } })
      await expect(refused, language).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('unauthorized'),
      })
    }
    expect((await desk.call('GET', '/batches')).json).toMatchObject({ batches: [{}, {}] })
  })
})

const samples = [
  { language: 'ts', name: 'sample.ts', program: node },
  { language: 'python', name: 'sample.py', program: 'python3' },
  { language: 'php', name: 'sample.php', program: 'php' },
]
