import {
  type Country,
  type CountryCode,
  countryOf,
  countryOfOperator,
  findCountry,
  findOperator,
} from '../../payout/operators/operator.ts'
import { countryOfInternational, readBrand } from '../../payout/operators/readBrand.ts'
import { homesOf } from '../../payout/phone/homes.ts'
import { readRows } from '../formats/readRows.ts'
import type { Whereabouts } from './advice.ts'
import { type ColumnMap, type Columns, cellOf } from './header/columns.ts'
import type { PayoutFile } from './payoutFile.ts'
import type { Limits, Row } from './row.ts'

const mostRows = 1_000

/**
 * What a file's first rows tell about the country, for advice only: a row is paid by what it says itself. The likely country is the one that most rows tell which tell any, and at least a quarter of all; or else the only one of which the
 * national numbers may be, a stray one aside. Null if unclear.
 */
export async function likelyCountryIn(
  file: PayoutFile,
  { map, limits }: { map?: ColumnMap; limits?: Limits },
): Promise<Whereabouts> {
  const { columns, batches } = readRows(file, map, limits)
  const told = new Map<CountryCode, number>()
  /** Of each country, how many of the national numbers may be its own. */
  const possible = new Map<CountryCode, number>()
  let [rows, numbers] = [0, 0]
  for (let next = await batches.next(); !next.done && rows < mostRows; next = await batches.next()) {
    for (const row of next.value) {
      rows += 1
      const country = toldBy(row, columns)
      if (country) told.set(country.code, (told.get(country.code) ?? 0) + 1)
      const homes = country ? [] : homesOf(cellOf(row, columns, 'phone_number'))
      if (homes.length > 0) numbers += 1
      for (const home of homes) possible.set(home, (possible.get(home) ?? 0) + 1)
    }
  }
  await batches.return(null)
  const all = [...told.values()].reduce((sum, each) => sum + each, 0)
  const [most] = [...told].find(([, each]) => each * 2 > all && each * 4 >= rows) ?? []
  // A stray number rules no country out.
  const shared = [...possible].filter(([, each]) => (numbers - each) * 4 < numbers)
  const code = most ?? (shared.length === 1 ? shared[0]?.[0] : undefined)
  if (code !== undefined) return { likely: countryOf(code), unlikely: new Set() }
  const isShared = new Set(shared.map(([each]) => each))
  return {
    likely: null,
    unlikely: new Set(shared.length > 0 ? [...possible.keys()].filter((each) => !isShared.has(each)) : []),
  }
}

/** The country that a row itself tells. */
function toldBy(row: Row, columns: Columns): Country | null {
  const cell = (field: 'country' | 'operator' | 'phone_number') => cellOf(row, columns, field).trim()
  const named = findCountry(cell('country')) ?? countryOfInternational(cell('phone_number'))
  if (named) return named
  const text = cell('operator')
  const operator = findOperator(text)
  if (operator) return countryOfOperator(operator)
  const brand = readBrand(text, null, '')
  return brand?.kind === 'operator' ? countryOfOperator(brand.operator) : null
}
