import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { hidden, press } from './browserForm.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { addPerson, password, type Seen, signedIn, type Visitor } from './visitor.ts'

/** Two people with the same page before them: the first to act wins, and the other is told what holds now. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const csv = [
  'operator,phone_number,amount,reference,name',
  ...['01', '02', '02'].map((phone, at) => `mtn-benin,22901970000${phone},${at + 1}000,R-${at},Awa Diop`),
].join('\n')

async function submitted(desk: TestDesk, query: string): Promise<string> {
  const { json, status } = await desk.call('POST', `/batches?allow_duplicates=true&${query}`, { file: `${csv}\n` })
  expect(status).toBe(201)
  return json.id
}

const stateOf = async (desk: TestDesk, id: string) => (await desk.call('GET', `/batches/${id}`)).json.state

describe('payment that goes on', () => {
  it('asks before a batch is paid that waits for its time: how much to how many', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, `name=Later&at=${new Date(Date.now() + 86_400_000).toISOString()}`)
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const question = await press(awa, await awa.get(`/batches/${id}`), 'Pay now')
    expect(question.status).toBe(200)
    expect(textOf(question)).toContain('Pay "Later" now?')
    expect(textOf(question)).toContain('6,000 FCFA in 3 payouts')
    expect(await stateOf(desk, id)).toBe('paused')
    // Nobody is let through without having seen the question.
    expect((await awa.post(`/batches/${id}/resume`, { sure: 'yes' })).status).toBe(409)
    expect(await stateOf(desk, id)).toBe('paused')
    expect((await press(awa, question, 'Pay now')).html).toContain('Payment goes on.')
    expect(await stateOf(desk, id)).toBe('running')
  })

  it('is resumed by one of two, also at the same moment, and the other is told by whom', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, 'name=November')
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const binta = await signedIn(desk, 'Binta', ['approver'], 'fr')
    await awa.post(`/batches/${id}/pause`)
    const seen = await binta.get(`/batches/${id}`)
    const asked = await press(binta, seen, 'Reprendre')
    expect(textOf(asked)).toContain('Reprendre « November » ?')
    await press(awa, await awa.post(`/batches/${id}/resume`), 'Resume')
    for (const late of [seen, asked]) {
      const told = await press(binta, late, 'Reprendre')
      expect(told.status).toBe(409)
      expect(textOf(told)).toContain('Awa a repris le paiement de « November » entre-temps.')
    }
    await awa.post(`/batches/${id}/pause`)
    const questions = await Promise.all([awa, binta].map((each) => each.post(`/batches/${id}/resume`)))
    const [one, other] = [awa, binta].map((who, at) => ({ who, fields: hidden(questions[at]!.html) }))
    const done = await Promise.all([one!, other!].map(({ who, fields }) => who.post(`/batches/${id}/resume`, fields)))
    expect(done.map(({ status }) => status).sort()).toEqual([303, 409])
    const moves = await desk.db.query(
      `select 1 from payrun.batch_events where from_state = 'paused' and to_state = 'running'`,
    )
    expect(moves).toHaveLength(2)
  })

  it('tells nobody of somebody else who has pressed the button twice', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, `name=Later&at=${new Date(Date.now() + 86_400_000).toISOString()}`)
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const fields = hidden((await awa.post(`/batches/${id}/resume`)).html)
    const done = await Promise.all([1, 2].map(() => awa.post(`/batches/${id}/resume`, fields)))
    expect(done.map(({ status }) => status)).toEqual([303, 303])
    expect((await awa.post(`/batches/${id}/resume`, fields)).status).toBe(303)
  })

  it('is not resumed by whoever has seen another sum, or another reason', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, `name=Later&at=${new Date(Date.now() + 86_400_000).toISOString()}`)
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const binta = await signedIn(desk, 'Binta', ['preparer'])
    const question = await awa.post(`/batches/${id}/resume`)
    await press(binta, await binta.post(`/batches/${id}/resume`), 'Pay now')
    await binta.post(`/batches/${id}/pause`)
    const told = await press(awa, question, 'Pay now')
    expect(told.status).toBe(409)
    expect(told.html).toContain('Nothing was resumed.')
    expect(await stateOf(desk, id)).toBe('paused')
  })
})

const proof = { proof: password }

describe('a rejection', () => {
  it('is of what was looked at: another sum by then is told, and nothing is rejected', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const ada = await signedIn(desk, 'Ada', ['admin'])
    const question = await ada.post('/admin/policy/approvals', { people: '2' })
    await press(ada, question, 'Change', proof)
    const id = await submitted(desk, 'name=November')
    const binta = await signedIn(desk, 'Binta', ['approver'])
    const seen = hidden(formOf(await binta.get(`/approvals/${id}`), '/reject'))
    expect(seen['seen']).toContain('6000')
    const other = { seen: seen['seen']!.replace('6000', '5000') }
    const late = await binta.post(`/approvals/${id}/reject`, { ...other, note: 'No', sure: 'yes' })
    expect(late.status).toBe(409)
    expect(textOf(late)).toContain('"November" has changed since you looked at it.')
    expect(await stateOf(desk, id)).toBe('awaiting_approval')
    const asked = await binta.post(`/approvals/${id}/reject`, { ...seen, note: 'No' })
    expect((await press(binta, asked, 'Reject')).status).toBe(200)
    expect(await stateOf(desk, id)).toBe('cancelled')
  })
})

describe('two administrators', () => {
  it('set the same float: the second is told, also at the question, and what the first set stays', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const [ada, olu] = [await signedIn(desk, 'Ada', ['admin']), await signedIn(desk, 'Olu', ['admin'])]
    const set = async () =>
      (await desk.db.query('select set_minor::text as minor from payrun.floats')).map(({ minor }) => minor)
    const change = (who: Visitor, page: Seen, typed: Record<string, string>) =>
      press(who, page, 'Change what may be spent', { currency: 'XOF', ...typed })
    const empty = await olu.get('/admin/float')
    await press(ada, await change(ada, await ada.get('/admin/float'), { amount: '5000' }), 'Change the float', proof)
    const late = await change(olu, empty, { amount: '900' })
    expect(late.status).toBe(409)
    expect(textOf(late)).toContain('What may be spent in XOF has changed since you looked at it.')
    expect(textOf(late)).toContain('5,000 FCFA')
    expect(await set()).toEqual(['5000'])
    // What is on the page by now is what Olu has seen, and Ada is faster once more.
    const question = await change(olu, late, { amount: '900' })
    const budgets = { currency: 'XOF', daily: '100' }
    const asked = await press(ada, await ada.get('/admin/float'), 'Change budgets', budgets)
    await press(ada, asked, 'Change budgets', proof)
    const added = await press(olu, question, 'Change the float', proof)
    expect(added.status).toBe(409)
    expect(await set()).toEqual(['5000'])
    // Another currency is another matter.
    const other = await press(olu, added, 'Change what may be spent', { currency: 'KES', amount: '7' })
    expect((await press(olu, other, 'Change the float', proof)).html).toContain('The float is changed.')
  })

  it('add to the same float at the same moment: once', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const [ada, olu] = [await signedIn(desk, 'Ada', ['admin']), await signedIn(desk, 'Olu', ['admin'])]
    const first = { currency: 'XOF', what: 'set', amount: '1000', sure: 'yes', ...proof }
    await ada.post('/admin/float/amount', first)
    const questions = await Promise.all(
      [ada, olu].map(async (who) => {
        const page = await who.get('/admin/float')
        return press(who, page, 'Change what may be spent', { currency: 'XOF', what: 'add', amount: '500' })
      }),
    )
    const done = await Promise.all(
      [ada, olu].map((who, at) => who.post('/admin/float/amount', { ...hidden(questions[at]!.html), ...proof })),
    )
    expect(done.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await desk.db.query('select set_minor::text as minor from payrun.floats')).toEqual([{ minor: '1500' }])
  })

  it('change how many approve, a rule and what a warning leads to: the second is told what holds', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const [ada, olu] = [await signedIn(desk, 'Ada', ['admin']), await signedIn(desk, 'Olu', ['admin'], 'fr')]
    const page = await olu.get('/admin/policy')
    const asked = await olu.post('/admin/policy/approvals', { ...hidden(formOf(page, '/approvals')), people: '1' })
    const question = await ada.post('/admin/policy/approvals', { people: '3' })
    await press(ada, question, 'Change', proof)
    for (const [path, form] of [
      ['approvals', { people: '2' }],
      ['rules', { people: '2', amount: '1000', currency: 'XOF' }],
    ] as const) {
      const late = await olu.post(`/admin/policy/${path}`, { ...hidden(formOf(page, `/${path}`)), ...form })
      expect(late.status, path).toBe(409)
      expect(textOf(late)).toContain('La politique a changé depuis votre dernière consultation.')
      expect(textOf(late)).toContain('3 personnes')
    }
    expect((await press(olu, asked, 'Changer', proof)).status).toBe(409)
    const warned = hidden(formOf(page, '/warnings'))
    await press(ada, await ada.post('/admin/policy/warnings', { ...warned, to: 'block' }), 'Change', proof)
    const late = await olu.post('/admin/policy/warnings', { ...warned, to: 'approve', sure: 'yes', ...proof })
    expect(late.status).toBe(409)
    expect(await desk.db.query('select people from payrun.approval_rules')).toEqual([{ people: 3 }])
    expect(await desk.db.query('select action from payrun.warning_rules')).toEqual([{ action: 'block' }])
  })

  it('change the roles of the same account: the second is told which it has now', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const [ada, olu] = [await signedIn(desk, 'Ada', ['admin']), await signedIn(desk, 'Olu', ['admin'])]
    await addPerson(desk, 'Awa', ['viewer'])
    const [{ no } = { no: 0 }] = await desk.db.query<{ no: number }>(
      `select account_no as no from payrun.accounts where name = 'Awa'`,
    )
    const path = `/admin/accounts/${no}`
    const pages = [await ada.get(path), await olu.get(path)]
    const wishes = [{ role_preparer: 'yes' }, { role_approver: 'yes' }]
    const save = (who: Visitor, at: number) =>
      who.post(`${path}/roles`, { ...hidden(formOf(pages[at]!, '/roles')), ...wishes[at] })
    const done = await Promise.all([save(ada, 0), save(olu, 1)])
    expect(done.map(({ status }) => status).sort()).toEqual([303, 409])
    const [first, second] = done[0]!.status === 303 ? [0, 1] : [1, 0]
    expect(textOf(done[second]!)).toContain('The roles of Awa have changed since you looked at them.')
    expect(textOf(done[second]!)).toContain(
      first === 0 ? '<span class="small">preparer' : '<span class="small">approver',
    )
    const roles = await desk.db.query(`select roles::text[] as roles from payrun.accounts where name = 'Awa'`)
    expect(roles).toEqual([{ roles: [first === 0 ? 'preparer' : 'approver'] }])
  })

  it('reset the same account: the link that the first has made is good still', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const [ada, olu] = [await signedIn(desk, 'Ada', ['admin']), await signedIn(desk, 'Olu', ['admin'])]
    await addPerson(desk, 'Awa', ['viewer'])
    const [{ no } = { no: 0 }] = await desk.db.query<{ no: number }>(
      `select account_no as no from payrun.accounts where name = 'Awa'`,
    )
    const path = `/admin/accounts/${no}/reset`
    const asked = await olu.post(path, hidden(formOf(await olu.get(`/admin/accounts/${no}`), '/reset')))
    const question = await ada.post(path, hidden(formOf(await ada.get(`/admin/accounts/${no}`), '/reset')))
    const done = await ada.post(path, hidden(formOf(question, '/reset')))
    const [, link = ''] = /class="secret">[^<]*(\/password[^<]*)</.exec(done.html) ?? []
    expect(link).not.toBe('')
    const late = await olu.post(path, hidden(formOf(asked, '/reset')))
    expect(late.status).toBe(409)
    expect(textOf(late)).toContain('The password of Awa was reset or set since you looked at it.')
    expect((await olu.get(link)).status).toBe(200)
  })

  it('release the same operator: a hold that a third has made since stays', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const [ada, olu] = [await signedIn(desk, 'Ada', ['admin']), await signedIn(desk, 'Olu', ['admin'])]
    const path = '/operators/mtn-benin'
    const hold = (note: string) => ada.post(`${path}/hold`, { note, sure: 'yes' })
    const holds = () => desk.db.query('select note from payrun.operator_holds')
    await hold('first')
    const page = await olu.get(path)
    const question = await olu.post(`${path}/release`, hidden(formOf(page, '/release')))
    expect((await press(ada, await ada.post(`${path}/release`), 'Release')).status).toBe(200)
    expect(await holds()).toEqual([])
    await hold('second')
    for (const late of [
      await olu.post(`${path}/release`, hidden(formOf(page, '/release'))),
      await olu.post(`${path}/release`, hidden(formOf(question, '/release'))),
    ]) {
      expect(late.status).toBe(409)
      expect(textOf(late)).toContain('Ada has put this operator on hold since you looked at it ("second").')
    }
    expect(await holds()).toEqual([{ note: 'second' }])
  })
})

/** The first form of a page that is posted to an address with this end. */
const formOf = ({ html }: Seen, end: string): string =>
  html.split('<form').find((form) => new RegExp(`^[^>]*${end}"`).test(form)) ?? ''

/** Without what only typography asks for. */
const textOf = ({ html }: Seen): string => html.replaceAll('&quot;', '"').replaceAll(/[\u00a0\u202f]/g, ' ')

/** What a question of a page sends with its button. */
