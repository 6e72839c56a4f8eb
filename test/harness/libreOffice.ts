import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const program = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice']
  .filter((path) => existsSync(path))
  .at(0)

/** CI has LibreOffice. Elsewhere its tests are skipped if it isn't installed, and say so. */
export const withoutLibreOffice = program === undefined && !process.env['CI']

export const libreOfficeTitle = withoutLibreOffice
  ? ' (skipped: LibreOffice is not installed; apt-get install libreoffice-calc)'
  : ''

/** A private LibreOffice with its own profile, which `close` deletes. */
export function openLibreOffice() {
  const profile = mkdtempSync(join(tmpdir(), 'payrun-libreoffice-'))
  const office = {
    /** Converts a file, like "save as": `convert('a.csv', 'xlsx', folder)`. Returns the path of the new file. */
    async convert(path: string, to: string, folder: string, more: string[] = []): Promise<string> {
      const [made = ''] = await office.convertAll([path], to, folder, more)
      return made
    },
    /** Converts files with different names in one run: starting LibreOffice takes longer than converting ten of them. */
    async convertAll(paths: readonly string[], to: string, folder: string, more: string[] = []): Promise<string[]> {
      if (program === undefined) throw new Error('LibreOffice is missing: apt-get install libreoffice-calc')
      const home = `-env:UserInstallation=file://${profile}`
      await promisify(execFile)(
        program,
        [home, '--headless', '--norestore', ...more, '--convert-to', to, '--outdir', folder, ...paths],
        { env: { ...process.env, HOME: profile } },
      )
      const extension = to.split(':')[0] ?? to
      return paths.map((path) => join(folder, `${basename(path).replace(/\.[^.]*$/, '')}.${extension}`))
    },
    close: () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }),
  }
  return office
}
