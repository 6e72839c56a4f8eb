import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk } from './desk.ts'
import { signedIn } from './visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const open = () => openTestDesk(server, { pays: false })

describe('the times of a schedule', () => {
  const wish = {
    name: 'Salaries',
    path: '/srv/payroll',
    tz: 'Africa/Porto-Novo',
    period_format: 'yyyy-MM',
  }

  it('is refused where something was filled in that the chosen rhythm does not use', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const base = { name: 'X', path: '/srv/payroll', tz: 'UTC', day: '25', weekday: '', time: '08:00', cron: '' }
    const slips = [
      { often: 'month', cron: '61 * * * *', at: 'cron' },
      { often: 'month', weekday: '1', at: 'weekday' },
      { often: 'last', day: '15', at: 'day' },
      { often: 'week', at: 'weekday' },
      { often: 'other', cron: '0 9 * * 1,4', time: '10:00', at: 'time' },
    ]
    for (const { at, ...slip } of slips) {
      const { status, html } = await admin.post('/schedules/new', { ...base, ...slip })
      expect([status, html], JSON.stringify(slip)).toEqual([422, expect.stringContaining(`id="${at}-problem"`)])
    }
    const { html } = await admin.post('/schedules/new', { ...base, often: 'month', cron: '61 * * * *' })
    expect(html).toContain('This field has no effect while &quot;Every month&quot; is chosen.')
    expect((await admin.post('/schedules/new', { ...base, often: 'other', cron: '0 9 * * 1,4' })).status).toBe(303)
  })

  it('says its times in words, in the list and on its page, and as cron where there are none', async () => {
    const desk = await open()
    const [ada, pia] = [await signedIn(desk, 'Ada', ['admin']), await signedIn(desk, 'Pia', ['viewer'], 'fr')]
    const said = [
      ['0 8 25 * *', 'each month on the 25th at 08:00', 'chaque mois, le 25 à 08:00'],
      ['30 17 1 * *', 'each month on the 1st at 17:30', 'chaque mois, le 1er à 17:30'],
      ['5 8 L * *', 'each month on its last day at 08:05', 'chaque mois, le dernier jour à 08:05'],
      ['0 8 * * 7', 'each Sunday at 08:00', 'chaque dimanche à 08:00'],
      ['0 8 * * *', 'each day at 08:00', 'chaque jour à 08:00'],
      ['0 8 10,25 * *', '<code>0 8 10,25 * *</code>', '<code>0 8 10,25 * *</code>'],
      ['0 8 31 * *', '<code>0 8 31 * *</code>', '<code>0 8 31 * *</code>'],
    ] as const
    for (const [cron] of said) await ada.post('/schedules/new', { ...wish, name: `On ${cron}`, cron })
    const [list, liste] = [(await ada.get('/schedules')).html, (await pia.get('/schedules')).html]
    for (const [at, [cron, english, french]] of said.entries()) {
      expect([list, liste], cron).toEqual([expect.stringContaining(english), expect.stringContaining(french)])
      const [page, vue] = [await ada.get(`/schedules/${at + 1}`), await pia.get(`/schedules/${at + 1}`)]
      expect(page.html, cron).toContain(`<dt>Times</dt><dd>${english}</dd>`)
      expect(vue.html, cron).toContain(french)
    }
  })
})
