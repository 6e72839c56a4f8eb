import { say } from '../words/sentence.ts'
import { type Failure, failure } from './context.ts'

/** Why a server can't listen there; null when the error says something else. */
export function listenFailure(error: unknown, host: string, port: number): Failure | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') return failure('usage', say('commands.port_in_use', { port: String(port), host }))
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return failure('usage', say('commands.cannot_listen', { host, port: String(port) }))
  }
  return null
}
