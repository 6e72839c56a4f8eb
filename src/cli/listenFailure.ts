import { t } from '../words/t.ts'
import { exitCode, type Failure, failure } from './exitCode.ts'

/** Why a server can't listen there, in a sentence; null when the error says something else. */
export function listenFailure(error: unknown, host: string, port: number): Failure | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') {
    return failure(exitCode.usage, t`Port ${port} on ${host} is in use already: choose another with --port.`)
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return failure(exitCode.usage, t`Can't listen on ${host}, port ${port}: choose others with --host and --port.`)
  }
  return null
}
