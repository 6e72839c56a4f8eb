/** Why a workbook can't be read. The sentence for each is said where people are spoken to. */
export type BrokenReason =
  /** Not a zip, cut off, damaged, or with parts that say two things. */
  | 'zip'
  /** A part of it is encrypted. */
  | 'encrypted'
  /** It would unpack to more than any workbook of this size: a zip bomb. */
  | 'bomb'
  /** A zip without a workbook in it. */
  | 'no_workbook'
  /** An OpenDocument spreadsheet, a binary workbook, a text document: its own word, so that people learn what to do. */
  | 'ods'
  | 'xlsb'
  | 'xml'
  | 'doctype'
  | 'too_long'
  /** The workbook has no sheet of cells that can be seen. */
  | 'no_sheet'
  /** Rows come out of order or twice. */
  | 'order'

export interface Broken {
  kind: 'broken'
  reason: BrokenReason
  /** Where in the workbook: `xl/worksheets/sheet1.xml`. */
  part?: string
  cause?: unknown
}

export const broken = (reason: BrokenReason, cause?: unknown): Broken =>
  cause === undefined ? { kind: 'broken', reason } : { kind: 'broken', reason, cause }
