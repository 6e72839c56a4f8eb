import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { replaceFile, temporaryPath } from '../../../src/durableFile.ts'
import { writeReportFile } from '../../../src/files/report/writeReport.ts'
import { ownIdentity } from '../../../src/process.ts'
import { sampleReport } from './sampleReport.ts'

const reportProcess = fileURLToPath(new URL('reportProcess.ts', import.meta.url))

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payrun-report-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const writeReport = () => writeReportFile({ ...sampleReport('csv'), path: join(folder, 'report.csv') })
const afterAReport = async () => {
  expect(await writeReport()).toMatchObject({ ok: true })
  return (await readdir(folder)).filter((name) => name !== 'report.csv')
}

/** A process that is in the middle of a report of this folder, and the name of its temporary file. */
async function writing(command: string[] = [process.execPath, reportProcess, 'endless', join(folder, 'report.csv')]) {
  const child: ChildProcess = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'ignore'] })
  const gone = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)
  await once(child.stdout!, 'data')
  const [half = ''] = (await readdir(folder)).filter((name) => name.startsWith('.payrun-'))
  return { child, kill, half }
}

test('what a killed writer left goes with the next report of the folder', async () => {
  const { kill, half } = await writing()
  expect(half).toMatch(/^\.payrun-report-/)
  await kill()
  expect(await readdir(folder)).toEqual([half])
  expect(await afterAReport()).toEqual([])
})

test('what a living process writes stays, however long it has stood still', async () => {
  const { child, kill, half } = await writing()
  child.kill('SIGSTOP')
  await utimes(join(folder, half), 1_000, 1_000)
  expect(await afterAReport()).toEqual([half])
  await kill()
  expect(await afterAReport()).toEqual([])
})

const onLinux = test.skipIf(process.platform !== 'linux')

onLinux('a writer that was killed and that nobody reaps is dead', async () => {
  const node = `"${process.execPath}" "${reportProcess}" endless "${join(folder, 'report.csv')}"`
  const { half } = await writing(['sh', '-c', `${node} & exec sleep 1000`])
  const pid = Number(half.split('-')[2])
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /))
  expect(await afterAReport()).toEqual([])
})

/** As if a process that is not this one had been writing it. */
async function leave(change: Partial<ReturnType<typeof ownIdentity>>, daysAgo = 0): Promise<string> {
  const path = temporaryPath(folder, 'report', { ...ownIdentity(), ...change })
  await writeFile(path, 'half')
  const at = Date.now() / 1_000 - daysAgo * 86_400
  await utimes(path, at, at)
  return basename(path)
}

onLinux('a pid that was given to another process since is not taken for the writer', async () => {
  await leave({ processStart: '1' })
  expect(await afterAReport()).toEqual([])
})

test.each([
  { where: 'another machine', change: { host: 'another machine', pid: 2 ** 30 } },
  { where: 'an earlier boot', change: { bootId: 'an earlier boot' } },
])('what a process of $where wrote stays for a day after the last word of it', async ({ change }) => {
  await leave(change, 2)
  const recent = await leave(change, 0.9)
  expect(await afterAReport()).toEqual([recent])
})

test('what has another name, or is no file, is not touched', async () => {
  const others = ['.payrun-report-notes.csv', '.payrun-notes-1-1.tmp', 'payrun-report-1.tmp', '.payrun-report-1.tmp']
  for (const name of others.slice(0, -1)) await writeFile(join(folder, name), '')
  await mkdir(join(folder, others.at(-1)!))
  for (const name of others) await utimes(join(folder, name), 1_000, 1_000)
  expect((await afterAReport()).sort()).toEqual([...others].sort())
})

test.each(['copy', 'template'] as const)(
  'what was left of a %s goes as well, with whatever is written next',
  async (what) => {
    const path = temporaryPath(folder, what, { ...ownIdentity(), pid: 2 ** 30 })
    await writeFile(path, 'half')
    const pieces = (async function* () {
      yield 'whole'
    })()
    expect(await replaceFile({ path: join(folder, 'new.csv'), what, pieces })).toMatchObject({ ok: true })
    expect(await readdir(folder)).toEqual(['new.csv'])
  },
)
