import pg from 'pg'
import { expect, test } from 'vitest'
import { pointLookupsOnly } from '../../../src/ledger/commit/connection.ts'
import { groupCommitSql } from '../../../src/ledger/commit/statement.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger({ one: true })

// Its plan is made when the ledger may be empty, and kept while it grows to millions of rows.
test.each(Object.keys(groupCommitSql) as (keyof typeof groupCommitSql)[])(
  'the %s commit finds by a key whatever grows with the payouts',
  async (form) => {
    const client = new pg.Client({ connectionString: db.url })
    await client.connect()
    await client.query(pointLookupsOnly)
    await client.query(`prepare commit_of_rows as ${groupCommitSql[form]}`)
    const none = Array.from({ length: 11 }, () => "'{}'").join(', ')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute commit_of_rows(${none})`)
    await client.end()
    const plan = rows.map((row) => row['QUERY PLAN'])
    expect(plan.filter((line) => /Index (Only )?Scan using payouts_pkey on payouts/.test(line))).not.toEqual([])
    expect(
      plan.filter((line) =>
        /Seq Scan on (payouts|events|batches|chunks|discrepancies|provider_references)\b/.test(line),
      ),
    ).toEqual([])
  },
)
