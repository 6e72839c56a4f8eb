import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../../harness/libreOffice.ts'
import { saying } from '../../harness/words.ts'
import { checkContent, temporaryFolder } from '../payroll/checkContent.ts'
import { expectTable, map, written } from './savedTable.ts'

describe.skipIf(withoutLibreOffice)(`files as LibreOffice saves them${libreOfficeTitle}`, () => {
  const office = withoutLibreOffice ? null : openLibreOffice()
  let folder = ''
  let source = ''
  beforeAll(async () => {
    folder = await temporaryFolder()
    source = join(folder, 'source.csv')
    await writeFile(source, written(';', '\n'))
  })
  afterAll(() => office?.close())

  /** Saves the table with a delimiter and an encoding of LibreOffice's (its filter's tokens 1 to 3). */
  async function saved(name: string, delimiter: number, encoding: number): Promise<Buffer> {
    if (!office) throw new Error('without LibreOffice there is nothing to save')
    const into = join(folder, name)
    await mkdir(into)
    const asText = '1/2/2/2/3/2/4/2/5/2'
    const filter = `csv:Text - txt - csv (StarCalc):${delimiter},34,${encoding},1,,1036,false,true,false`
    return readFile(await office.convert(source, filter, into, [`--infilter=CSV:59,34,76,1,${asText}`]))
  }

  // Each delimiter and each encoding; payrollOffice.slow.test.ts has each encoding with semicolons.
  // The encodings' numbers are LibreOffice's own: 76 UTF-8, 1 Windows-1252, 65535 UTF-16, 4 MS-DOS (850), 2 Macintosh.
  test.each([
    ['UTF-8 with commas', 44, 76],
    ['UTF-8 with bars', 124, 76],
    ['Windows-1252 with semicolons', 59, 1],
    ['UTF-16 with tabs', 9, 65535],
  ])('%s', async (name, delimiter, encoding) => {
    const bytes = await saved(name, delimiter, encoding)
    expect(bytes.length).toBeGreaterThan(100)
    expectTable(await checkContent(bytes, 'csv', { map }))
  })
  test.each([
    ['MS-DOS', 4],
    ['Macintosh', 2],
  ])('%s is refused with what to do', async (name, encoding) => {
    const { result } = await checkContent(await saved(name, 59, encoding), 'csv', { map })
    expect(result).toMatchObject({ kind: 'refused', message: saying('CSV UTF-8') })
  })
})
