import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumTitle, desktopSize, withoutChromium } from '../../harness/chromium.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { enter } from '../looked.ts'
import { addPerson } from '../visitor.ts'
import { setUpChromium } from './inChromium.ts'

const fileOf = (...last: string[]) =>
  `operator,phone_number,amount,reference,name\n${last.map((each, at) => `mtn-benin,2290197${each},1500,R-${at},Awa ${at}`).join('\n')}\n`

async function submitted(desk: TestDesk, file: string): Promise<string> {
  const { json, status } = await desk.call('POST', '/batches?name=November', { file })
  expect(status).toBe(201)
  return json.id
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(`document.activeElement.localName + ' ' + document.activeElement.textContent.trim()`)

describe.skipIf(withoutChromium)(`pages that change in a browser${chromiumTitle}`, () => {
  const shared = setUpChromium()

  it('keep the focus on a link of a list that is drawn again, and give it to the list where the link is gone', async () => {
    const desk = await openTestDesk(shared.server, { pays: false })
    const id = await submitted(desk, fileOf('000001', '000002'))
    await addPerson(desk, 'Awa', ['viewer'])
    const page = await shared.browser.newPage({ locale: 'en', viewport: desktopSize })
    await enter(page, desk, 'Awa')
    await page.goto(`${desk.url}/batches/${id}`)
    const answers: number[] = []
    page.on('response', (answer) => void answers.push(answer.status()))
    await page.locator('#rows td a').nth(1).focus()
    await desk.call('POST', `/batches/${id}/pause`, { body: { note: 'Kofi is away' } })
    await page.getByText('Kofi is away').first().waitFor()
    // Nothing changes any more, and nothing is sent.
    await until('it is asked in vain', async () => answers.slice(-2).join() === '304,304')
    const pending = await shared.browser.newPage({ locale: 'en', viewport: desktopSize })
    await pending.context().addCookies(await page.context().cookies())
    await pending.goto(`${desk.url}/batches/${id}?status=pending`)
    await pending.locator('#rows td a').nth(1).focus()
    await desk.call('POST', `/batches/${id}/cancel`, { body: {} })
    await page.locator('#rows').getByText('Cancelled').nth(1).waitFor()
    expect(await focused(page)).toBe('a 3')
    await pending.getByText('No row of this batch is in this state').waitFor()
    expect(await focused(pending)).toMatch(/^(?:div|main) /)
    await page.close()
    await pending.close()
  })

  it('go on around a field that somebody is in, and put that part in once they have left it', async () => {
    const desk = await openTestDesk(shared.server, { pays: false })
    const id = await submitted(desk, fileOf('000001', '000002'))
    await addPerson(desk, 'Awa', ['preparer'])
    const page = await shared.browser.newPage({ locale: 'en', viewport: desktopSize })
    await enter(page, desk, 'Awa')
    await page.goto(`${desk.url}/batches/${id}`)
    await page.locator('#pause-note').focus()
    await desk.call('POST', `/batches/${id}/cancel`, { body: {} })
    await page.locator('[data-state=cancelled]').waitFor()
    expect(await page.locator('#pause-note').count()).toBe(1)
    expect(await page.locator('[data-tells]').textContent()).toContain('cancelled this batch')
    await page.evaluate(`document.activeElement.blur()`)
    await page.locator('#pause-note').waitFor({ state: 'detached' })
    await page.close()
  })

  it('no longer say that payment begins once the batch is paused', async () => {
    const desk = await openTestDesk(shared.server, { pays: false })
    const id = await submitted(desk, fileOf('000001', '000002'))
    await desk.call('POST', `/batches/${id}/pause`, { body: {} })
    await addPerson(desk, 'Awa', ['preparer'])
    const page = await shared.browser.newPage({ locale: 'en', viewport: desktopSize })
    await enter(page, desk, 'Awa')
    await page.goto(`${desk.url}/batches/${id}`)
    await page.locator(`form[action$="/resume"] button`).click()
    await page.locator('main form button.primary').click()
    await page.getByText('Payment goes on.').waitFor()
    const answered = page.waitForResponse((answer) => answer.status() === 304)
    await answered
    expect(await page.getByText('Payment goes on.').count()).toBe(1)
    await desk.call('POST', `/batches/${id}/pause`, { body: { note: 'The float is spent' } })
    await page.getByText('The float is spent').first().waitFor()
    expect(await page.getByText('Payment goes on.').count()).toBe(0)
    await page.close()
  })

  it('never lose what somebody types while others change what it is about', async () => {
    const desk = await openTestDesk(shared.server)
    const id = await submitted(desk, fileOf('009905'))
    await until('nobody knows', async () => (await desk.call('GET', `/batches/${id}/rows/2`)).json.status === 'unknown')
    await addPerson(desk, 'Awa', ['approver'])
    const page = await shared.browser.newPage({ locale: 'en', viewport: desktopSize })
    await enter(page, desk, 'Awa')
    await page.goto(`${desk.url}/batches/${id}/rows/2`)
    await page.fill('#note', 'Support said so')
    await page.locator('h1').click()
    const body = { paid: 'OP-7', note: 'Seen in their portal' }
    expect((await desk.call('POST', `/batches/${id}/rows/2/resolve`, { body })).status).toBe(200)
    await page.getByText('Seen in their portal').first().waitFor()
    expect(await page.inputValue('#note')).toBe('Support said so')
    await page.fill('#note', '')
    await page.locator('h1').click()
    await page.locator('#note').waitFor({ state: 'detached' })
    await page.close()
  })

  it('of a batch that has settled show what others do to its rows', async () => {
    const desk = await openTestDesk(shared.server)
    const id = await submitted(desk, fileOf('009905'))
    await until('it has settled', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
    await addPerson(desk, 'Awa', ['viewer'])
    const page = await shared.browser.newPage({ locale: 'en', viewport: desktopSize })
    await enter(page, desk, 'Awa')
    await page.goto(`${desk.url}/batches/${id}`)
    expect(await page.getByText('The only row is paid.').count()).toBe(0)
    const body = { paid: 'OP-7', note: 'Seen in their portal' }
    expect((await desk.call('POST', `/batches/${id}/rows/2/resolve`, { body })).status).toBe(200)
    await page.getByText('The only row is paid.').waitFor()
    await page.close()
  })
})
