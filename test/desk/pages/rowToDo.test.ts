import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { csv, row } from '../uploads.ts'
import { password, readText, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** Line 2 is refused, line 3 unclear, line 4 with the provider, line 5 paid. */
async function settled(desk: TestDesk): Promise<string> {
  const phones = ['9901', '9905', '9909', '0001'].map((last) => `229019700${last}`)
  const file = csv(...phones.map((phone, n) => row(n + 1, { phone })))
  const { json } = await desk.call('POST', '/batches?name=November', { file })
  await until('it is settled', async () => (await desk.call('GET', `/batches/${json.id}`)).json.state === 'settled')
  return json.id
}

describe('what to do about a row', () => {
  it('is a sentence and a link for each state, by what the visitor may do', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk)
    const [preparer, approver] = [await signedIn(desk, 'Chi', ['preparer']), await signedIn(desk, 'Awa', ['approver'])]
    const seen = async (visitor: typeof preparer, line: number) =>
      (await visitor.get(`/batches/${id}/rows/${line}`)).html.replaceAll('&#39;', "'")
    const failed = await seen(preparer, 2)
    expect(failed).toContain('What to do: fix the cause, then try the row again.')
    expect(failed).toContain(`<a href="/batches/${id}/retry?line=2">Try this row again</a>`)
    expect(await seen(approver, 2)).toContain('once the cause is fixed, a preparer can try the row again.')
    expect(await seen(approver, 2)).not.toContain('/retry')
    const wrongNumber = "A submitted row's number can't be changed: submit the corrected row in a new file."
    for (const path of ['/', `/batches/${id}`, `/batches/${id}/rows/2`])
      expect((await preparer.get(path)).html.replaceAll('&#39;', "'")).toContain(wrongNumber)
    expect(await seen(preparer, 3)).toContain("An approver finds out from the provider's statement")
    expect(await seen(preparer, 3)).not.toContain('ask the provider')
    expect(await seen(approver, 3)).toContain(`<a href="/batches/${id}/reconcile">Upload the provider's statement</a>`)
    expect(await seen(approver, 4)).toContain("What to do: wait for the provider's answer.")
    expect(await seen(approver, 4)).toContain(`<a href="/batches/${id}/reconcile">Upload the provider's statement</a>`)
    expect(await seen(preparer, 4)).toContain("an approver can settle the row with the provider's statement.")
    expect(await seen(preparer, 5)).not.toContain('What to do')
    // The same reference is paid meanwhile, without a word of the period.
    const again = await desk.call('POST', '/batches?period=2026-11', { file: csv(row(1, { phone: '2290197000002' })) })
    expect(again.status).toBe(201)
    const elsewhere = await seen(preparer, 2)
    expect(elsewhere).toContain(`look at line 2 of batch ${again.json.id} first: it may be the same payment`)
    expect(elsewhere).toContain(`<a href="/batches/${again.json.id}/rows/2">See that payout</a>`)
    expect(elsewhere).not.toMatch(/No money moved\.|Try this row again|submit the corrected row/)
  })

  it('once others than the provider say that it was paid, shows when it was sent, not when they said so', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk)
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const form = { verdict: 'paid', reference: 'OP-7', note: 'on the statement of 28/10', sure: 'yes', proof: password }
    await awa.post(`/batches/${id}/rows/3/resolve`, form)
    const { provider_reference: reference } = (await desk.call('GET', `/batches/${id}/rows/4`)).json
    const statement = `reference,status\n${reference},success\n`
    expect((await desk.call('POST', `/batches/${id}/reconciliations`, { file: statement })).json.resolved).toHaveLength(
      1,
    )
    for (const [column, at] of [
      ['sent_at', '2026-10-28T00:26:00Z'],
      ['settled_at', '2026-10-29T00:36:00Z'],
    ])
      await desk.db.query(`update payrun.payouts set ${column} = '${at}'`)
    awa.cookies.set('payrun_zone', 'Africa/Abidjan')
    const [sent, said] = ['28 Oct 2026, 00:26', '29 Oct 2026, 00:36'].map((at) => `${at} (Africa/Abidjan)`)
    const timesOf = async (line: number) => {
      const { html } = await awa.get(`/batches/${id}/rows/${line}/receipt`)
      return [...html.matchAll(/<dt>([^<]+)<\/dt>\s*<dd>([^<]+Abidjan[^<]*)/g)].map(([, label, at]) => [label, at])
    }
    expect(await timesOf(3)).toEqual([
      ['Sent', sent],
      ['Recorded as paid', `${said}, by Awa`],
    ])
    expect(await timesOf(4)).toEqual([['Sent', sent]])
    expect(await timesOf(5)).toEqual([['Paid', said]])
    for (const path of ['/people?q=R-2', `/people/${id}/3`]) {
      const { html } = await awa.get(path)
      expect([path, html.includes('28 Oct 2026, 00:26'), html.includes('29 Oct 2026')]).toEqual([path, true, false])
    }
  })

  it('waits for a decision while a retry is asked for', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk)
    const awa = await signedIn(desk, 'Awa', ['preparer', 'approver'], 'fr')
    const yes = { sure: 'yes', proof: password }
    await awa.post(`/batches/${id}/rows/3/resolve`, { verdict: 'not_paid', note: 'by phone', ...yes })
    await setApprovals(desk.app, desk.core, 2)
    await desk.call('POST', `/batches/${id}/retry`, { body: { lines: [3] } })
    const { html } = await awa.get(`/batches/${id}/rows/2`)
    expect(html).toContain('tests a demandé de réessayer des lignes échouées de ce lot.')
    expect(html).toContain(`<a href="/approvals/${id}">`)
    expect(html).not.toContain('ne peut pas être modifié')
    const chosen = await awa.get(`/batches/${id}/retry`)
    expect(chosen.html).toContain('tests a demandé de réessayer')
    expect(chosen.html).toContain(`<a href="/approvals/${id}">`)
  })

  it('is told of what waits in words, too', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const { json } = await desk.call('POST', '/batches?name=Later', { file: csv(row(1)) })
    const awa = await signedIn(desk, 'Awa', ['viewer'])
    expect((await awa.get(`/batches/${json.id}/rows/2`)).html).toContain('it is sent in its turn')
    await desk.call('POST', `/batches/${json.id}/pause`)
    expect((await awa.get(`/batches/${json.id}/rows/2`)).html).toContain('It is sent once its batch goes on.')
    await desk.call('POST', `/batches/${json.id}/cancel`)
    expect((await awa.get(`/batches/${json.id}/rows/2`)).html).toContain('a preparer submits it in a new file')
  })
})

it('the page of a row says who called it paid or not paid, and not that money moved or did not', async () => {
  const desk = await openTestDesk(server)
  const id = await settled(desk)
  const marc = await signedIn(desk, 'Marc', ['approver'], 'fr')
  const awa = await signedIn(desk, 'Awa', ['viewer'])
  expect((await awa.get(`/batches/${id}/rows/2`)).html).toContain('No money moved.')
  const yes = { note: 'by phone', sure: 'yes', proof: password }
  await marc.post(`/batches/${id}/rows/3/resolve`, { verdict: 'not_paid', ...yes })
  await marc.post(`/batches/${id}/rows/4/resolve`, { verdict: 'paid', reference: 'TX-4', ...yes })
  const seen = async (visitor: typeof awa, line: number) => readText(await visitor.get(`/batches/${id}/rows/${line}`))
  expect(await seen(awa, 3)).toContain('Marc recorded it as not paid.')
  expect(await seen(awa, 3)).not.toMatch(/No money moved|A person looked into it/)
  expect(await seen(awa, 4)).toContain('Marc recorded it as paid.')
  expect(await seen(awa, 4)).not.toContain('The money has moved.')
  expect(await seen(marc, 3)).toContain("Marc l'a déclarée non payée.")
  expect(await seen(awa, 5)).toContain('The money has moved.')
  // A new file with the row that Marc called not paid says so, to whoever submits and whoever approves.
  await setApprovals(desk.app, desk.core, 2)
  const again = await desk.call('POST', '/batches', { file: csv(row(2, { phone: '2290197000055' })) })
  expect(again.json).toMatchObject({ state: 'awaiting_approval', warnings: { called_not_paid: 1 } })
  const chi = await signedIn(desk, 'Chi', ['approver'])
  expect(readText(await chi.get(`/approvals/${again.json.id}`))).toContain(
    `The same payout was unknown in batch ${id}, line 3, until Marc recorded it as not paid.`,
  )
  const marcs = await marc.get(`/approvals/${again.json.id}`)
  expect(readText(marcs)).toContain("c'est donc à quelqu'un d'autre de l'approuver")
})

it('the history of a row has its times to the second', async () => {
  const desk = await openTestDesk(server)
  const id = await settled(desk)
  const awa = await signedIn(desk, 'Awa', ['viewer'])
  const { html } = await awa.get(`/batches/${id}/rows/2`)
  const times = [...html.matchAll(/<time[^>]*>([^<]*)</g)].map(([, text = '']) => text)
  expect(times.length).toBeGreaterThan(2)
  for (const time of times) expect(time).toMatch(/\d\d:\d\d:\d\d$/)
})
