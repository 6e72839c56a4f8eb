import { row, workbook } from '../../harness/workbook.ts'
import { checkContent } from '../payroll/checkContent.ts'

/** The sheet's first row. */
export const names = row(1, ['operator', 'phone', 'amount', 'reference', 'note'])
/** A row that can be paid, unless these cells say otherwise. */
export const good = (line: number, amount: string | number = 1500, phone: string | number = 2290197000001) =>
  row(line, ['mtn-benin', phone, amount, `EMP-${line}`])

export const bookOf = (data: string, more: Parameters<typeof workbook>[0] = {}) =>
  workbook({ sheets: [{ name: 'Payroll', data }], ...more })

/** Checks a workbook of this sheet. */
export const check = async (data: string, more: Parameters<typeof workbook>[0] = {}) =>
  checkContent(await bookOf(data, more), 'xlsx')
