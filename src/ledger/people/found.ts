import type { PoolClient } from 'pg'

/** The first of them, and how many there are. */
export interface Found<Each> {
  all: number
  first: Each[]
}

export const nothingFound = { all: 0, first: [] }

/** So many of a kind are listed; all of them are counted. */
export const mostListed = 1_000

type Counted<Each> = Each & { all: number }

/** Rows of a query, by line. */
export async function first<Each>(client: PoolClient, sql: string, values: unknown[]): Promise<Found<Each>> {
  return foundIn((await client.query<Counted<Each>>(firstSql(sql), values)).rows)
}

/** The same of several queries on one way to the server and back. Each is made twice: to keep all of its rows takes longer. */
export async function firstOfEach<Kinds extends readonly unknown[]>(
  client: PoolClient,
  ...queries: { [At in keyof Kinds]: string }
): Promise<{ [At in keyof Kinds]: Found<Kinds[At]> }> {
  const answers: unknown = await client.query(queries.map(countedApartSql).join(';\n'))
  return (answers as { rows: Counted<unknown>[] }[]).map(({ rows }) => foundIn(rows)) as never
}

const firstSql = (sql: string): string =>
  `select f.*, (count(*) over ())::int as all from (${sql}) f order by f.line limit ${mostListed}`

const countedApartSql = (sql: string): string =>
  `select f.*, (select count(*)::int from (${sql}) c) as all from (${sql}) f order by f.line limit ${mostListed}`

const foundIn = <Each>(rows: readonly Counted<Each>[]): Found<Each> => ({
  all: rows[0]?.all ?? 0,
  first: rows.map(({ all: _, ...each }) => each as unknown as Each),
})
