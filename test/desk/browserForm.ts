import type { Seen, Visitor } from './visitor.ts'

/** What a browser without JavaScript sends when somebody fills in a page and presses a button of it. */

interface Control {
  tag: string
  form: string | null
  attributes: Readonly<Record<string, string>>
  /** Of a button what stands on it. */
  text: string
  /** Of a list the value of the option that is chosen. */
  chosen: string | null
}

const decoded = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, decoded(value)]),
  )

function controlsOf(html: string): { controls: Control[]; forms: Map<string, Record<string, string>> } {
  const forms = new Map<string, Record<string, string>>()
  const controls: Control[] = []
  let open: string | null = null
  const tags = /<(\/?)(form|input|select|option|button)\b((?:"[^"]*"|[^">])*)>([^<]*)/g
  for (const [, closes, tag = '', rest = '', text = ''] of html.matchAll(tags)) {
    const attributes = attributesOf(rest)
    if (tag === 'form') {
      open = closes ? null : (attributes['id'] ?? `form ${forms.size}`)
      if (open !== null) forms.set(open, attributes)
    } else if (closes) {
    } else if (tag === 'option') {
      const list = controls.at(-1)
      if (list?.tag === 'select' && (list.chosen === null || 'selected' in attributes))
        list.chosen = attributes['value'] ?? ''
    } else {
      const form = attributes['form'] ?? open
      controls.push({ tag, form, attributes, text: decoded(text).replaceAll(/\s+/g, ' ').trim(), chosen: null })
    }
  }
  return { controls, forms }
}

/** The names and values of a page's fields that whoever reads it sees. */
export function fieldsOf({ html }: Seen): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { tag, attributes, chosen } of controlsOf(html).controls)
    if (tag !== 'button' && attributes['name'] !== undefined)
      fields[attributes['name']] = chosen ?? attributes['value'] ?? ''
  return fields
}

/**
 * Types into the fields of a page and presses the first button with these words. What is typed into a field that belongs
 * to another form than the button's is not sent.
 */
export async function press(
  visitor: Visitor,
  page: Seen,
  words: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<Seen> {
  const { controls, forms } = controlsOf(page.html)
  const button = controls.find(({ tag, text }) => tag === 'button' && text.includes(words))
  if (!button) throw new Error(`no button says ${words}`)
  const absent = Object.keys(typed).filter((name) => !controls.some(({ attributes }) => attributes['name'] === name))
  if (absent.length > 0) throw new Error(`no field is called ${absent.join()}`)
  const sent: Record<string, string> = {}
  for (const { tag, form, attributes, chosen } of controls) {
    const { name, type, value = '' } = attributes
    if (form !== button.form || tag === 'button' || name === undefined) continue
    const isChecked = type !== 'checkbox' || 'checked' in attributes || typed[name] !== undefined
    // A field of one line shows a text without its line ends.
    if (isChecked) sent[name] = (typed[name] ?? chosen ?? value).replaceAll(/[\r\n]/g, '')
  }
  const { name, value = '', formaction } = button.attributes
  if (name !== undefined) sent[name] = value
  const to = formaction ?? forms.get(button.form ?? '')?.['action'] ?? ''
  const answer = await visitor.post(to, sent)
  return answer.status === 303
    ? visitor.follow({ ...answer, location: (answer.location ?? '').split('#')[0] ?? '' })
    : answer
}

/** What the hidden fields of these forms say. */
export const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  )
