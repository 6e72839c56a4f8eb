import { expect, onTestFinished, test } from 'vitest'
import { type Ledger, openLedger } from '../../../src/ledger/connection/ledger.ts'
import { openPast } from '../../../src/ledger/past/keepMark.ts'
import { openMarkFiles } from '../../../src/ledger/past/mark.ts'
import { ignore, startLedgerServer } from '../../harness/ledger.ts'
import { temporaryFolder } from '../../harness/payrun.ts'

test('a copy of the database and a dump put back into it are fenced for a process without marks, and the original is not', async () => {
  const server = await startLedgerServer()
  onTestFinished(() => server.stop())
  const database = await server.postgres.createLedger()
  const admit = async (url: string, act: (ledger: Ledger) => Promise<unknown> = async () => undefined) => {
    const folder = temporaryFolder()
    onTestFinished(() => folder.remove())
    const ledger = openLedger({ connectionString: url }, ignore)
    await act(ledger)
    const files = openMarkFiles(folder.path, 'abc')
    const past = openPast({ files, onlyHere: false, onTrouble: ignore, onChange: ignore })
    const admitted = await past.admit(ledger.pool)
    await ledger.close()
    return admitted.kind === 'fenced' ? admitted.why.key : admitted.kind
  }
  expect(await admit(database.url)).toBe('whole')
  const copy = await server.postgres.createDatabase({ template: database.name })
  expect(await admit(copy.url)).toBe('stored.ledger_other_database')
  expect(await admit(database.url)).toBe('whole')
  // Opened by an earlier payrun: it is taken for where it should be, and found out from then on.
  expect(await admit(database.url, ({ pool }) => pool.query('update payrun.server set oids = null'))).toBe('whole')
  const putBack = async ({ pool }: Ledger) =>
    pool.query(`
      alter table payrun.server rename to dumped;
      create table payrun.server (like payrun.dumped including all);
      insert into payrun.server select * from payrun.dumped`)
  expect(await admit(database.url, putBack)).toBe('stored.ledger_other_database')
})
