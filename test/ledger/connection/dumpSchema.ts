import type { Pool } from 'pg'

/**
 * The ledger's schema as text, from the catalogs: types, tables with their columns, constraints, indexes and triggers,
 * and functions; sorted, so that two dumps differ only where the schemas do.
 */
export async function dumpSchema(pool: Pool): Promise<string> {
  const client = await pool.connect()
  // Otherwise names are qualified or not by who happens to be signed in.
  await client.query(`set search_path = ''`)
  const { rows } = await client.query<{ line: string }>(
    `select line from (${parts.join(' union all ')}) dump(section, line) order by section, line collate "C"`,
  )
  client.release(true)
  let text =
    "-- The schema of the ledger, as the migrations make it. Written by test/ledger/connection/migrate.test.ts: don't edit.\n"
  let section = ''
  for (const { line } of rows) {
    const table = line.split(' ', 2).join(' ')
    if (table !== section) text += '\n'
    section = table
    text += `${line}\n`
  }
  return text
}

const ours = `relnamespace = 'payrun'::regnamespace`

const parts = [
  `select 1 as section, 'type ' || t.typname || ': ' || string_agg(e.enumlabel, ', ' order by e.enumsortorder) as line
     from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'payrun'::regnamespace group by t.typname`,
  `select 1, 'type ' || c.relname || ': ' || string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 where c.relkind = 'c' and c.${ours} group by c.relname`,
  `select 2, 'table ' || c.relname || ' column ' || to_char(a.attnum, 'FM00') || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
       || case when a.attnotnull then ' not null' else '' end
       || case when a.attidentity = 'a' then ' generated always as identity' else '' end
       || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and c.${ours}`,
  // Not-null constraints (contype n, from Postgres 18 on) are part of the columns above.
  `select 2, 'table ' || c.relname || ' constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
     from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype <> 'n' and c.${ours}`,
  `select 2, 'table ' || c.relname || ' index ' || pg_get_indexdef(i.indexrelid)
     from pg_index i join pg_class c on c.oid = i.indrelid where c.${ours}`,
  `select 2, 'table ' || c.relname || ' options ' || array_to_string(c.reloptions, ', ')
     from pg_class c where c.relkind = 'r' and c.reloptions is not null and c.${ours}`,
  `select 2, 'table ' || c.relname || ' trigger ' || pg_get_triggerdef(t.oid)
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.${ours}`,
  `select 3, 'function ' || p.proname || ' ' || pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'payrun'::regnamespace`,
]
