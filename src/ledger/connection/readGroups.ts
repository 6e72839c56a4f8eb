import type { PoolClient } from 'pg'
import Cursor from 'pg-cursor'

/**
 * The rows of a query in groups of `size`: no more of them are in memory. While they are read, the client can do nothing else, and
 * whoever stops early leaves a cursor open on it.
 */
export async function* readGroups<Row>(
  client: PoolClient,
  sql: string,
  values: unknown[],
  size: number,
): AsyncGenerator<Row[], void> {
  const cursor = client.query(new Cursor<Row>(sql, values))
  for (let rows = await cursor.read(size); rows.length > 0; rows = await cursor.read(size)) yield rows
}
