/**
 * What may be chosen for a file and its report, for whoever offers the choice: a command does as it starts, and loads no more than this
 * for it.
 */
export { addToMap, type ColumnMap } from '../files/payroll/columns.ts'
export { hiddenChoices } from '../files/payroll/row.ts'
export { extensionOf, type ReportFormat, reportFormats } from '../files/report/row.ts'
export { defaultMaxRefused, type MaxRefused } from '../payout/refusalsInARow.ts'
