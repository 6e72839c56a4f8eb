import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRows } from '../files/report/workbookReport.ts'
import { setUpPaying } from '../harness/paying.ts'
import { writeFile, writePayroll } from '../harness/payroll.ts'
import { payrun } from '../harness/payrun.ts'

const paying = setUpPaying()

it('a batch of the sandbox is said to be one wherever it is shown, and one of the provider is not', async () => {
  writePayroll(paying.folder, 2)
  const real = await paying.call('run', 'payroll.csv')
  expect([real.stdout, (await paying.call('list')).stdout].join()).not.toMatch(/sandbox/i)
  expect(JSON.parse((await paying.call('status', 'last', '--json')).stdout).sandbox).toBe(false)
  const ran = await paying.call('run', 'payroll.csv', '--sandbox')
  expect(ran.stdout).toContain('Sandbox: nobody is really paid\nAll 2 rows are paid')
  expect((await paying.call('status', 'last')).stdout).toContain('Sandbox: nobody is really paid')
  const listed = (await paying.call('list')).stdout
  expect(listed.match(/sandbox, settled/g)).toHaveLength(1)
  expect(listed).toContain('Sandbox batches are trials: nobody was paid.')
  const { batches } = JSON.parse((await paying.call('list', '--json')).stdout)
  expect(batches.map(({ sandbox }: { sandbox: boolean }) => sandbox)).toEqual([true, false])
  expect(JSON.parse((await paying.call('status', 'last', '--json')).stdout).sandbox).toBe(true)
})

it('what is submitted to the sandbox is left to its own workers, and that is said', async () => {
  writePayroll(paying.folder, 2)
  const submitted = await paying.call('submit', 'payroll.csv', '--sandbox')
  expect(submitted.stderr).toMatch(
    /Sandbox: nobody is really paid\. A sandbox worker will pay it: .* worker --sandbox\./,
  )
  expect((await paying.call('status', 'last')).stdout).toMatch(/any running `.* worker --sandbox`/)
})

it('in French, too', async () => {
  writePayroll(paying.folder, 2)
  const env = { ...paying.env, LANG: 'fr_BJ.UTF-8' }
  const call = (...args: string[]) => payrun(args, { env, cwd: paying.folder })
  expect((await call('run', 'payroll.csv', '--sandbox')).stdout).toContain(
    "Bac à sable\u00a0: personne n'est réellement payé\n",
  )
  expect((await call('list')).stdout).toContain('bac à sable, terminé')
})

describe('a report of the sandbox is no proof', () => {
  const written = async (format: string) => {
    writePayroll(paying.folder, 2)
    expect((await paying.call('run', 'payroll.csv', '--sandbox')).code).toBe(0)
    return (await paying.call('report', 'last', '--format', format)).stdout
  }

  it('as CSV, each row says so, and it can be submitted for real: the real report says nothing of it', async () => {
    const report = await written('csv')
    const [headings, ...rows] = report.trimEnd().split('\n')
    expect(headings).toMatch(/,settled_at,payrun_id,payrun_sandbox$/)
    for (const row of rows) expect(row).toMatch(/,[a-z0-9]{10}:\d,nobody was paid$/)
    writeFile(paying.folder, 'again.csv', report)
    const real = await paying.call('run', 'again.csv', '--report', 'real.csv')
    expect(real).toMatchObject({ code: 0 })
    expect(paying.provider.seen).toHaveLength(2)
    expect(readFileSync(join(paying.folder, 'real.csv'), 'utf8')).not.toMatch(/sandbox|nobody/)
  })

  it('as CSV for Excel, in French', async () => {
    await written('csv')
    const env = { ...paying.env, LANG: 'fr_BJ.UTF-8' }
    const ended = await payrun(['report', 'last', '--excel', '-o', 'excel.csv'], { env, cwd: paying.folder })
    expect(ended.code).toBe(0)
    const lines = readFileSync(join(paying.folder, 'excel.csv'), 'utf8').trimEnd().split('\r\n')
    for (const row of lines.slice(1)) expect(row).toMatch(/;personne n'a été payé$/)
  })

  it('as NDJSON and JSON', async () => {
    const rows = (await written('ndjson')).trimEnd().split('\n')
    for (const row of rows) expect(JSON.parse(row)).toMatchObject({ status: 'paid', payrun_sandbox: 'nobody was paid' })
    const document = JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout)
    expect(document.batch.sandbox).toBe(true)
    expect(document.rows[0]).toMatchObject({ payrun_sandbox: 'nobody was paid' })
  })

  it('as a page, at its top and in its title, and nothing of it is green', async () => {
    const page = await written('html')
    expect(page).toContain('<title>Sandbox, nobody was paid.')
    expect(page).toContain('<p class="sandbox">Sandbox: this was a trial, and nobody was paid.</p>')
    expect(page).not.toContain('class="state all-paid"')
  })

  it('as a workbook, on both of its sheets', async () => {
    await written('csv')
    expect((await paying.call('report', 'last', '-o', 'paid.xlsx')).code).toBe(0)
    const said = async (sheet: number) =>
      JSON.stringify(await readRows(join(paying.folder, 'paid.xlsx'), sheet)).match(/nobody was paid/g)?.length
    expect([await said(0), await said(1)]).toEqual([2, 1])
  })
})
