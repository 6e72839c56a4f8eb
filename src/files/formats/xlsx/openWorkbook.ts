import { posix } from 'node:path'
import { readXml, type XmlHandlers } from '../xml/readXml.ts'
import { type Broken, broken } from './brokenWorkbook.ts'
import { openZip, within, type Zip, type ZipLimits, zipLimits } from './openZip.ts'

export interface Sheet {
  name: string
  /** Hidden sheets can be named, but are never the first. */
  isHidden: boolean
  /** `xl/worksheets/sheet1.xml` */
  part: string
}

export interface Workbook {
  kind: 'workbook'
  zip: Zip
  /** The sheets of cells, in the order of their tabs, without charts and macros. */
  sheets: Sheet[]
  /** Dates count from 1904 (old Macintosh files), not from 1900. */
  isFrom1904: boolean
  /** Its program left the calculation of the formulas to the program that opens it, so the values may be old. */
  isToBeCalculated: boolean
  stylesPart: string | null
  stringsPart: string | null
}

/**
 * Opens an .xlsx file (Office Open XML, ECMA-376 part 1) and reads its list of sheets. The caller closes `zip`.
 */
export async function openWorkbook(path: string, limits: ZipLimits = zipLimits): Promise<Workbook | Broken> {
  const zip = await openZip(path, limits)
  if (zip.kind === 'broken') return zip
  const opened = await readContents(zip)
  if (opened.kind === 'broken') zip.close()
  return opened
}

async function readContents(zip: Zip): Promise<Workbook | Broken> {
  const foreign = await foreignContent(zip)
  if (foreign) return foreign
  const top = zip.has('_rels/.rels') ? await readRelations(zip, '') : []
  if ('kind' in top) return top
  const part = top.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (!zip.has(part)) return broken('no_workbook')
  const relations = await readRelations(zip, part)
  if ('kind' in relations) return relations
  const book = await readBook(zip, part)
  if ('kind' in book) return book
  const sheets = book.sheets.flatMap(({ name, isHidden, id }): Sheet[] => {
    const relation = relations.find((each) => each.id === id && each.type === 'worksheet')
    return relation && zip.has(relation.target) ? [{ name, isHidden, part: relation.target }] : []
  })
  if (sheets.every(({ isHidden }) => isHidden)) return broken('no_sheet')
  // No program writes two sheets with the same part, and a large part would be read for each of them.
  if (new Set(sheets.map(({ part }) => part)).size < sheets.length) return broken('xml')
  const partOf = (type: string) => {
    const target = relations.find((each) => each.type === type)?.target
    return target !== undefined && zip.has(target) ? target : null
  }
  const { isFrom1904, isToBeCalculated } = book
  const [stylesPart, stringsPart] = [partOf('styles'), partOf('sharedStrings')]
  return { kind: 'workbook', zip, sheets, isFrom1904, isToBeCalculated, stylesPart, stringsPart }
}

/** Other programs' files are zips, too. */
async function foreignContent(zip: Zip): Promise<Broken | null> {
  if (zip.has('xl/workbook.bin')) return broken('xlsb')
  if (zip.has('word/document.xml')) return broken('document')
  if (zip.has('ppt/presentation.xml')) return broken('presentation')
  if (zip.has('Index/Document.iwa') || zip.has('Index.zip')) return broken('numbers')
  if (!zip.has('content.xml') || !zip.has('mimetype')) return null
  const type = await textOf(zip, 'mimetype')
  if (type.includes('opendocument.text')) return broken('document')
  return broken(type.includes('opendocument.presentation') ? 'presentation' : 'ods')
}

async function textOf(zip: Zip, part: string): Promise<string> {
  let text = ''
  for await (const chunk of within({ bytes: 1024 }, zip.read(part), 'bomb')) text += chunk.toString()
  return text
}

interface Relation {
  id: string
  /** The last word of its type's address; the rest differs between the two editions of the standard. */
  type: string
  target: string
}

/** More than any real workbook has. Sheet names have up to 31 characters in Excel, and more in other programs. */
const most = { relations: 10_000, sheets: 1_000, nameLength: 1_000 }

/** What a part refers to; nothing if it has no list of that. */
export async function readRelations(zip: Zip, part: string): Promise<Relation[] | Broken> {
  const folder = posix.dirname(part)
  const relations: Relation[] = []
  const list = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (!zip.has(list)) return relations
  const failed = await readWhole(zip, list, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      if (relations.length < most.relations)
        relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
    close() {},
  })
  return failed ?? (relations.length < most.relations ? relations : broken('bomb'))
}

async function readBook(zip: Zip, part: string) {
  const sheets: { name: string; isHidden: boolean; id: string }[] = []
  let isFrom1904 = false
  let isToBeCalculated = false
  const failed = await readWhole(zip, part, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes['date1904'])
      if (name === 'calcPr') isToBeCalculated = isTrue(attributes['fullCalcOnLoad'])
      if (name !== 'sheet') return
      if (sheets.length === most.sheets) return
      const id = Object.entries(attributes).find(([key]) => key === 'id' || key.endsWith(':id'))?.[1] ?? ''
      const state = attributes['state'] ?? 'visible'
      sheets.push({ name: (attributes['name'] ?? '').slice(0, most.nameLength), isHidden: state !== 'visible', id })
    },
    close() {},
  })
  if (failed) return failed
  return sheets.length < most.sheets ? { sheets, isFrom1904, isToBeCalculated } : broken('bomb')
}

/** The largest part whose facts are kept in memory. Excel's 65,490 styles take some 13 MiB. */
const maxBytesOfFacts = 32 * 1024 ** 2

/** Reads a part of which only a few facts are kept. */
export async function readWhole(zip: Zip, part: string, on: XmlHandlers): Promise<Broken | null> {
  const steps = readXml(within({ bytes: maxBytesOfFacts }, zip.read(part), 'bomb'), on)
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value && { ...step.value, part }
  }
}

export const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true'
