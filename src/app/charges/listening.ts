import { hasCode } from '../../process.ts'
import { say } from '../../words/sentence.ts'
import { type Failure, failure } from '../context.ts'

/** Why a server can't listen there; null when the error says something else. */
export function listenFailure(error: unknown, host: string, port: number): Failure | null {
  const where = { host, port: String(port) }
  if (hasCode(error, 'EADDRINUSE')) return failure('usage', say('commands.port_in_use', where))
  const cannotListen = hasCode(error, 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND')
  return cannotListen ? failure('usage', say('commands.cannot_listen', where)) : null
}
