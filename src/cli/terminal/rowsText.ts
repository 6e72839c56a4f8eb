import { plural, t } from '../../words/t.ts'
import { formatCount } from './money.ts'

/** `1 row`, `1 250 rows`. */
export const rowsText = (count: number): string =>
  plural(count, t`${formatCount(count)} row`, t`${formatCount(count)} rows`)
