import { say } from '../../../words/sentence.ts'
import { addColumn, type Columns } from '../../payroll/columns.ts'
import { type PayoutFile, textChunks } from '../../payroll/payoutFile.ts'
import { type Limits, type Refused, type Row, refused, tooManyRows } from '../../payroll/row.ts'
import type { Broken } from '../xlsx/openZip.ts'
import { type Attributes, readXml } from './readXml.ts'

/** Elements of the message's own namespace, each by its path below `Document`: `CstmrCdtTrfInitn/GrpHdr/MsgId`. */
interface MessageHandlers {
  /** @param namespace of the message: `urn:iso:std:iso:20022:tech:xsd:pain.001.001.09` */
  begin?(namespace: string): void
  open(path: string, attributes: Attributes): void
  /** @param text of an element that holds no other; '' of one that does: digits around a tag are no number */
  close(path: string, text: string): void
  /** How many payments or entries have begun: to say where it goes wrong. */
  place(): number
}

/** What makes rows of a message's elements. */
interface MessageReader {
  on: MessageHandlers
  /** Why the file is refused, as far as it is read; and once it is read to its end. */
  problem(): Refused | null
  end(): Refused | null
  /** The rows since the last time. */
  take(): Row[]
}

/** Adds the columns that a message comes to. */
export function addColumns(columns: Columns, names: readonly string[]): Refused | null {
  for (const name of names) {
    const added = addColumn(columns, name)
    if (typeof added !== 'number') return added
  }
  return null
}

/** @returns why the file is refused, or how many rows it had */
export async function* messageRows(
  file: PayoutFile,
  reader: MessageReader,
  limits: Limits,
): AsyncGenerator<Row[], Refused | number> {
  const steps = readMessage(file, reader.on)
  let rows = 0
  for (;;) {
    const step = await steps.next()
    const problem = step.done ? (step.value ?? reader.end()) : reader.problem()
    if (problem) return problem
    const found = reader.take()
    rows += found.length
    if (rows > limits.rows) return tooManyRows(limits)
    if (found.length > 0) yield found
    if (step.done) return rows
  }
}

/** A text of a message has 500 characters at most (`Max500Text`); a supplement may have any. */
const maxTextLength = 64 * 1024

/**
 * Reads a message of ISO 20022 as it streams: yields after each few KiB. What another namespace adds (`SplmtryData`) is left out,
 * so that it can't pass for an element of the message.
 *
 * @returns why the file is refused, null when it was read to its end
 */
export async function* readMessage(file: PayoutFile, on: MessageHandlers): AsyncGenerator<void, Refused | null> {
  const open: { path: string; isLeaf: boolean }[] = []
  let text = ''
  let isTooLong = false
  /** How deep inside of another namespace. */
  let foreign = 0
  const message: { prefix: string; namespace: string | undefined } = { prefix: '', namespace: undefined }
  const declaredBy = (attributes: Attributes, prefix: string) => attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`]
  const steps = readXml<Refused>(textChunks(file), {
    open(name, attributes, prefix) {
      const above = open.at(-1)
      const declared = declaredBy(attributes, prefix)
      if (!above) {
        Object.assign(message, { prefix, namespace: declared })
        on.begin?.(declared ?? '')
      } else above.isLeaf = false
      text = ''
      const isOwn = prefix === message.prefix && (declared === undefined || declared === message.namespace)
      if (foreign > 0 || !isOwn) {
        foreign++
        return
      }
      // `Document` itself is no part of a path.
      const path = !above ? '' : above.path === '' ? name : `${above.path}/${name}`
      open.push({ path, isLeaf: true })
      if (path !== '') on.open(path, attributes)
    },
    close() {
      if (foreign > 0) {
        foreign--
        return
      }
      const { path, isLeaf } = open.pop() ?? { path: '', isLeaf: false }
      if (path !== '') on.close(path, isLeaf ? text : '')
      text = ''
    },
    text(piece) {
      if (foreign > 0) return
      if (text.length + piece.length > maxTextLength) isTooLong = true
      else text += piece
    },
  })
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value === null || step.value.kind === 'refused' ? step.value : broken(step.value, on)
    if (isTooLong) {
      await steps.return(null)
      return refused(say('files.xml_text_too_long', { n: on.place() }), on.place())
    }
    yield
  }
}

function broken({ reason }: Broken, on: MessageHandlers): Refused {
  const n = on.place()
  switch (reason) {
    case 'doctype':
      return refused(say('files.xml_doctype'))
    case 'too_long':
      return refused(say('files.xml_text_too_long', { n }), n)
    default:
      return refused(say('files.xml_broken', { n }), n)
  }
}
