/**
 * payrun from your own code. Everything here is kept stable; nothing else of the package is meant to be imported.
 *
 * The shapes are those of the provider's interface document, whose sections the docstrings name.
 */

export { type Operator, type OperatorCode, operators, operatorTable } from './payout/operator.ts'
