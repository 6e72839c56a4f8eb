import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeReportFile } from '../../../src/files/report/writeReport.ts'
import { readSentence } from '../../../src/words/sentence.ts'
import { said, saying } from '../../harness/words.ts'
import { manyRows, sampleReport, sampleRows } from './sampleReport.ts'

const reportProcess = fileURLToPath(new URL('reportProcess.ts', import.meta.url))
const golden = await readFile(new URL('../../../fixtures/reports/report.csv.golden', import.meta.url), 'utf8')
const asRoot = process.getuid?.() === 0

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payrun-report-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('a report file', () => {
  it('is whole, private, and alone in its folder', async () => {
    const path = join(folder, 'report.csv')
    expect(await writeReportFile({ ...sampleReport('csv'), path })).toEqual({ ok: true, path })
    expect(await readFile(path, 'utf8')).toBe(golden)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['report.csv'])
  })

  it('takes the place of an older one, whoever could read that', async () => {
    const path = join(folder, 'report.csv')
    await writeFile(path, 'old', { mode: 0o644 })
    await writeReportFile({ ...sampleReport('csv'), path })
    expect(await readFile(path, 'utf8')).toBe(golden)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('is written where a link points; the link stays', async () => {
    const target = join(folder, 'elsewhere', 'report.csv')
    await mkdir(dirname(target))
    await writeFile(target, 'old')
    await symlink(target, join(folder, 'link.csv'))
    expect(await writeReportFile({ ...sampleReport('csv'), path: join(folder, 'link.csv') })).toMatchObject({
      ok: true,
    })
    expect((await lstat(join(folder, 'link.csv'))).isSymbolicLink()).toBe(true)
    expect(await readFile(target, 'utf8')).toBe(golden)
  })

  it('leaves the old report when the rows fail half way, and throws what they threw', async () => {
    const path = join(folder, 'report.csv')
    await writeFile(path, 'old')
    const failing = new Error('the ledger is away')
    const rows = (async function* () {
      yield* manyRows(5_000)
      throw failing
    })()
    await expect(writeReportFile({ ...sampleReport('csv'), rows, path })).rejects.toBe(failing)
    expect(await readFile(path, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['report.csv'])
  })
})

describe('a report file that cannot be written', () => {
  it('says that the folder is missing', async () => {
    const path = join(folder, 'absent', 'report.csv')
    expect(await writeReportFile({ ...sampleReport('csv'), path })).toEqual({
      ok: false,
      message: said(
        `The report can't be written to ${path}: the folder ${dirname(path)} does not exist. Create it, or name another file.`,
      ),
    })
  })

  it('says that it is a folder', async () => {
    expect(await writeReportFile({ ...sampleReport('csv'), path: folder })).toEqual({
      ok: false,
      message: said(`The report can't be written to ${folder}: it is a folder. Name a file in it.`),
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('says that a part of the path is a file', async () => {
    await writeFile(join(folder, 'file'), '')
    const path = join(folder, 'file', 'report.csv')
    const result = await writeReportFile({ ...sampleReport('csv'), path })
    expect(result).toMatchObject({ ok: false, message: saying('is a file, not a folder') })
  })

  it('never replaces a pipe or a device', async () => {
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    const result = await writeReportFile({ ...sampleReport('csv'), path })
    expect(result).toMatchObject({ ok: false, message: saying('it is not a plain file') })
    expect((await stat(path)).isFIFO()).toBe(true)
  })

  it('says that there is no permission, and leaves the old report', async () => {
    const path = join(folder, 'report.csv')
    await writeFile(path, 'old')
    await chmod(folder, 0o555)
    const child = spawn(process.execPath, [reportProcess, asRoot ? 'nobody' : 'same-user', path], { stdio: 'pipe' })
    const result = JSON.parse(await text(child.stderr))
    await chmod(folder, 0o755)
    expect({ ...result, message: readSentence(result.message) }).toEqual({
      ok: false,
      message: said(
        `The report can't be written to ${path}: you can't write in the folder ${folder}. Have the permission changed, or name another file.`,
      ),
    })
    expect(await readFile(path, 'utf8')).toBe('old')
  })

  it('says that the disk is full, keeps the old report and leaves no part of a new one', async ({ skip }) => {
    const path = join(folder, 'report.csv')
    const mounted = mountSmallDisk(folder)
    if (!mounted) return skip('only root can mount a small disk')
    try {
      await writeFile(path, 'old')
      const result = await writeReportFile({ ...sampleReport('csv'), rows: manyRows(100_000), path })
      expect(result).toEqual({
        ok: false,
        message: said(
          `The report can't be written to ${path}: the disk is full. Make room, or name a file on another disk, then try again.`,
        ),
      })
      expect(await readFile(path, 'utf8')).toBe('old')
      expect(await readdir(folder)).toEqual(['report.csv'])
    } finally {
      execFileSync('umount', [folder])
    }
  })
})

function mountSmallDisk(path: string): boolean {
  if (!asRoot) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('a process killed while it writes a report', () => {
  let child: ChildProcess | undefined
  afterEach(() => {
    child?.kill('SIGKILL')
  })

  it('leaves the old report as it was, and its own half under a hidden name', async () => {
    const path = join(folder, 'report.csv')
    await writeReportFile({ ...sampleReport('csv'), path })
    child = spawn(process.execPath, [reportProcess, 'endless', path], { stdio: ['ignore', 'pipe', 'ignore'] })
    await once(child.stdout!, 'data')
    const half = (await readdir(folder)).filter((name) => name !== 'report.csv')
    expect(half).toEqual([expect.stringMatching(new RegExp(`^\\.payrun-report-${child.pid}-[0-9a-f-]+\\.tmp$`))])
    const { mode, size } = await stat(join(folder, half[0]!))
    expect(size).toBeGreaterThan(100_000)
    expect(mode & 0o777).toBe(0o600)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await readFile(path, 'utf8')).toBe(golden)
    expect(await writeReportFile({ ...sampleReport('csv'), rows: manyRows(1), path })).toMatchObject({ ok: true })
    expect(await readFile(path, 'utf8')).not.toContain(String(sampleRows[0]?.cells[1]))
  })

  it('leaves no report where there was none', async () => {
    const path = join(folder, 'report.csv')
    child = spawn(process.execPath, [reportProcess, 'endless', path], { stdio: ['ignore', 'pipe', 'ignore'] })
    await once(child.stdout!, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.payrun-report-/)])
  })
})
