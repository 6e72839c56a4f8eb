import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './payrun.ts'

/**
 * The schemas that ISO 20022 publishes (iso20022.org, "Message definitions"), which are not ours to hand on: a folder with those that
 * the tests need, named as ISO names them (`pain.002.001.11.xsd`).
 */
const folder = process.env['PAYRUN_TEST_ISO_SCHEMAS']

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0

/** Why messages can't be validated here; null where they can. */
export function whyNotValidated(schema: string): string | null {
  if (folder === undefined) return 'PAYRUN_TEST_ISO_SCHEMAS names no folder with the schemas of ISO 20022'
  if (!existsSync(join(folder, `${schema}.xsd`))) return `${folder} has no ${schema}.xsd`
  return hasXmllint ? null : 'there is no xmllint (Debian: libxml2-utils)'
}

/** What the schema has against a message; '' for nothing. A message of the version before is taken for one of this. */
export function validate(schema: string, message: string): string {
  const at = temporaryFolder()
  try {
    const own = message.replace(/urn:iso:std:iso:20022:tech:xsd:[a-z.\d]+/, `urn:iso:std:iso:20022:tech:xsd:${schema}`)
    writeFileSync(join(at.path, 'schema.xsd'), readFileSync(join(folder ?? '', `${schema}.xsd`)))
    writeFileSync(join(at.path, 'message.xml'), own)
    const ran = spawnSync('xmllint', ['--noout', '--nonet', '--schema', 'schema.xsd', 'message.xml'], { cwd: at.path })
    return ran.status === 0 ? '' : ran.stderr.toString()
  } finally {
    at.remove()
  }
}
