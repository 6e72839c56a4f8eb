import { count, say } from '../../../words/sentence.ts'
import { addColumn, type Columns } from '../../payroll/header/columns.ts'
import { type PayoutFile, textChunks } from '../../payroll/payoutFile.ts'
import { type Limits, type Refused, type Row, refused, tooManyRows } from '../../payroll/row.ts'
import type { Broken } from '../xlsx/brokenWorkbook.ts'
import { type Attributes, readXml } from './readXml.ts'

/** Elements of the message's own namespace, each by its path below `Document`: `CstmrCdtTrfInitn/GrpHdr/MsgId`. */
interface MessageHandlers {
  /** @param namespace of the message: `urn:iso:std:iso:20022:tech:xsd:pain.001.001.09` */
  begin?(namespace: string): void
  open(path: string, attributes: Attributes): void
  /** @param text of an element without children; '' if it has any, because digits around a tag are not a number */
  close(path: string, text: string): void
  /** The number of payments or entries so far, to tell where a problem is. */
  place(): number
}

/** Turns a message's elements into rows. */
interface MessageReader {
  on: MessageHandlers
  /** Why the file is refused, as far as it has been read, and then at its end. */
  problem(): Refused | null
  end(): Refused | null
  /** The rows since the last call. */
  take(): Row[]
}

/** Adds the columns of a message. */
export function addColumns(columns: Columns, names: readonly string[]): Refused | null {
  for (const name of names) {
    const added = addColumn(columns, name)
    if (typeof added !== 'number') return added
  }
  return null
}

/** @returns why the file is refused, or the number of its rows */
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

/** A text of a message has at most 500 characters (`Max500Text`); supplements may be longer. */
const maxTextLength = 64 * 1024

/**
 * Reads an ISO 20022 message as a stream, and yields every few KiB. Elements of other namespaces (`SplmtryData`) are left out, so that
 * they can't pass for elements of the message.
 *
 * @returns why the file is refused, or null at its end
 */
async function* readMessage(file: PayoutFile, on: MessageHandlers): AsyncGenerator<void, Refused | null> {
  const open: { path: string; isLeaf: boolean }[] = []
  let text = ''
  let isTooLong = false
  /** The depth inside another namespace. */
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
      // `Document` itself is not part of a path.
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

/** Compares what a message states about its parts (`NbOfTxs`, `CtrlSum`) with what it has. */
interface StatedTotals {
  /** An amount of the part, as written. */
  add(amount: string): void
  stateCount(text: string): void
  stateSum(text: string): void
  /** Why the message is not complete; null if everything agrees or nothing is stated. @param of the message's or the batch's id */
  compare(of: string): Refused | null
}

/** ISO 20022's `DecimalNumber` has at most 17 digits after the point. */
const decimals = 17

export function createStatedTotals(): StatedTotals {
  let found = 0
  /** Null after an unreadable amount: its row reports that, and the sum is not compared. */
  let sum: bigint | null = 0n
  let statedCount: string | null = null
  let statedSum: string | null = null
  return {
    add(amount) {
      found++
      const units = unitsOf(amount)
      sum = sum === null || units === null ? null : sum + units
    },
    stateCount(text) {
      statedCount = text
    },
    stateSum(text) {
      statedSum = text
    },
    compare(of) {
      const id = of.slice(0, 35)
      if (statedCount !== null && !isCount(statedCount, found))
        return refused(say('files.xml_count_differs', { id, stated: statedCount.slice(0, 20), found: count(found) }))
      if (statedSum === null || sum === null || unitsOf(statedSum) === sum) return null
      return refused(say('files.xml_sum_differs', { id, stated: statedSum.slice(0, 40), found: textOf(sum) }))
    },
  }
}

const isCount = (stated: string, found: number): boolean => /^\d{1,15}$/.test(stated) && Number(stated) === found

function unitsOf(text: string): bigint | null {
  const read = /^(\d{1,18})(?:\.(\d{1,17}))?$/.exec(text)
  return read ? BigInt(`${read[1]}${(read[2] ?? '').padEnd(decimals, '0')}`) : null
}

/** `1500`, `150.5`. */
function textOf(units: bigint): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`
}
