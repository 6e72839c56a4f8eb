import { expect } from 'vitest'
import type { LedgerServer } from '../harness/ledger.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { type Seen, signedIn, type Visitor } from './visitor.ts'

/** Files that visitors upload, and the drafts that are made of them. */

const head = 'operator,phone_number,amount,reference,name'
export const row = (n: number, over: Partial<Record<'phone' | 'amount' | 'reference' | 'name', string>> = {}) =>
  [
    'mtn-benin',
    over.phone ?? `22901970000${String(n).padStart(2, '0')}`,
    over.amount ?? String(1500 + n),
    over.reference ?? `R-${n}`,
    over.name ?? `Awa ${n}`,
  ].join(',')
export const csv = (...rows: string[]) => `${[head, ...rows].join('\n')}\n`
export const good = csv(row(1), row(2), row(3))

export const fromHere = (desk: TestDesk, { cookies }: Visitor): Record<string, string> => ({
  cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
  origin: desk.url,
  'sec-fetch-site': 'same-origin',
  'accept-language': 'en',
})

/** As a browser uploads a file by the form, without its script. */
export async function upload(
  desk: TestDesk,
  visitor: Visitor,
  text: string | Uint8Array<ArrayBuffer>,
  name = 'paie.csv',
) {
  const body = new FormData()
  body.append('file', new Blob([text]), name)
  const answer = await fetch(`${desk.url}/batches/new`, {
    method: 'POST',
    body,
    headers: fromHere(desk, visitor),
    redirect: 'manual',
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '', html: await answer.text() }
}

/** The page of a draft of this file. */
export async function draftOf(desk: TestDesk, visitor: Visitor, text: string | Uint8Array<ArrayBuffer>, name?: string) {
  const { location, status, html } = await upload(desk, visitor, text, name)
  expect(status, html).toBe(303)
  expect(location).toMatch(/^\/batches\/new\/[0-9a-f]{32}$/)
  return { path: location, page: await visitor.get(location) }
}

export type DraftOf = [file: Parameters<typeof draftOf>[2], name?: string, language?: 'en' | 'fr']

/** Awa at a desk of hers with the draft of a file. */
export async function draftOfAwa(server: LedgerServer, ...[file, name, language = 'en']: DraftOf) {
  const desk = await openTestDesk(server, { pays: false })
  const awa = await signedIn(desk, 'Awa', ['preparer'], language)
  return { desk, awa, ...(await draftOf(desk, awa, file, name)) }
}

/** The hidden fields of the form that posts there. */
export function hiddenOf({ html }: Seen, action: string): Record<string, string> {
  const form =
    html
      .split(`<form`)
      .find((each) => each.includes(` action="${action}"`))
      ?.split('</form>')[0] ?? ''
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]))
}

export const batches = async (desk: TestDesk) => (await desk.call('GET', '/batches')).json.batches as { id: string }[]
