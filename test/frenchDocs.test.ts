import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { withNoBreakSpaces } from '../src/cli/docs/noBreakSpaces.ts'
import { countries, operatorsOf } from '../src/payout/operators/operator.ts'
import { render } from '../src/words/render.ts'
import { moment, type Sentence, say, stateOf } from '../src/words/sentence.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = globSync('docs/fr/*.md', { cwd: root }).map((path) => path.slice('docs/fr/'.length))
const written = pages.filter((name) => name !== 'commands.md')
/** Each page that somebody wrote, with its English page. */
const pairs = [
  ...written.map((name) => ({ french: `docs/fr/${name}`, english: `docs/${name}`, link: `../${name}` })),
  { french: 'SECURITY.fr.md', english: 'SECURITY.md', link: 'SECURITY.md' },
  { french: 'CHANGELOG.fr.md', english: 'CHANGELOG.md', link: 'CHANGELOG.md' },
]
const all = ['README.fr.md', 'SECURITY.fr.md', 'CHANGELOG.fr.md', ...pages.map((name) => `docs/fr/${name}`)]
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What a translation keeps: the order of headings, list items, table rows and blocks, what is typed, and code within the text. */
function shapeOf(text: string): string[] {
  const shape: string[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      fence = fence === null ? line : null
      shape.push(line)
    } else if (fence !== null) {
      if (/^(npm|payrun|PAYRUN_)/.test(line)) shape.push(typed(line))
    } else if (/^#+ /.test(line)) shape.push(line.replace(/ .*/, ''))
    else if (line.startsWith('|')) shape.push(`row of ${line.split('|').length}`)
    else if (/^(- |\d+\. )/.test(line)) shape.push('item')
    else if (line.startsWith('<!--')) shape.push(line)
  }
  return shape
}

/** A command without its comment, which is translated. */
const typed = (line: string): string => line.replace(/\s+#.*$/, '').replace(/^PAYRUN_LANG=fr /, '')

/** Options, codes and names in back quotes that a page has, each once. Placeholders of commands are translated. */
const codesOf = (text: string): string[] =>
  [
    ...new Set(
      [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`(--?[a-z][\w-]*|[a-z]\w*_\w+|[A-Z][A-Z_]{4,})`/g)].map(
        ([, code]) => code!,
      ),
    ),
  ].sort()

/** The numbers of a page's text, each once. Thousands are apart in French, and have a comma in English. */
const numbersOf = (text: string): string[] => {
  const prose = text.replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, '').replace(/(?<=\d)[\u00a0 ,](?=\d{3}(?!\d))/g, '')
  return [...new Set(prose.match(/\d+/g))].sort()
}

it('some pages are in French', () => expect(written.length).toBeGreaterThan(6))

it.each(pairs)('$french says what the English page says, in the same order', (pair) => {
  const [english, french] = [read(pair.english), read(pair.french)]
  expect(french).toContain(`[English](${pair.link})`)
  expect(shapeOf(french)).toEqual(shapeOf(english))
  expect(codesOf(french)).toEqual(codesOf(english))
  expect(numbersOf(french)).toEqual(numbersOf(english))
  expect(french).not.toMatch(/[ =](BATCH|STATEMENT|PAYIN|TEXT|NAME|FIELD|COLUMN|FILE)\b/)
})

it.each([
  ['docs/payout-files.md', 'name'],
  ['docs/fr/payout-files.md', 'frenchName'],
] as const)('%s lists the operators of each country', (page, name) => {
  const rows = countries.map((each) => {
    const there = operatorsOf(each).map(({ code, ...of }) => `${of.name.slice(0, -each.name.length - 1)} (\`${code}\`)`)
    return `| ${each[name]} (\`${each.code}\`) | ${there.join(', ')} | ${each.currency} |`
  })
  expect(read(page).replaceAll('\u00a0', ' ')).toContain(rows.join('\n'))
})

/** Programs, documents and files that a page shows, without the comments of programs, which are translated. */
const shownIn = (text: string): string[] =>
  [...text.matchAll(/^```(?:ts|python|php|json|bash|csv|nginx)\n([\s\S]*?)^```$/gm)].map(([, block = '']) =>
    block.replace(/\s*\/\/ .*/g, ''),
  )

it.each(pairs)('$french shows the same programs, documents and files', ({ french, english }) => {
  expect(shownIn(read(french))).toEqual(shownIn(read(english)))
})

it('French pages have no-break spaces where French has them', () => {
  expect(withNoBreakSpaces('« Oui » : 5 000 000 ! `a ;` ?\n```\na ;\n```\n[a](b :)')).toBe(
    '«\u00a0Oui\u00a0»\u00a0: 5\u00a0000\u00a0000\u00a0! `a ;`\u00a0?\n```\na ;\n```\n[a](b :)',
  )
  for (const path of all.filter((each) => each !== 'docs/fr/commands.md'))
    expect(withNoBreakSpaces(read(path)) === read(path), `${path}: npm run docs`).toBe(true)
})

it.each(pages)('docs/fr/%s links to French pages where there are any', (name) => {
  const links = [...read(`docs/fr/${name}`).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!)
  for (const link of links) {
    expect(existsSync(join(root, 'docs/fr', link)), link).toBe(true)
    const english = /^\.\.\/([\w-]+\.md)$/.exec(link)?.[1]
    if (english !== undefined && english !== name) expect(pages, link).not.toContain(english)
  }
})

/** What GitHub makes of a heading. It drops what is no letter, digit, underscore, hyphen or plain space. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

it.each(all)('%s links to headings that exist', (path) => {
  for (const [, link = '', anchor = ''] of read(path).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)) {
    const target = link === '' ? path : join(path, '..', link)
    const anchors = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
    expect(anchors, `${link}#${anchor}`).toContain(anchor)
  }
})

it('docs/fr/notifications.md shows what `payrun listen` prints in French', () => {
  const page = read('docs/fr/notifications.md')
  const line = (at: string, reference: string, status: string, effect: Sentence) =>
    render(say('commands.notification', { at: moment(new Date(at), 'second'), reference, status, effect }), 'fr')
  const paid = say('commands.payment_settled', { id: 'a3k9', state: stateOf('paid') })
  const expired = say('commands.collection_settled', { id: 'b7x2', state: stateOf('expired') })
  for (const printed of [
    line('2026-11-21T10:12:07Z', 'P-20417', 'success', paid),
    line('2026-11-21T10:12:31Z', 'P-20418', 'EXPIRED', expired),
    line('2026-11-21T10:14:02Z', 'P-99999', 'success', say('commands.reference_unknown')),
  ])
    expect(page).toContain(`${printed.replaceAll('\u00a0', ' ')}\n`)
})
