import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '../..')

/** Runs `validate` on a file and measures the process: its largest resident set, and its CPU time. */
export async function measuredValidate(
  folder: string,
  path: string,
): Promise<{ code: number | null; said: string; megabytes: number; seconds: number }> {
  const usage = join(folder, 'usage.json')
  const measure = `import { writeFileSync } from 'node:fs'
    process.on('exit', () => writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.resourceUsage())))`
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(measure)}`, join(root, 'bin/payrun.js'), 'validate', path],
    { cwd: folder, env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, 'utf8'))
  return { code, said, megabytes: maxRSS / 1024, seconds: (userCPUTime + systemCPUTime) / 1e6 }
}
