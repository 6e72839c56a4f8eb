/** A step of a query, as Postgres explains it in JSON. */
export interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

/** How many rows the step of a query reads that reads most. */
export function mostRead(plan: Plan): number {
  const read = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0)
  return Math.max(plan['Actual Loops'] * read, ...(plan.Plans ?? []).map(mostRead))
}
