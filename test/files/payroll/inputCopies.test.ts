import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inherited, payrun, root, temporaryFolder, until } from '../../harness/payrun.ts'

it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'a copy of standard input is gone after %s, at the latest with the next command',
  async (signal) => {
    const folder = temporaryFolder()
    const incoming = join(folder.path, 'home', 'incoming')
    const env = { PAYRUN_HOME: join(folder.path, 'home'), DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }
    // Standard input stays open: it is interrupted in the middle of the copy.
    const child = spawn(process.execPath, [join(root, 'bin/payrun.js'), 'validate', '-'], {
      cwd: folder.path,
      env: { ...inherited(), ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    child.stdin.write('reference,operator,phone_number,amount\n')
    await until('there is a copy', () => existsSync(incoming) && readdirSync(incoming).length === 1)
    child.kill(signal)
    await ended
    if (signal === 'SIGKILL') {
      expect(readdirSync(incoming)).toHaveLength(1)
      await payrun(['list'], { cwd: folder.path, env })
    }
    expect(readdirSync(incoming)).toEqual([])
    folder.remove()
  },
)
