import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A file in src or jobs, and its imports. */
export interface Source {
  path: string
  text: string
  /** The lines, without comments and the contents of strings, so that words in prose don't count. */
  code: string[]
  lines: number
  /** Its imports: `src/…` and `jobs/…` for our files, the bare name for a package. */
  imports: string[]
  /** Those imports that are loaded with it: without types, and without `import()`. */
  loads: string[]
}

export function readSources(): Source[] {
  return globSync(['src/**/*.ts', 'jobs/**/*.ts'], { cwd: root, exclude: ['**/*.d.ts'] })
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return {
        path,
        text,
        code: bare(text).split('\n'),
        lines: text.trimEnd().split('\n').length,
        imports: importsOf(path, text),
        loads: loadsOf(path, text),
      }
    })
}

/** The imports of any file of the project. */
function importsOf(path: string, text: string): string[] {
  const found = text.matchAll(/(?:^(?:import|export)\b[^'"`;]*?from\s*|\bimport\s*\(\s*|^import\s*)['"]([^'"]+)['"]/gm)
  return [...found].map(([, name = '']) => resolved(path, name))
}

/** The compiler erases an import that has only types, as verbatimModuleSyntax requires them to be written. */
function loadsOf(path: string, text: string): string[] {
  const found = text.matchAll(/^(?:import|export)\b(?! type\b)([^'"`;]*?)from\s*['"]([^'"]+)['"]/gm)
  return [...found]
    .filter(([, names = '']) => !/^\s*\{(?:\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names))
    .map(([, , name = '']) => resolved(path, name))
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

/**
 * Files with a single export that only one other file uses, and without a test: they could be merged into that file. Commands and use cases
 * always have their own files.
 */
export function lonelyFiles(sources: readonly Source[]): { path: string; user: string; lines: number }[] {
  const tested = new Set(
    globSync('test/**/*.ts', { cwd: root }).flatMap((path) => importsOf(path, readFileSync(join(root, path), 'utf8'))),
  )
  return sources.flatMap(({ path, text, lines }) => {
    const exports = text.match(/^export (?!type |interface )/gm)?.length ?? 0
    const users = sources.filter(({ imports }) => imports.includes(path))
    const own = /^src\/(cli\/commands|app|desk\/(?:api|pages))\/\w+\.ts$/.test(path)
    if (own || exports !== 1 || users.length !== 1 || tested.has(path)) return []
    return [{ path, user: users[0]!.path, lines }]
  })
}
