import { join } from 'node:path'
import { request } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exitCode } from '../../src/cli/cli.ts'
import { checkSignature, signatureHeader } from '../../src/provider/notifications/signature.ts'
import { payrun, type Running, startPayrun, temporaryFolder, until } from '../harness/payrun.ts'
import {
  asJson,
  collectionPath,
  collectionSample,
  merchant,
  paymentPath,
  paymentSample,
  payoutPath,
  payoutSample,
} from '../harness/wholeSandbox.ts'

function folder(): string {
  const temporary = temporaryFolder()
  onTestFinished(temporary.remove)
  return temporary.path
}

async function start(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Running & { url: string }> {
  const running = startPayrun(['sandbox', '--port', '0', ...args], { env, cwd: folder() })
  await until('the sandbox is ready', () => running.output().stderr.includes('ready'))
  return { ...running, url: running.output().stdout.trim() }
}

async function post(url: string, path: string, body: object) {
  const answer = await request(url + path, { method: 'POST', headers: asJson, body: JSON.stringify(body) })
  return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> }
}

async function stop({ child, ended }: Running): Promise<number | null> {
  child.kill('SIGTERM')
  return (await ended).code
}

describe('payrun sandbox', () => {
  it('serves the whole interface, its pages and its documentation', async () => {
    const sandbox = await start(['--merchant-name', 'Chez Awa & fils'])
    const { body } = await post(sandbox.url, paymentPath, paymentSample)
    const page = await request(String(body['payment_url']), { headers: { accept: 'text/html' } })
    expect([page.statusCode, await page.body.text()]).toEqual([200, expect.stringContaining('Chez Awa &amp; fils')])
    expect(await post(sandbox.url, collectionPath, collectionSample)).toMatchObject({ status: 200 })
    expect(await post(sandbox.url, payoutPath, payoutSample)).toMatchObject({ status: 200 })
    for (const path of ['/sandbox', '/sandbox/notifications', '/sandbox/faults', '/handset', '/docs/']) {
      const {
        statusCode,
        headers,
        body: html,
      } = await request(sandbox.url + path, { headers: { accept: 'text/html' } })
      await html.dump()
      expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
    }
    expect(await stop(sandbox)).toBe(exitCode.done)
    expect(sandbox.output().stderr).not.toContain('Warning')
  })

  it('keeps its state over a kill, goes on with what is due, and signs with the secret of the environment', async () => {
    const shop = await merchant()
    const state = join(folder(), 'state')
    const secret = 'a secret of both sides'
    const first = await start(['--state', state])
    const asked = { ...collectionSample, phoneNumber: '2290197009914', callback_url: shop.url }
    await post(first.url, payoutPath, payoutSample)
    const { body } = await post(first.url, collectionPath, asked)
    first.child.kill('SIGKILL')
    await first.ended
    const second = await start(['--state', state], { PAYRUN_CALLBACK_SECRET: secret })
    await until('the notification', () => shop.posted.length > 0)
    const [posted] = shop.posted
    expect(JSON.parse(posted!.body)).toMatchObject({ reference: body['reference'], status: 'success' })
    expect(checkSignature(String(posted!.headers[signatureHeader]), posted!.body, secret)).toEqual({ ok: true })
    const payouts = await request(`${second.url}/sandbox/payouts`)
    expect(await payouts.body.json()).toMatchObject({ count: 1 })
    const third = await payrun(['sandbox', '--port', '0', '--state', state])
    expect([third.code, third.stderr]).toEqual([
      exitCode.usage,
      expect.stringContaining('is in use by another sandbox'),
    ])
    expect(await stop(second)).toBe(exitCode.done)
  })

  it('refuses payouts when it is told that the merchant is not approved, and waits as long as it is told', async () => {
    const sandbox = await start(['--not-approved-for-payouts', '--latency', '1'])
    expect(await post(sandbox.url, payoutPath, payoutSample)).toMatchObject({ status: 403, body: { error: true } })
    const faults = await request(`${sandbox.url}/sandbox/faults`)
    expect(await faults.body.json()).toMatchObject({ latencyMs: 1 })
    await stop(sandbox)
  })

  it('warns when others can reach it, and prints nothing else on standard output', async () => {
    const sandbox = await start(['--host', '0.0.0.0', '--json'])
    expect(sandbox.output().stderr).toMatch(/^Warning: on 0\.0\.0\.0, others on the network can reach the sandbox/)
    expect(JSON.parse(sandbox.output().stdout)).toEqual({ url: expect.stringMatching(/^http:\/\/0\.0\.0\.0:\d+$/) })
    await stop(sandbox)
  })

  it('says what is wrong with its folder', async () => {
    const ended = await payrun(['sandbox', '--port', '0', '--state', '/dev/null/state'])
    expect([ended.code, ended.stderr]).toEqual([
      exitCode.usage,
      expect.stringContaining("/dev/null/state can't be used. Give --state a folder that you can write to."),
    ])
  })
})
