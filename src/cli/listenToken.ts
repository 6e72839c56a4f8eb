import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isNotificationToken } from '../notifications/notifications.ts'
import { t } from '../words/t.ts'
import { exitCode, type Failure, failure } from './exitCode.ts'

/**
 * The token of this PAYRUN_HOME: made at the first call, kept in a file that only its owner may read, and the same ever
 * after, so that addresses which were given to the provider stay good.
 */
export async function listenToken(home: string): Promise<{ ok: true; token: string } | Failure> {
  const path = join(home, 'listen-token')
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    // Of two that start at the same moment one makes it, and both read that.
    await writeFile(path, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true }).catch(
      unlessThere,
    )
    const token = (await readFile(path, 'utf8')).trim()
    if (isNotificationToken(token)) return { ok: true, token }
    return failure(exitCode.usage, t`${path} holds no token: delete it, and a new one is made.`)
  } catch {
    return failure(exitCode.usage, t`${path} can't be read or made: check who owns it, or set PAYRUN_LISTEN_TOKEN.`)
  }
}

function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
