import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumTitle, openChromium, withoutChromium } from '../../harness/chromium.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { enter, schemeOf, violationsOf } from '../looked.ts'
import { addPerson, password } from '../visitor.ts'

let server: LedgerServer
let browser: Browser

/** Two people who were paid before, a schedule that failed, a collection that nobody knows about, and an operator that is held. */
async function fill(desk: TestDesk): Promise<string> {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `${at % 3 === 0 ? 'moov-benin' : 'mtn-benin'},22901970000${10 + at},${150_000 + at},EMP-${at},Awa Diop`,
  )
  const file = `operator,phone_number,amount,reference,name\n${rows.join('\n')}\n`
  const { json } = await desk.call('POST', '/batches?name=Salaires novembre', { file })
  await desk.db.query(
    `insert into payrun.operator_answers
     select date_trunc('minute', now()) - make_interval(mins => m), o, true, 1, 20 + (m * 7) % 30, m % 3, m % 2,
            array[0, 2, 20, 8, 3, 1, 1, 0, 0, 0, 0, 0, 0]
       from generate_series(0, 45) m, unnest(array['mtn-benin', 'moov-benin', 'orange-senegal']) o`,
  )
  await desk.db.query(
    `insert into payrun.operator_windows (operator, sandbox, starts, ends, every, time_zone, actor)
     values ('moov-benin', true, '2126-01-01 22:00', '2126-01-02 02:00', null, 'Africa/Porto-Novo', 'Awa'),
            ('moov-benin', true, '2026-01-04 01:00', '2026-01-04 03:00', 'week', 'Africa/Porto-Novo', 'Awa')`,
  )
  await desk.call('POST', '/schedules', {
    body: {
      name: 'Salaires',
      path: '/srv/paie',
      cron: '0 8 25 * *',
      tz: 'Africa/Porto-Novo',
      period_format: 'yyyy-MM',
    },
  })
  await desk.db.query(
    `insert into payrun.charges (id, kind, reference, amount_minor, currency, operator, own_reference, values_hash, sandbox)
     values ('c1', 'collection', 'TX-1', 25000, 'XOF', 'mtn-benin', 'FACT-2026-117', '\\x00', true),
            ('c2', 'collection', 'TX-2', 12500, 'XOF', 'moov-benin', 'FACT-2026-118', '\\x00', true),
            ('c3', 'collection', 'TX-3', 900, 'XOF', 'moov-benin', 'FACT-2026-119', '\\x00', true)`,
  )
  await desk.db.query(`update payrun.charges set state = 'unknown', code = 'timeout'`)
  await desk.db.query(`update payrun.charges set state = 'paid', code = null where id = 'c2'`)
  await desk.db.query(
    `insert into payrun.notifications (key, reference, status, body, signed, effect)
     values ('n1', 'TX-2', 'SUCCESS', '{}', true, 'settled')`,
  )
  return json.id
}

describe.skipIf(withoutChromium)(`the other places of the desk${chromiumTitle}`, () => {
  beforeAll(async () => {
    server = await startLedgerServer()
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  it.each(['en', 'fr'] as const)('have nothing that axe finds, in %s', async (language) => {
    const desk = await openTestDesk(server, { pays: false })
    const batch = await fill(desk)
    await addPerson(desk, 'Awa Diop', ['viewer', 'preparer', 'approver', 'admin'], language)
    const page = await browser.newPage()
    await enter(page, desk, 'Awa Diop')
    const found: string[] = []
    const look = async (name: string) =>
      found.push(...(await violationsOf(page, `${name}-${language}`, schemeOf[language])))
    const see = async (path: string, name: string) => {
      await page.goto(desk.url + path)
      await look(name)
    }
    await see('/people', 'people-empty')
    await see('/people?q=awa', 'people')
    await see(`/people/${batch}/2`, 'person')
    await see('/operators/moov-benin', 'operator')
    await page.fill('#hold-note', 'Panne annoncée par Moov')
    await page.locator('main form[action$="/hold"] button').click()
    await page.locator('main button.danger').waitFor()
    await look('operator-sure')
    await page.locator('main button.danger').click()
    await page.locator('main .planned button').first().click()
    await page.locator('main button.danger').waitFor()
    await look('operator-window')
    await page.locator('main button.danger').click()
    await see('/operators', 'operators')
    await see('/schedules', 'schedules')
    await see('/schedules/1', 'schedule')
    await see('/schedules/new', 'schedule-new')
    await see('/payins', 'payins')
    await see('/payins/collection/c2', 'payin')
    await see('/payins/collection/c1', 'payin-unknown')
    await see('/payins/reconcile', 'payins-reconcile')
    // One is settled, one contradicted (and shows it afterwards), one left.
    await page.setInputFiles('input[type=file]', {
      name: 'relevé de novembre.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Référence;Montant;Devise;Statut\nTX-1;25000;XOF;SUCCESS\nTX-2;12500;XOF;FAILED\nTX-3;900;XOF;PENDING\nX;1;XOF;SUCCESS\n',
      ),
    })
    await page.locator('main form button.primary').click()
    await page.waitForURL(/payins\/reconcile\/[0-9a-f]{32}$/)
    await look('payins-reconcile-found')
    await page.locator('main form[method=post] button.primary').click()
    await page.fill('#proof', password)
    await look('payins-reconcile-question')
    await page.locator('main form[method=post] button.primary').click()
    await page.waitForURL(/payins$/)
    await see('/payins/collection/c2', 'payin-contradicted')
    await desk.db.query(
      `insert into payrun.floats (sandbox, currency, set_minor, taken_minor) values (true, 'XOF', 5000000, 1250000)`,
    )
    await see('/admin/float', 'float')
    expect(found).toEqual([])
    await page.close()
  })
})
