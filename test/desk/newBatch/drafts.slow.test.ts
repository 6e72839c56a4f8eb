import { readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startDesk } from '../../../src/desk/startDesk.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { zip } from '../../harness/workbook.ts'
import { openTestDesk } from '../desk.ts'
import { batches, csv, draftOf, fromHere, good, hiddenOf, row, upload } from '../uploads.ts'
import { openVisitor, password, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const open = () => openTestDesk(server, { pays: false })

describe('drafts', () => {
  it('are their owner’s alone, and gone when dropped', async () => {
    const desk = await open()
    const [awa, kofi] = [await signedIn(desk, 'Awa', ['preparer']), await signedIn(desk, 'Kofi', ['preparer'])]
    const { path, page } = await draftOf(desk, awa, good)
    for (const each of ['', '/fix', '/pay', '/drop', '/problems']) {
      const seen = await kofi.get(`${path}${each}`)
      expect([seen.status, seen.html], each).toEqual([404, expect.stringContaining('This file is not here')])
      if (each === '/problems') continue
      const posted = await kofi.post(`${path}${each}`, { ...hiddenOf(page, `${path}/pay`), act: 'pay', sure: 'yes' })
      expect(posted.status, each).toBe(404)
    }
    expect(await batches(desk)).toEqual([])
    expect((await kofi.get('/batches/new')).html).not.toContain('paie.csv')
    expect((await awa.get('/batches/new')).html).toContain('paie.csv')
    // A question says what will happen, and not that it has.
    const question = await awa.post(`${path}/drop`)
    expect(question.html).toContain('paie.csv will be removed from the desk')
    expect((await awa.get(path)).status).toBe(200)
    await awa.post(`${path}/drop`, { sure: 'yes' })
    expect((await awa.get(path)).status).toBe(404)
    expect(await readdir(join(desk.app.config.home, 'drafts'))).toEqual([])
  })

  it('are for preparers', async () => {
    const desk = await open()
    const viewer = await signedIn(desk, 'Ines', ['viewer', 'approver', 'admin'])
    expect((await viewer.get('/batches/new')).status).toBe(403)
    expect((await upload(desk, viewer, good)).status).toBe(403)
  })

  it('are kept by a desk that is killed and comes back, and nobody else’s home has them', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { path, page } = await draftOf(desk, awa, good)
    await awa.post(`${path}/pay`, {
      ...hiddenOf(page, `${path}/pay`),
      act: 'check',
      batch_name: 'Primes',
      period: 'T4',
    })
    for (const [home, sees] of [
      [desk.app.config.home, true],
      [join(desk.app.config.home, 'another'), false],
    ] as const) {
      const app = { ...desk.app, config: { ...desk.app.config, home } }
      const other = await startDesk(app, { host: '127.0.0.1', port: 0, sandbox: true, pays: false })
      if (!other.ok) throw new Error(JSON.stringify(other))
      onTestFinished(() => other.close())
      const there = openVisitor(other)
      for (const [name, value] of awa.cookies) there.cookies.set(name, value)
      const seen = await there.get(path)
      expect(seen.status).toBe(sees ? 200 : 404)
      expect(seen.html).toContain(sees ? 'value="Primes"' : 'it was uploaded to another desk')
    }
  })

  it('keep what was typed when a session ends, until somebody has signed in again', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { path, page } = await draftOf(desk, awa, csv(row(1), row(2, { phone: '1' })))
    awa.cookies.clear()
    const posted = await awa.post(`${path}/fix`, { ...hiddenOf(page, `${path}/pay`), 'cell-3-1': '22901970000 99' })
    expect(posted.status).toBe(401)
    const typed = /name="typed" value="([^"]*)"/.exec(posted.html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const again = await awa.post('/sign-in', { name: 'Awa', password, typed, to: `${path}/fix` })
    const seen = await awa.follow(again)
    expect(seen.html).toContain('value="22901970000 99"')
    expect(seen.html).toContain('Awa 2')
  })

  it('are not made of a file that is uploaded after the session ended: one is told why to sign in and choose it again', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    awa.cookies.clear()
    const posted = await upload(desk, awa, csv(row(1)))
    expect(posted.status).toBe(401)
    const why = 'Your session has ended. Sign in again, and then choose the file again'
    for (const html of [posted.html, (await awa.get('/sign-in?signed=ended&to=%2Fbatches%2Fnew')).html]) {
      expect(html).toContain(why)
      expect(html).toContain('name="to" value="/batches/new"')
      expect(html).not.toContain('what you typed is kept')
    }
  })

  it('are not made of an upload that breaks off', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const begun = request(`${desk.url}/batches/new`, {
      method: 'POST',
      headers: {
        ...fromHere(desk, awa),
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 100_000,
      },
    })
    begun.on('error', () => undefined)
    begun.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\noperator,')
    const there = () => readdir(join(desk.app.config.home, 'drafts')).catch(() => [])
    await expect.poll(there).toHaveLength(1)
    begun.destroy()
    await expect.poll(there).toEqual([])
    expect((await awa.get('/batches/new')).html).not.toContain('a.csv')
  })

  it('are so many and no more, and go after a day', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const paths: string[] = []
    for (let n = 0; n < 10; n += 1) paths.push((await upload(desk, awa, good, `${n}.csv`)).location)
    const eleventh = await upload(desk, awa, good)
    expect([eleventh.status, eleventh.html]).toEqual([422, expect.stringContaining('You have 10 files here')])
    const folder = join(desk.app.config.home, 'drafts', paths[0]?.split('/').at(-1) ?? '')
    const kept = JSON.parse(await readFile(join(folder, 'draft.json'), 'utf8'))
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await writeFile(join(folder, 'draft.json'), JSON.stringify({ ...kept, uploadedAt: yesterday.toISOString() }))
    await utimes(folder, yesterday, yesterday)
    expect((await awa.get(paths[0] ?? '')).status).toBe(404)
    expect((await upload(desk, awa, good)).status).toBe(303)
    expect(await readdir(join(desk.app.config.home, 'drafts'))).not.toContain(paths[0]?.split('/').at(-1))
  })

  it('of which nothing can be read do not count: the next upload takes the place of each', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const kept = (await upload(desk, awa, good, 'good.csv')).location
    for (let n = 0; n < 11; n += 1) {
      const { status, location } = await upload(desk, awa, n % 2 ? '' : '\u0000\u0001photo', `${n}.png`)
      expect(status).toBe(303)
      expect((await awa.get(location)).html).toContain('Choose another file')
      // Its page is there until then.
      expect((await awa.get(location)).status).toBe(200)
    }
    expect(await readdir(join(desk.app.config.home, 'drafts'))).toHaveLength(2)
    expect((await upload(desk, awa, good, 'other.csv')).status).toBe(303)
    expect((await awa.get('/batches/new')).html).not.toContain('.png')
    expect((await awa.get(kept)).status).toBe(200)
  })

  it('of which nothing can be read stay until another file has arrived whole', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { path } = await draftOf(desk, awa, '\u0000\u0001photo', 'a.png')
    expect((await upload(desk, awa, '', '')).status).toBe(422)
    expect((await awa.get(path)).status).toBe(200)
    await upload(desk, awa, good)
    expect((await awa.get(path)).status).toBe(404)
  })

  it('of which something was chosen, or whose file was away for a moment, give way to no other', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { path, page } = await draftOf(desk, awa, '\u0000\u0001photo', 'a.png')
    const chosen = await awa.post(path, { ...hiddenOf(page, `${path}/pay`), 'column-amount': 'Montant' })
    expect(chosen.status).toBe(303)
    const kept = (await upload(desk, awa, good)).location
    const file = join(desk.app.config.home, 'drafts', kept.split('/').at(-1) ?? '', 'upload.csv')
    await rename(file, `${file}.away`)
    await awa.get(kept)
    await rename(`${file}.away`, file)
    await upload(desk, awa, good, 'other.csv')
    for (const each of [path, kept]) expect((await awa.get(each)).status, each).toBe(200)
  })

  it('of a workbook that is a bomb pay nobody', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const bomb = await zip({ 'xl/workbook.xml': Buffer.alloc(300 * 1024 * 1024), '[Content_Types].xml': '<Types/>' })
    const { page } = await draftOf(desk, awa, new Uint8Array(bomb), 'bomb.xlsx')
    expect(page.html).toContain('Nothing in this file can be paid yet')
    expect(page.html).not.toContain('value="pay"')
  })
})
