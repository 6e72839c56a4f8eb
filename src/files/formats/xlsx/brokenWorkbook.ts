import { type Sentence, say } from '../../../words/sentence.ts'

/** Why a workbook can't be read. */
export type BrokenReason =
  /** Not a zip, cut short, damaged, or with two parts of one name. */
  | 'zip'
  /** A part of it is encrypted. */
  | 'encrypted'
  /** It would unpack to more than any workbook of this size: a zip bomb. */
  | 'bomb'
  /** More than can be read in reasonable time. */
  | 'too_large'
  /** A zip without a workbook in it. */
  | 'no_workbook'
  /** Foreign formats have reasons of their own, so that people learn what to do. */
  | 'ods'
  | 'xlsb'
  | 'numbers'
  | 'document'
  | 'presentation'
  | 'xml'
  | 'doctype'
  | 'too_long'
  /** The workbook has no visible sheet of cells. */
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

/** Says why, and what to do. */
export const brokenWorkbook = ({ reason }: Broken): Sentence => sentences[reason]

const sentences: Readonly<Record<BrokenReason, Sentence>> = {
  zip: say('files.workbook_damaged_cut_off_way_open'),
  encrypted: say('files.workbook_protected_password_open_excel_take'),
  bomb: say('files.workbook_unpack_far_more_seems_hold'),
  too_large: say('files.workbook_too_large_save_csv'),
  no_workbook: say('files.archive_without_workbook_give_xlsx_file'),
  ods: say('files.opendocument_spreadsheet_ods_save_xlsx_csv'),
  xlsb: say('files.binary_workbook_xlsb_save_xlsx_csv'),
  numbers: say('files.numbers_spreadsheet_export_excel_xlsx_csv'),
  document: say('files.kind_text_document'),
  presentation: say('files.kind_presentation'),
  xml: say('files.workbook_damaged_inside_open_excel_save'),
  doctype: say('files.workbook_definitions_no_spreadsheet_program_writes'),
  too_long: say('files.text_workbook_longer_64_kib_more'),
  no_sheet: say('files.workbook_no_sheet_can_seen_show'),
  order: say('files.rows_cells_sheet_out_order_open'),
}
