import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moveBatch } from '../../src/ledger/batches/batches.ts'
import { holdOperator } from '../../src/ledger/policy/holds.ts'
import { type PauseReason, pauseReasons } from '../../src/payout/outcome.ts'
import { say } from '../../src/words/sentence.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { payrun } from '../harness/payrun.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { csv, row } from './uploads.ts'
import { readText, signedIn } from './visitor.ts'

/** What payrun gives as a reason by itself, to somebody who reads French. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

async function paused(
  desk: TestDesk,
  reason: PauseReason,
  n: number,
  by?: { actor: string; note: string },
): Promise<string> {
  const { json } = await desk.call('POST', '/batches', { file: csv(row(n)) })
  const [found] = await desk.db.query<{ no: number }>('select batch_no as no from payrun.batches where id = $1', [
    json.id,
  ])
  const says = reason === 'refused_in_a_row' ? { says: 'Solde insuffisant' } : {}
  await moveBatch(desk.db.ledger, found?.no ?? 0, ['running'], { to: 'paused', reason, ...says, ...by })
  return json.id
}

const english = /refused|because|paused|held|unreadable|in a row|payouts|provider|scheduled|\(Benin\)/i

it('is in French on every page that has it, and true of what the provider said', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await holdOperator(desk.db.ledger, true, 'mtn-benin', say('stored.unreadable_answers'), 60_000)
  const fatou = await signedIn(desk, 'Fatou', ['preparer', 'approver'], 'fr')
  for (const [n, reason] of pauseReasons.entries()) {
    const id = await paused(desk, reason, n + 1)
    for (const path of [`/batches/${id}`, `/batches/${id}/history`])
      expect(readText(await fatou.get(path)).replaceAll('PAYRUN_PROVIDER_URL', ''), `${reason} ${path}`).not.toMatch(
        english,
      )
    if (reason !== 'refused_in_a_row') continue
    expect(readText(await fatou.get(`/batches/${id}`))).toMatch(/tous dans les mêmes termes : « Solde insuffisant »/)
    expect(readText(await fatou.get(`/batches/${id}/history`))).toMatch(
      /Mis en pause : De nombreux paiements de suite ont été refusés de la même façon\./,
    )
  }
  for (const path of ['/', '/batches', '/operators', '/operators/mtn-benin', '/work'])
    expect(readText(await fatou.get(path)).replaceAll('PAYRUN_PROVIDER_URL', ''), path).not.toMatch(english)
  expect(readText(await fatou.get('/operators/mtn-benin'))).toMatch(
    /Rien n'est envoyé à MTN Bénin depuis le [^:]*:\d\d : plusieurs réponses illisibles de suite\./,
  )
  expect(readText(await fatou.get('/operators/mtn-benin'))).toContain('cet opérateur (Bénin)')
})

it('is in French in a terminal', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await holdOperator(desk.db.ledger, true, 'mtn-benin', say('stored.unreadable_answers'), 60_000)
  await paused(desk, 'refused_in_a_row', 1)
  const env = { DATABASE_URL: desk.db.url, LC_ALL: 'fr_FR.UTF-8' }
  const told = async (...args: string[]) => (await payrun(args, { env, cwd: tmpdir() })).stdout.replaceAll(/\s+/g, ' ')
  expect(await told('list')).toContain('en pause : refus à la suite')
  expect(await told('operators', '--sandbox')).toContain('pour plusieurs réponses illisibles de suite')
  expect(await told('status', 'last')).toContain('dans les mêmes termes : « Solde insuffisant »')
  expect(await told('audit', 'last')).toContain('1 paiement et 0 événement du lot')
})

it('says that the process which paid was told to stop, and not which signal it had', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const fatou = await signedIn(desk, 'Fatou', ['admin', 'preparer'], 'fr')
  const id = await paused(desk, 'person', 1, { actor: 'systemd', note: 'SIGTERM' })
  const told = "Le processus qui payait a reçu l'ordre de s'arrêter."
  expect(readText(await fatou.get(`/batches/${id}`))).toContain(`Mis en pause : ${told}`)
  expect(readText(await fatou.get(`/batches/${id}/history`))).toContain(`Mis en pause : ${told}`)
  expect(readText(await fatou.get('/admin/trail?what=batch'))).toContain(`A mis un lot en pause ${told}`)
  const env = { DATABASE_URL: desk.db.url, LC_ALL: 'fr_FR.UTF-8' }
  const { stdout } = await payrun(['status', id, '--json'], { env, cwd: tmpdir() })
  expect(JSON.parse(stdout).stopped.note).toBe(told)
})
