import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { root } from '../../harness/payrun.ts'
import { openTestDesk } from '../desk.ts'
import { csv, draftOfAwa, row } from '../uploads.ts'
import { signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const style = readFileSync(join(root, 'src/web/desk.css'), 'utf8')

it('leaves out on paper what can be downloaded, with its heading, and the line beside the navigation', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const { json } = await desk.call('POST', '/batches', { file: csv(row(1)) })
  const visitor = await signedIn(desk, 'Awa', ['viewer'])
  const { html } = await visitor.get(`/batches/${json.id}`)
  const heading = /<div class="section-head"><h2>Report<\/h2><\/div>\s*<div[^>]*>(?:<p class="small">[^<]*<\/p>\s*)?/
  expect(html).toMatch(new RegExp(`${heading.source}<p class="actions">\\s*<a [^>]*download`))
  const [, printed = ''] = /@media print \{([\s\S]*?)\n\}/.exec(style) ?? ['']
  expect(printed).toContain('.section-head:has(+ div > .actions > a[download])')
  expect(printed).toMatch(/body:has\(\.side\) \{[^}]*background: none;/)
})

it('shows that the first rows of a file go on beside the box that they scroll in, to the keyboard, too', async () => {
  const { page } = await draftOfAwa(server, 'Bénéf,Code\nAwa,1\n')
  expect(page.html).toMatch(/<div class="as-is" role="region" aria-label="[^"]+" tabindex="0">/)
  const [, box = ''] = /\n\.as-is \{([^}]*)\}/.exec(style) ?? ['']
  expect(box).toContain('overflow-x: auto')
  expect(box.match(/no-repeat (?:local|scroll)/g)).toEqual(
    ['local', 'local', 'scroll', 'scroll'].map((each) => `no-repeat ${each}`),
  )
})
