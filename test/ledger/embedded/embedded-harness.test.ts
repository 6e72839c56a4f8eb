import pg from 'pg'
import { expect, test } from 'vitest'
import { startTestPostgres } from '../../harness/postgres.ts'

test('a test file gets databases of its own, empty or as copies of a template, by connection and by URL', async () => {
  const server = await startTestPostgres()
  const template = await server.createDatabase()
  await run(template.connection, 'create table kept as select 42 as answer')
  const [copy, empty] = [await server.createDatabase({ template: template.name }), await server.createDatabase()]
  expect(await run({ connectionString: copy.url }, 'select answer from kept')).toEqual([{ answer: 42 }])
  await expect(run(empty.connection, 'select answer from kept')).rejects.toThrow(/kept/)
  await copy.drop()
  await expect(run(copy.connection, 'select 1')).rejects.toThrow(/does not exist/)
  await server.stop()
  await expect(run(empty.connection, 'select 1')).rejects.toThrow(/does not exist/)
  await expect(server.createDatabase()).rejects.toThrow()
})

async function run(connection: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
