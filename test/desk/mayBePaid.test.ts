import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { until } from '../harness/payrun.ts'
import { contradicted, phones } from './contradictedRow.ts'
import { openTestDesk } from './desk.ts'
import { csv, draftOf, hiddenOf, row } from './uploads.ts'
import { readText, signedIn } from './visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

it('whoever pays a number under another reference is warned that a failed payout to it may have been paid', async () => {
  const desk = await openTestDesk(server)
  const id = await contradicted(desk)
  const another = csv(
    row(1, { phone: phones[0], reference: 'R-1-bis' }),
    row(2, { phone: phones[1], reference: 'R-2-bis' }),
  )
  const said = (amount: string) =>
    `A payout of ${amount} to this number is recorded as failed in batch ${id}, line 2, but a statement says that it was paid.`
  const checked = await desk.call('POST', '/checks', { file: another })
  expect(checked.json.warning_counts).toMatchObject({ failed_may_be_paid: 1 })
  const one = await desk.call('POST', '/payouts', {
    body: { reference: 'X', operator: 'mtn-benin', phone_number: phones[0], amount: '900' },
  })
  expect(one.json.warnings.map(({ code }: { code: string }) => code)).toContain('failed_may_be_paid')

  const [pia, kofi] = [await signedIn(desk, 'Pia', ['preparer']), await signedIn(desk, 'Kofi', ['approver'])]
  const { page } = await draftOf(desk, pia, another)
  expect(readText(page)).toContain(said('1,501 FCFA'))
  expect(page.html).toContain(`<a href="/batches/${id}/rows/2">`)
  await desk.db.query(`insert into payrun.warning_rules (code, action) values ('failed_may_be_paid', 'approve')`)
  const submitted = await desk.call('POST', '/batches', { file: another })
  expect(submitted.json.state).toBe('awaiting_approval')
  expect(readText(await kofi.get(`/approvals/${submitted.json.id}`))).toContain(said('1,501 FCFA'))
})

it('nobody is warned once somebody has looked into it, nor of it itself', async () => {
  const desk = await openTestDesk(server)
  const id = await contradicted(desk)
  const again = await desk.call('POST', `/batches/${id}/retry`, { body: { lines: [3] } })
  expect(again.json.warned?.warning_counts ?? {}).not.toHaveProperty('failed_may_be_paid')
  await desk.db.query(`update payrun.discrepancies set at = now() - interval '40 days'`)
  const file = csv(row(1, { phone: phones[0], reference: 'R-1-bis' }))
  expect((await desk.call('POST', '/checks', { file })).json.warning_counts).not.toHaveProperty('failed_may_be_paid')
})

it('the page of such a row says first that it may have been paid, and offers neither a retry nor a new file', async () => {
  const desk = await openTestDesk(server)
  const id = await contradicted(desk)
  const [pia, awa] = [await signedIn(desk, 'Pia', ['preparer']), await signedIn(desk, 'Awa', ['approver'], 'fr')]
  const row = await pia.get(`/batches/${id}/rows/2`)
  expect(readText(row)).toMatch(/may have been paid failed .*A statement says that it was paid\./)
  expect(readText(row)).toContain('What to do: ask the provider whether it was paid.')
  expect(readText(row)).not.toMatch(/No money moved|Try this row again|submit the corrected row/)
  expect(row.html).not.toContain('/retry')
  const french = readText(await awa.get(`/batches/${id}/rows/2`))
  expect(french).toContain("D'après un relevé, elle a été payée.")
  expect(french).not.toContain("L'argent n'est pas parti")
  expect(readText(await pia.get(`/batches/${id}/rows/3`))).toContain('No money moved.')
  // A purged batch is not retried.
  expect(readText(row)).toContain(`from a terminal: payrun retry ${id} --line 2 --despite-evidence`)
  expect(french).toContain('la personne qui administre payrun peut faire renvoyer la ligne')
  await desk.db.query(`update payrun.batches set purged_at = now()`)
  expect(readText(await pia.get(`/batches/${id}/rows/2`))).toContain(
    'If it was not paid, submit the row in a new file.',
  )
})

it('the batch, home and the list of rows tell it apart from rows that can be tried again', async () => {
  const desk = await openTestDesk(server)
  const id = await contradicted(desk)
  const pia = await signedIn(desk, 'Pia', ['preparer'])
  const batch = readText(await pia.get(`/batches/${id}`))
  expect(batch).toContain('1 row is recorded as failed, but may have been paid. Ask the provider.')
  expect(batch).toContain('MTN Benin 1 / 4 1,504 FCFA of 6,010 FCFA')
  expect(batch).toContain('2 rows failed: the provider refused them')
  expect(batch.indexOf('1 row is recorded as failed')).toBeLessThan(batch.indexOf('2 rows failed'))
  expect(batch.match(/may have been paid failed/g)).toHaveLength(1)
  const home = readText(await pia.get('/'))
  expect(home).toContain('1 row of "November" is recorded as failed, but may have been paid.')
  expect(home).toContain('2 rows of "November" have failed.')
  // The same reference in another period, with a new number.
  const later = csv(row(1, { phone: '2290197000044' }))
  expect((await desk.call('POST', '/batches?name=December&period=2026-12', { file: later })).status).toBe(201)
  expect(readText(await pia.get(`/batches/${id}/rows/2`))).toContain('December, line 2')
})

it('a retry of all that failed leaves it out, says so with a link, and tries the others', async () => {
  const desk = await openTestDesk(server)
  const id = await contradicted(desk)
  const pia = await signedIn(desk, 'Pia', ['preparer'])
  const chosen = await pia.get(`/batches/${id}/retry`)
  expect(readText(chosen)).toContain('2 rows have failed: no money moved.')
  expect(readText(chosen)).toContain('1 failed row is left out, because it may have been paid.')
  const link = `<a href="/batches/${id}/rows/2">line 2</a>`
  expect(chosen.html).toContain(link)
  const asked = await pia.post(`/batches/${id}/retry`, { reason: '', lines: '' })
  expect(asked.status, readText(asked)).toBe(200)
  expect(readText(asked)).toContain('Try 2 rows again?')
  expect(asked.html).toContain(link)

  const only = await pia.post(`/batches/${id}/retry`, { reason: '', lines: '2' })
  expect(only.status).toBe(422)
  expect(readText(only)).toContain('What you chose may have been paid. Give other lines.')
  expect(only.html).toContain(link)

  const done = await pia.post(`/batches/${id}/retry`, { ...hiddenOf(asked, `/batches/${id}/retry`) })
  expect(readText(await pia.follow(done))).toContain('2 rows are tried again.')
  await until('they are tried', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
  const attempts = (await desk.call('GET', `/batches/${id}/rows?status=failed`)).json.rows
  expect(attempts.map((each: { attempts: number }) => each.attempts)).toEqual([1, 2, 2])
})

it('where all that failed may have been paid, there is nothing to try again', async () => {
  const desk = await openTestDesk(server)
  const id = await contradicted(desk, 0)
  const pia = await signedIn(desk, 'Pia', ['preparer'])
  const chosen = await pia.get(`/batches/${id}/retry`)
  expect(readText(chosen)).toContain('There is nothing to try again: all rows that failed may have been paid.')
  expect(chosen.html).not.toContain('<select')
  const asked = await pia.post(`/batches/${id}/retry`, { reason: '', lines: '' })
  expect(readText(asked)).toContain('There is nothing to try again')
  expect(readText(await pia.get(`/batches/${id}`))).not.toContain('can be tried again')
})

it('reports, people and the API mark such a row, and a paid one that a statement calls failed', async () => {
  const desk = await openTestDesk(server)
  const id = await contradicted(desk)
  const failed = `reference,phone,amount,status,date\nOP-9,${phones[3]},1504,FAILED,${new Date().toISOString()}\n`
  expect((await desk.call('POST', `/batches/${id}/reconciliations`, { file: failed })).json.cases).toHaveLength(1)

  const { rows } = (await desk.call('GET', `/batches/${id}/rows`)).json
  expect(rows.map((each: object) => ['maybe_paid' in each, 'maybe_not_paid' in each])).toEqual([
    [true, false],
    [false, false],
    [false, false],
    [false, true],
  ])
  const [person] = (await desk.call('GET', `/people?q=${phones[0]}`)).json.people
  expect(person.payouts[0]).toMatchObject({ status: 'failed', maybe_paid: true })

  const report = async (format: string) => (await desk.call('GET', `/batches/${id}/report?format=${format}`)).text
  const [, two, three, , five] = (await report('csv')).split('\n')
  expect(two).toContain(',failed,')
  expect(two).toMatch(/,refused,"?It may have been paid: ask the provider/)
  expect(three).not.toContain('may have been paid')
  expect(five).toMatch(/,paid,[^,]*,,"?It is recorded as paid, but/)
  expect(JSON.parse(await report('json')).rows[0].maybe_paid).toBe(true)
  const html = (await report('html')).replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ')
  expect(html).toContain('? may have been paid There is evidence that it was paid. Ask the provider.')
  expect(html).toContain('? may have failed It is recorded as paid, but there is evidence that it failed.')
  expect(html).toContain('1 of them may have been paid.')

  const pia = await signedIn(desk, 'Pia', ['preparer'], 'fr')
  expect(readText(await pia.get(`/people?q=${phones[0]}`))).toContain('1 paiement contredit')
  expect(readText(await pia.get('/'))).toContain('1 ligne de « November » est enregistrée comme payée, mais')
  expect(readText(await pia.get(`/batches/${id}`))).toMatch(/peut-être échouée payé/)
  const paid = readText(await pia.get(`/batches/${id}/rows/5`))
  expect(paid).toContain("d'après un relevé, elle a échoué. ")
  expect(paid).toContain("S'il n'est pas arrivé, payez cette personne dans un nouveau fichier")
  expect(paid).not.toMatch(/L'argent est parti|avant de la payer à nouveau|Télécharger le reçu/)
  expect((await pia.get(`/batches/${id}/rows/5`)).html).not.toContain('/receipt')
})
