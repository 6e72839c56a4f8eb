import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { PassThrough, Writable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReportContent } from '../../../src/files/report/row.ts'
import { writeReport } from '../../../src/files/report/writeReport.ts'
import { guardFormula, textFormats } from '../../../src/payout/report.ts'
import { seed } from '../../properties/seeded.ts'
import { checkContent } from '../payroll/checkContent.ts'
import { inBatches, manyRows, paidRow, sampleColumns, sampleReport, sampleRows } from './sampleReport.ts'

fc.configureGlobal(seed())

const golden = (format: string) => new URL(`../../../fixtures/reports/report.${format}.golden`, import.meta.url)
const reportProcess = fileURLToPath(new URL('reportProcess.ts', import.meta.url))

async function written(content: ReportContent): Promise<string> {
  const out = new PassThrough()
  const reading = text(out)
  expect(await writeReport({ ...content, out })).toEqual({ ok: true })
  expect(out.writableEnded, 'the stream is left open').toBe(false)
  out.end()
  return reading
}

describe('a report', () => {
  for (const format of textFormats) {
    it(`in ${format} is the golden file, to the byte, however the rows are batched`, async () => {
      for (const batchSize of [1, 3, 100]) {
        const out = new PassThrough()
        const reading = buffer(out)
        await writeReport({ ...sampleReport(format, batchSize), out })
        out.end()
        expect(await reading).toEqual(await readFile(golden(format)))
      }
    })
  }

  it('without rows is still a whole document', async () => {
    const empty = (format: ReportContent['format']) => written({ ...sampleReport(format), rows: inBatches([], 1) })
    expect(await empty('csv')).toBe(
      "reference,name,phone_number,amount,__proto__,'=note,line,status,provider_reference,error_code,error_message,attempts,sent_at,settled_at,payrun_id\n",
    )
    expect(JSON.parse(await empty('json'))).toMatchObject({
      batch: { id: 'b1' },
      totals: { counts: { paid: 1 } },
      rows: [],
    })
    expect(await empty('ndjson')).toBe('')
  })

  it('keeps the columns of the input that are named like its own, also when it goes in again', async () => {
    const columns = ['operator', 'phone', 'amount', 'Status', 'line', 'statut', 'Attempts']
    const own = ['married', 'line 7', 'actif', 'none']
    for (const [format, language, names] of [
      ['csv', 'en', ['Status', 'line_2', 'statut', 'Attempts']],
      ['json', 'en', ['Status', 'line_2', 'statut', 'Attempts']],
      ['ndjson', 'en', ['Status', 'line_2', 'statut', 'Attempts']],
      ['xlsx', 'fr', ['Status', 'line', 'statut_2', 'Attempts']],
    ] as const) {
      const rows = inBatches([{ ...paidRow, cells: ['mtn-benin', '+2290197000001', '1500', ...own] }], 1)
      const out = new PassThrough()
      const reading = buffer(out)
      await writeReport({ ...sampleReport(format), language, columns, rows, out })
      out.end()
      const read = await checkContent(await reading, format)
      expect([format, read.columns.slice(3), read.rows[0]?.cells.slice(3)]).toEqual([format, names, own])
      expect(read.rows[0]?.reported).toMatchObject({ says: 'paid', payrunId: null, value: expect.any(String) })
    }
  })

  it('keeps both of two JSON columns of the same name', async () => {
    const columns = ['note', 'note', 'note_2', '', '']
    const rows = inBatches([{ ...paidRow, cells: ['1', '2', '3', '4', '5'] }], 1)
    const line = await written({ ...sampleReport('ndjson'), columns, rows })
    expect(JSON.parse(line)).toMatchObject({ note: '1', note_3: '2', note_2: '3', '': '4', _2: '5' })
  })

  it('has __proto__ as a key like any other', async () => {
    const { rows } = JSON.parse(await written(sampleReport('json')))
    expect(Object.getOwnPropertyDescriptor(rows[0], '__proto__')?.value).toBe('plain')
    expect(rows).toHaveLength(sampleRows.length)
  })

  it('in CSV reads back as the cells that went in, but for the mark before formulas', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'aé,;"\n\r\t=+-@\' 1漢') })
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(table, async (cells) => {
        const rows = inBatches(
          cells.map((row) => ({ ...paidRow, cells: row })),
          2,
        )
        const csv = await written({ ...sampleReport('csv'), columns: ['a', 'b'], rows })
        const [, ...records] = parse(csv, { record_delimiter: '\n' })
        expect(records.map((record) => record.slice(0, 2))).toEqual(cells.map((row) => row.map(guardFormula)))
      }),
      { numRuns: 200 },
    )
  })

  it('throws what the rows throw, as it is', async () => {
    const failing = new Error('the ledger is away')
    const rows = (async function* () {
      yield sampleRows
      throw failing
    })()
    const out = new PassThrough()
    await expect(writeReport({ ...sampleReport('csv'), rows, out })).rejects.toBe(failing)
    expect(out.listenerCount('error')).toBe(0)
  })
})

describe('a report for Excel', () => {
  const cells = [
    '001',
    '+2290197000001',
    '0197000001',
    '03-04',
    'MAR1',
    '12',
    'E-7',
    '1500.5',
    '=1+1',
    '2.5',
    'née; x',
    '123456789',
  ]
  const columns = cells.map((_, at) => `c${at}`)
  const forExcel = async (language: 'en' | 'fr') => {
    const out = new PassThrough()
    const reading = buffer(out)
    await writeReport({
      ...sampleReport('csv'),
      language,
      columns,
      amountColumn: 7,
      isForExcel: true,
      rows: inBatches([{ ...paidRow, cells, amountMinor: '150050', currency: 'KES' }], 1),
      out,
    })
    out.end()
    return (await reading).toString()
  }

  it('has a byte order mark, the delimiter and the decimal mark of the language, and keeps what Excel would change', async () => {
    const [head, row, rest] = (await forExcel('fr')).split('\r\n')
    expect(head).toMatch(/^\ufeffc0;c1;c2;.*;ligne;statut;référence du prestataire;/)
    expect(row).toMatch(
      /^"\t001";"\t\+2290197000001";"\t0197000001";"\t03-04";"\tMAR1";12;E-7;1500,50;'=1\+1;"\t2.5";"née; x";"\t123456789";2;payé;PO-1;;;1;2026-/,
    )
    expect(rest).toBe('')
    const english = await forExcel('en')
    expect(english).toContain(',line,status,provider_reference,')
    expect(english.split('\r\n')[1]).toMatch(/^"\t001","\t\+2290197000001",.*,1500.50,'=1\+1,"\t2.5",née; x,/)
  })

  it('goes in again as it was', async () => {
    const header = ['operator', 'phone_number', 'amount', 'reference', 'note']
    const row = ['momo-kenya', '+254712345678', '1500.50', '001', '\t03-04']
    const rows = inBatches([{ ...paidRow, cells: row, amountMinor: '150050', currency: 'KES' }], 1)
    const text = await written({ ...sampleReport('csv'), language: 'fr', columns: header, isForExcel: true, rows })
    const read = await checkContent(text)
    expect(read.columns).toEqual(header)
    expect(read.rows[0]?.cells).toEqual(['momo-kenya', '+254712345678', '1500,50', '001', '\t03-04'])
    expect(read.rows[0]?.reported).toMatchObject({ payrunId: null, says: 'paid', column: 'status', value: 'payé' })
  })
})

describe('where a report goes', () => {
  it('a slow reader slows the rows down: never more than a piece or so is in memory', async () => {
    const release: (() => void)[] = []
    let arrived = () => {}
    const firstPiece = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const out = new Writable({
      write(_piece, _encoding, callback) {
        release.push(callback)
        arrived()
      },
    })
    let made = 0
    const rows = manyRows(1_000_000, (count) => {
      made = count
      if (count > 50_000) throw new Error('the rows ran ahead of the reader')
    })
    const writing = writeReport({ ...sampleReport('csv'), columns: sampleColumns, rows, out })
    await firstPiece
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(release).toHaveLength(1)
    expect(made).toBeLessThan(5_000)
    out.destroy()
    expect(await writing).toEqual({ ok: false, reason: 'closed' })
  })

  it('a stream closed before the start ends it quietly, and ends the rows', async () => {
    const out = new PassThrough()
    out.destroy()
    let ended = false
    const rows = (async function* () {
      try {
        yield* manyRows(500_000)
      } finally {
        ended = true
      }
    })()
    expect(await writeReport({ ...sampleReport('csv'), rows, out })).toEqual({ ok: false, reason: 'closed' })
    expect(ended).toBe(true)
  })

  it('a pipe closed early by its reader ends it quietly', async () => {
    const child = spawn(process.execPath, [reportProcess, 'stdout'], { stdio: ['ignore', 'pipe', 'pipe'] })
    const said = text(child.stderr)
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const [code] = await once(child, 'exit')
    expect({ code, said: JSON.parse(await said) }).toEqual({ code: 0, said: { ok: false, reason: 'closed' } })
  })

  it.runIf(existsSync('/dev/full'))('a full disk ends it, for the owner of the stream to tell', async () => {
    const out = createWriteStream('/dev/full')
    expect(await writeReport({ ...sampleReport('csv'), out })).toEqual({ ok: false, reason: 'closed' })
  })
})
