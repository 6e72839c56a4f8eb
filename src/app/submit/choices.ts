/**
 * The choices that a command's options offer for a file, its report and a statement. Help shows them, so this loads nothing more than they need.
 */
export { addToMap } from '../../files/payroll/header/columnMap.ts'
export type { ColumnMap } from '../../files/payroll/header/columns.ts'
export { hiddenChoices } from '../../files/payroll/row.ts'
export { addToStatementMap, type StatementMap } from '../../files/statement/statementColumns.ts'
export { defaultMaxRefused, type MaxRefused } from '../../payout/outcome.ts'
export { extensionOf, type ReportFormat, reportFormats } from '../../payout/report.ts'
