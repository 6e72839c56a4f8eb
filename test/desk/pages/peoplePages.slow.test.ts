import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedBatch } from '../../harness/accepted.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'
import { everyPage } from '../everyPage.ts'
import { openVisitor, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const head = 'operator,phone_number,amount,reference,name\n'
const file =
  `${head}mtn-benin,2290197000001,1500,EMP-01,Awa Diop\n` +
  'mtn-benin,2290197000002,2500,EMP-02,Aïcha Koné\n' +
  'mtn-benin,2290197000003,3500,EMP-03,<img src=x onerror=alert(1)>\u200eevil\n'

const open = async () => {
  const desk = await openTestDesk(server, { pays: false })
  const { json } = await desk.call('POST', '/batches?name=October', { file })
  return { desk, batch: json.id as string }
}

describe('/people', () => {
  it('says what can be typed, and is for those who are signed in', async () => {
    const { desk } = await open()
    const visitor = await signedIn(desk, 'Viewer', ['viewer'])
    const { html } = await visitor.get('/people')
    expect(html).toContain('Type the beginning of a name')
    expect(html).not.toContain('Awa Diop')
    expect((await openVisitor(desk).get('/people')).location).toBe('/sign-in?to=%2Fpeople')
  })

  it.each([
    ['the beginning of a name', 'awa dio', 'Awa Diop'],
    ['a name without its accents', 'aicha', 'Aïcha Koné'],
    ['a reference', 'emp-02', 'Aïcha Koné'],
    ['a number as people write it', '01 97 00 00 02', 'Aïcha Koné'],
    ['a number with the country code', '+229 01 97 00 00 01', 'Awa Diop'],
  ])('finds somebody by %s', async (_by, search, name) => {
    const { desk, batch } = await open()
    const visitor = await signedIn(desk, 'Viewer', ['viewer'])
    const { html } = await visitor.get(`/people?q=${encodeURIComponent(search)}`)
    expect(html.match(/<section class="panel">/g)).toHaveLength(1)
    expect(html).toContain(name)
    expect(html).toMatch(new RegExp(`/batches/${batch}/rows/\\d+">October, line \\d`))
    expect(html).toMatch(/0 paid, 1 open: trials, which pay nobody/)
  })

  it('asks for four digits of a number where fewer find nobody', async () => {
    const { desk } = await open()
    const visitor = await signedIn(desk, 'Viewer', ['viewer'])
    const said = 'type at least the last four digits'
    for (const q of ['77', '7-7', '777']) expect((await visitor.get(`/people?q=${q}`)).html, q).toContain(said)
    for (const q of ['7777', 'x77']) expect((await visitor.get(`/people?q=${q}`)).html, q).not.toContain(said)
  })

  it('masks numbers unless they are asked for, by typing one or by the choice', async () => {
    const { desk, batch } = await open()
    const visitor = await signedIn(desk, 'Viewer', ['viewer'])
    const masked = await visitor.get('/people?q=awa')
    expect(masked.html).toContain('229********01')
    expect(masked.html).not.toContain('97000001')
    for (const path of ['/people?q=awa&numbers=yes', '/people?q=97000001', `/people/${batch}/2`])
      expect((await visitor.get(path)).html, path).toContain('+2290197000001')
  })

  it('shows a hostile name as it is written, and nothing of it runs', async () => {
    const { desk } = await open()
    const visitor = await signedIn(desk, 'Viewer', ['viewer'])
    const { html } = await visitor.get('/people?q=emp-03')
    expect(html).toContain('&lt;img src=x onerror=alert(1)>')
    expect(html).not.toMatch(/<img|\u200e/)
    const typed = await visitor.get(`/people?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(typed.html).not.toContain('<script>alert')
    expect(typed.status).toBe(200)
  })

  it('has pages of ten, and what one person was paid over all batches', async () => {
    const { desk } = await open()
    const many = Array.from({ length: 12 }, (_, at) => `mtn-benin,22901980000${10 + at},1000,M-${at},Moussa ${at}`)
    await desk.call('POST', '/batches?name=Many', { file: `${head}${many.join('\n')}\n` })
    await desk.call('POST', '/batches?name=November', {
      file: `${head}mtn-benin,2290197000001,1750,NOV-01,Awa Diop\n`,
    })
    const visitor = await signedIn(desk, 'Viewer', ['viewer'], 'fr')
    const first = await visitor.get('/people?q=moussa')
    expect(first.html.match(/<section class="panel">/g)).toHaveLength(10)
    const next = /rel="next" href="([^"]+)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    // Addresses are kept by browsers and proxies.
    expect(next).not.toMatch(/\d{9}/)
    const second = (await visitor.get(next)).html
    expect(second.match(/<section class="panel">/g)).toHaveLength(2)
    expect(
      [first.html, second].map((page) =>
        /<nav class="pager"[\s\S]*?<\/nav>/
          .exec(page)![0]
          .replaceAll(/<[^>]*>/g, '')
          .trim(),
      ),
    ).toEqual(['Page suivante', 'Première page'])
    const { html } = await visitor.get('/people?q=awa+diop')
    expect(html).toMatch(/1\s500\sFCFA/)
    expect(html).toMatch(/1\s750\sFCFA/)
    expect(html).toMatch(/0 payé, 2 en cours\s: des essais, qui ne paient personne/)
  })

  it('has first who is called exactly so, wherever the order of the numbers has them', async () => {
    const { desk } = await open()
    const rows = Array.from({ length: 30 }, (_, at) => `mtn-benin,22901980000${40 - at},1000,S-${at},Salarié ${at}`)
    await desk.call('POST', '/batches?name=Many', { file: `${head}${rows.join('\n')}\n` })
    const visitor = await signedIn(desk, 'Viewer', ['viewer'])
    const namesOf = (html: string) => [...html.matchAll(/<h2>(Salarié \d+)<\/h2>/g)].map(([, name]) => name)
    for (const search of ['Salarié 1', 'salarie 2', 'Salarié 17']) {
      const { html } = await visitor.get(`/people?q=${encodeURIComponent(search)}`)
      expect(namesOf(html)[0]).toBe(search.replace('salarie', 'Salarié'))
      expect(new Set(namesOf(html)).size).toBe(namesOf(html).length)
    }
  })

  const fact = (html: string, name: string) =>
    new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`).exec(html)?.[1]?.replaceAll(/<svg.*?<\/svg>|<[^>]*>/g, '')

  it.each([
    ['of the real provider', false],
    ['of the sandbox', true],
  ])('marks payouts of the sandbox on a desk %s, and counts them apart', async (_of, sandbox) => {
    const desk = await openTestDesk(server, { pays: false, sandbox })
    const visitor = await signedIn(desk, 'Viewer', ['viewer'])
    const paid = (providerReference: string) => ({ kind: 'paid', providerReference }) as const
    const { batchId: trial } = await acceptedBatch(desk.db, 1, { sandbox: true }, paid)
    const onlyTrial = (await visitor.get('/people?q=97000002')).html
    expect(fact(onlyTrial, 'In the sandbox')).toBe('1 paid, 0 open: trials, which pay nobody')
    expect(fact(onlyTrial, 'Last paid')).toBe(sandbox ? undefined : 'Not paid yet')
    const { batchId: real } = await acceptedBatch(desk.db, 1, { sandbox: false })
    for (const path of ['/people?q=97000002', `/people/${real}/2`]) {
      const { html } = await visitor.get(path)
      expect(fact(html, 'Last paid'), path).toBe('Not paid yet')
      expect(fact(html, 'Open'), path).toBe('1 payment open')
      expect(html.match(/<span class="small">sandbox<\/span>/g), path).toHaveLength(1)
    }
    for (const path of ['/batches', `/batches/${trial}`, `/batches/${real}/rows/2`, `/batches/${trial}/rows/2`])
      expect((await visitor.get(path)).html.match(/<span class="small">sandbox<\/span>/g), path).toHaveLength(1)
    expect((await visitor.get(`/batches/${real}`)).html).not.toContain('<span class="small">sandbox</span>')
    const { json } = await desk.call('GET', '/people?q=97000002')
    expect(json.people[0].payouts).toMatchObject([
      { batch: real, sandbox: false },
      { batch: trial, sandbox: true },
    ])
  })

  it('keeps the latest 100 payouts of somebody, however many trials came after them, and says that there are more', async () => {
    const desk = await openTestDesk(server, { pays: false, sandbox: false })
    const manyOf = (rows: number, kind: string) =>
      Array.from({ length: rows }, (_, at) => `mtn-benin,2290197000001,${1000 + at},${kind}-${at},Awa Diop\n`).join('')
    const submit = (rows: number, kind: string) =>
      desk.call('POST', `/batches?name=${kind}&allow_duplicates=true`, { file: head + manyOf(rows, kind) })
    const payoutsOf = async () => {
      const [{ payouts, more }] = (await desk.call('GET', '/people?q=awa')).json.people
      return [payouts.filter(({ sandbox }: { sandbox: boolean }) => !sandbox).length, payouts.length, more]
    }
    expect((await submit(100, 'Salaries')).status).toBe(201)
    const trial = await submit(3, 'Trial')
    await desk.db.query(`update payrun.batches set sandbox = true where id = $1`, [trial.json.id])
    expect(await payoutsOf()).toEqual([100, 103, false])
    const visitor = await signedIn(desk, 'Viewer', ['viewer'])
    const list = async () => (await visitor.get('/people?q=awa')).html
    expect((await list()).match(/Salaries, line/g)).toHaveLength(5)
    const person = async () => (await visitor.get(/href="(\/people\/[^"]+)"/.exec(await list())![1]!)).html
    const all = await everyPage(visitor, /href="(\/people\/[^"]+)"/.exec(await list())![1]!)
    expect(all.flatMap(({ html }) => html.match(/, line \d/g) ?? [])).toHaveLength(103)
    expect(await person()).not.toContain('There are more')
    expect((await submit(1, 'Bonus')).status).toBe(201)
    expect(await payoutsOf()).toEqual([100, 103, true])
    expect(await person()).toContain('There are more. The latest 100 payments are shown')
  })

  it('says so where nobody is found, or there is no such row', async () => {
    const { desk, batch } = await open()
    const visitor = await signedIn(desk, 'Viewer', ['viewer'])
    expect((await visitor.get('/people?q=nobody')).html).toContain('Nobody was found for “nobody”')
    expect((await visitor.get(`/people/${batch}/99`)).status).toBe(404)
    expect((await visitor.get(`/people/${batch}/x`)).status).toBe(404)
  })
})
