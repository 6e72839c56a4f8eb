import { spawn } from 'node:child_process'
import { closeSync, constants, fchmodSync, fstatSync, openSync, renameSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { Socket } from 'node:net'
import { dirname, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spokenLanguage } from '../../words/t.ts'
import { plainEnvironment } from './account.ts'
import type { Places } from './places.ts'

export type SupervisorStart = {
  /** `ended`: it went without saying why. A supervisor that serves stays `running`. */
  readonly state: { kind: 'running' } | { kind: 'failed'; message: string } | { kind: 'ended' }
  /** This process waits for it no longer; one that has not started its server by then goes away. */
  letGo(): void
}

/**
 * Starts a supervisor in a session of its own (no Ctrl-C of a terminal reaches it), with nothing of this process: not
 * its folder, its standard output, nor its environment, where credentials are. Only where Node keeps compiled code:
 * without it, taking the types off would be half of what a start takes.
 */
export function startSupervisor(places: Places, { ref }: { ref: boolean }): SupervisorStart {
  let state: SupervisorStart['state'] = { kind: 'running' }
  const log = openLog(places.log)
  // The same kind of file as this one: TypeScript in a checkout, JavaScript in a built package.
  const script = fileURLToPath(new URL(`./supervisor${extname(import.meta.url)}`, import.meta.url))
  const child = spawn(process.execPath, [script, spokenLanguage(), places.home], {
    cwd: '/',
    env: { ...plainEnvironment, ...compiledCode() },
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
  })
  closeSync(log)
  child.unref()
  const channel = child.stdio[3]
  let heard = ''
  if (channel instanceof Socket) {
    if (!ref) channel.unref()
    channel.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    channel.on('error', () => {})
  }
  const end = () => {
    state = heard === '' ? { kind: 'ended' } : { kind: 'failed', message: messageIn(heard) }
  }
  child.once('error', end)
  child.once('close', end)
  return {
    get state() {
      return state
    },
    letGo: () => {
      if (channel instanceof Socket) channel.destroy()
    },
  }
}

/** Node tells the folder of its own version and makes that one again below what it is given. */
function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

const logMaxBytes = 1_000_000

function openLog(path: string): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW
  let log = openSync(path, flags, 0o600)
  if (fstatSync(log).size > logMaxBytes) {
    closeSync(log)
    renameSync(path, `${path}.old`)
    log = openSync(path, flags, 0o600)
  }
  fchmodSync(log, 0o600)
  return log
}

function messageIn(line: string): string {
  try {
    const told: unknown = JSON.parse(line)
    return typeof told === 'object' && told !== null && 'message' in told ? String(told.message) : line
  } catch {
    // cut off in the middle: half a sentence is better than none
    return line
  }
}
