import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A file in src or jobs, and its imports. */
export interface Source {
  path: string
  text: string
  /** The lines, without comments and the contents of strings, so that words in prose don't count. */
  code: string[]
  lines: number
  /** Its imports: `src/…` and `jobs/…` for our files, the bare name for a package, and '?' for one that only running it can tell. */
  imports: string[]
  /** Those imports that are loaded with it: without types, and without `import()`. */
  loads: string[]
  /** What it takes from the imports that are loaded with it, as `src/words/render.ts render`. */
  takes: string[]
  texts: WrittenText[]
}

/** A string or a template in code; what is put into a template is `…`. */
export interface WrittenText {
  text: string
  start: number
  isThrown: boolean
}

export const lineAt = ({ path, text }: Source, start: number): string =>
  `${path}:${text.slice(0, start).split('\n').length}`

export function readSources(): Source[] {
  return globSync(['src/**/*.ts', 'jobs/**/*.ts'], { cwd: root, exclude: ['**/*.d.ts'] })
    .sort()
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')))
}

export function readSource(path: string, text: string): Source {
  const read: Omit<Source, 'path' | 'text' | 'code' | 'lines'> = { imports: [], loads: [], takes: [], texts: [] }
  visit(parseAst(text, { lang: 'ts' }), false, (node, isThrown) => {
    const written = textOf(node)
    if (written !== null) read.texts.push({ text: written, start: node.start, isThrown })
    const source = node['source'] ?? node['argument']
    if (!importing.has(node.type) || !isNode(source)) return
    const name = resolved(path, textOf(source) ?? '?')
    read.imports.push(name)
    // The compiler erases an import that has only types, as verbatimModuleSyntax requires them to be written.
    const taken = takenBy(node)
    if (taken.length > 0) read.loads.push(name)
    read.takes.push(...taken.map((each) => `${name} ${each}`))
  })
  return { path, text, code: bare(text).split('\n'), lines: text.trimEnd().split('\n').length, ...read }
}

/** A node of the tree that ESTree describes. */
interface Node {
  type: string
  start: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function visit(value: unknown, isThrown: boolean, see: (node: Node, isThrown: boolean) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, isThrown, see)
  if (!isNode(value)) return
  see(value, isThrown)
  for (const field in value) visit(value[field], isThrown || value.type === 'ThrowStatement', see)
}

/** The text of a string or a template, or null. */
function textOf({ type, value, quasis }: Node): string | null {
  if (type === 'Literal') return typeof value === 'string' ? value : null
  if (type !== 'TemplateLiteral') return null
  return (quasis as { value: { cooked: string } }[]).map((each) => each.value.cooked).join('…')
}

const importing = new Set([
  ...['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'],
  ...['ImportExpression', 'TSImportType'],
])

/** The names of values that a static import or export takes; `*` for all of them, or for none by name. */
function takenBy(node: Node): string[] {
  const { type, importKind, exportKind } = node
  if (type === 'ImportExpression' || type === 'TSImportType' || (importKind ?? exportKind) === 'type') return []
  const specifiers = (node['specifiers'] ?? []) as Node[]
  if (specifiers.length === 0) return ['*']
  return specifiers
    .filter((each) => (each['importKind'] ?? each['exportKind']) !== 'type')
    .map((each) => {
      const name = each['imported'] ?? each['local']
      return each.type === 'ImportNamespaceSpecifier' || !isNode(name) ? '*' : String(name['name'])
    })
}

const resolved = (path: string, name: string): string =>
  name.startsWith('.') ? normalize(join(dirname(path), name)) : name

/** Blanks comments and the contents of strings, line by line. */
function bare(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  return text
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(^|\s)\/\/.*$/gm, blank)
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, blank)
}

/** The part of the project that a file belongs to: a folder in src, `jobs`, or the file itself. */
export function partOf(path: string): string {
  const [top, folder = '', ...rest] = path.split('/')
  if (top !== 'src') return top ?? ''
  return rest.length > 0 ? folder : path
}

/** Files that import each other, each circle in order (Tarjan's strongly connected components). */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (node: string): void => {
    order.set(node, order.size)
    low.set(node, order.get(node)!)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) !== order.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return circles
}

/** Of commands, use cases, calls and pages: each has its own file. */
const rooms = [
  'cli/commands',
  ...['app', 'app/approvals', 'app/batches', 'app/charges', 'app/pay', 'app/reconcile', 'app/submit'],
  ...['desk/api', 'desk/pages', 'desk/pages/admin', 'desk/pages/approvals', 'desk/pages/batch', 'desk/pages/payins'],
]
const pages = ['src/desk/pages/newBatch/newBatch.ts', 'src/desk/pages/reconcile/reconcile.ts']

/**
 * Files with a single export that only one other file uses, and without a test: they could be merged into that file. Commands and use cases
 * always have their own files.
 */
export function lonelyFiles(sources: readonly Source[]): { path: string; user: string; lines: number }[] {
  const tested = new Set(
    globSync('test/**/*.ts', { cwd: root }).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/['"](\.[^'"\n]+\.ts)['"]/g)].map(([, name = '']) =>
        resolved(path, name),
      ),
    ),
  )
  return sources.flatMap(({ path, text, lines }) => {
    const exports = text.match(/^export (?!type |interface )/gm)?.length ?? 0
    const users = sources.filter(({ imports }) => imports.includes(path))
    const own = rooms.some((room) => dirname(path) === `src/${room}`) || pages.includes(path)
    if (own || exports !== 1 || users.length !== 1 || tested.has(path)) return []
    return [{ path, user: users[0]!.path, lines }]
  })
}

/** Top-level functions and arrows, by the formatter's indentation: each ends with a brace in the first column. */
export function functionsOf({ path, code }: Source): { name: string; lines: number }[] {
  const begins =
    /^(?:export )?(?:default )?(?:(?:async )?function\*? ?(\w+)|const (\w+)(?:: [^=]+)? = (?:async )?(?:\(|<|\w+ =>))/
  return code.flatMap((line, at) => {
    const begun = begins.exec(line)
    if (!begun) return []
    const length = code
      .slice(at)
      .findIndex((each, n) => /^\}\)?$/.test(each) || (n > 0 && /^\S/.test(each) && !/^[)}]/.test(each)))
    return [{ name: `${path} ${begun[1] ?? begun[2]}`, lines: length < 0 ? code.length - at : length + 1 }]
  })
}
