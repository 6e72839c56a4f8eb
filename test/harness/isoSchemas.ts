import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './payrun.ts'

/** The published schemas of ISO 20022, under ISO's names (`pain.002.001.11.xsd`). */
const folder = fileURLToPath(new URL('../files/iso20022', import.meta.url))

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0

/** Why messages can't be validated here. Null if they can be, or must be. */
export const whyNotValidated = hasXmllint || process.env['CI'] ? null : 'there is no xmllint (Debian: libxml2-utils)'

/** The schema's errors about a message, or ''. A message of an earlier version is validated as if it were of this one. */
export function validate(schema: string, message: string): string {
  const at = temporaryFolder()
  try {
    const own = message.replace(/urn:iso:std:iso:20022:tech:xsd:[a-z.\d]+/, `urn:iso:std:iso:20022:tech:xsd:${schema}`)
    writeFileSync(join(at.path, 'schema.xsd'), readFileSync(join(folder, `${schema}.xsd`)))
    writeFileSync(join(at.path, 'message.xml'), own)
    const ran = spawnSync('xmllint', ['--noout', '--nonet', '--schema', 'schema.xsd', 'message.xml'], { cwd: at.path })
    return ran.status === 0 ? '' : ran.stderr.toString()
  } finally {
    at.remove()
  }
}
