import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkTypes, copyInto, run } from './harness/packed.ts'
import { root, temporaryFolder } from './harness/payrun.ts'

const folder = temporaryFolder()
const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const tarball = join(folder.path, `payrun-client-${manifest.version}.tgz`)
const withoutRegistry = !process.env['CI'] && spawnSync('npm', ['ping', '--fetch-retries=0']).status !== 0

beforeAll(() => run(process.execPath, ['bin/packClient.js', folder.path], copyInto(folder.path)))
afterAll(() => folder.remove())

const program = `
  import { createClient } from 'payrun-client'
  for (const language of ['en', 'fr'] as const) {
    const keys = { appKey: 'a', merchantKey: 'b' }
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', ...keys, language })
    const answer = await client.payout({ operator: 'mtn-benin', phoneNumber: '+2290197000001', amount: '1500' })
    console.log(answer.kind, 'message' in answer ? answer.message : '')
    await client.close()
  }
`

it('has what it loads, and no more: calls the provider and says what came of it, in both languages', async () => {
  const project = join(folder.path, 'project')
  const installed = join(project, 'node_modules/payrun-client')
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], folder.path)
  const { name, dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(name).toBe('payrun-client')
  for (const foreign of ['pg', 'fastify', 'preact']) expect(Object.keys(dependencies)).not.toContain(foreign)
  for (const each of [...Object.keys(dependencies), '@types/node']) {
    const to = join(project, 'node_modules', each)
    mkdirSync(dirname(to), { recursive: true })
    symlinkSync(join(root, 'node_modules', each), to)
  }
  // With those of the package, too, and without Fastify.
  await checkTypes(project, { 'pay.ts': program })
  const { stdout } = await run(process.execPath, ['pay.ts'], project)
  expect(stdout).toBe(
    `not_sent The provider refused the connection (ECONNREFUSED): nothing was sent.
not_sent Le prestataire a refusé la connexion (ECONNREFUSED)\u00a0: rien n'a été envoyé.
`,
  )
  expect(readFileSync(join(installed, 'README.md'), 'utf8')).not.toMatch(/from 'payrun['/]|\.md\)/)
})

it.skipIf(withoutRegistry)('is installed in less than 15 MB beside undici and zod', { timeout: 300_000 }, async () => {
  const project = join(folder.path, 'installed')
  mkdirSync(project)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', ['install', ...options, tarball], project)
  const sizeOf = async (...paths: string[]) => {
    const { stdout } = await run('du', ['-scb', ...paths.map((path) => join('node_modules', path))], project)
    return Number(/(\d+)\ttotal/.exec(stdout)?.[1])
  }
  const beside = (await sizeOf('')) - (await sizeOf('undici', 'zod'))
  expect(beside).toBeGreaterThan(1_000_000)
  expect(beside).toBeLessThan(15_000_000)
})
