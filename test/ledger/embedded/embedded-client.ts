import { createInterface } from 'node:readline'
import pg from 'pg'
import { attachEmbeddedPostgres } from '../../../src/ledger/embedded/attach.ts'
import { render } from '../../../src/words/render.ts'

/**
 * A command that uses the embedded server, for tests that need a process of its own: `node embedded-client.ts HOME`.
 * Prints one line of JSON when it is attached (or could not); a line on standard input makes it release and end.
 * With `once` as second argument it does nothing more, and ends when nothing keeps it alive.
 */

const [home = '', mode] = process.argv.slice(2)
const attached = await attachEmbeddedPostgres({ home, onNotice: () => {} })
if (!attached.ok) {
  process.stdout.write(`${JSON.stringify({ ok: false, message: render(attached.message, 'en') })}\n`)
} else {
  const client = new pg.Client(attached.connection)
  await client.connect()
  const answer = await client.query<{ role: string }>('select current_user as role')
  await client.end()
  process.stdout.write(`${JSON.stringify({ ok: true, role: answer.rows[0]?.role })}\n`)
  if (mode !== 'once') {
    const lines = createInterface({ input: process.stdin })
    lines.once('line', () => {
      lines.close()
      void attached.release()
    })
  }
}
