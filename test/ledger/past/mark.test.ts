import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { decodeMark, encodeMark, type Mark, markFolder, openMarkFiles } from '../../../src/ledger/past/mark.ts'
import { temporaryFolder } from '../../harness/payrun.ts'

const mark = (workerNo: number | null, commits = 0): Mark => ({
  epoch: 0,
  systemId: '7400000000000000001',
  timeline: 1,
  position: '123456789',
  workerNo,
  commits,
})

function here() {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  return { home: folder.path, marks: markFolder(folder.path, 'abc') }
}

test('a mark is written over the one before, and read by another process', async () => {
  const { home, marks } = here()
  const files = openMarkFiles(home, 'abc')
  for (let commits = 0; commits < 100; commits += 1) await files.write(mark(5, commits))
  files.sync()
  expect(await openMarkFiles(home, 'abc').read()).toEqual([expect.objectContaining(mark(5, 99))])
  expect(readdirSync(marks)).toEqual(['worker-5.mark'])
  expect(statSync(join(marks, 'worker-5.mark')).mode & 0o777).toBe(0o600)
})

test('another ledger of the same PAYRUN_HOME has marks of its own', async () => {
  const { home } = here()
  await openMarkFiles(home, 'abc').write(mark(5))
  expect(await openMarkFiles(home, 'def').read()).toEqual([])
})

test('what is no whole mark is none: half a record, another text, a changed one', async () => {
  const { home, marks } = here()
  const files = openMarkFiles(home, 'abc')
  await files.write(mark(5, 12))
  const path = join(marks, 'worker-5.mark')
  const whole = readFileSync(path, 'utf8')
  for (const broken of [whole.slice(0, 60), 'nothing', whole.replace('"commits":12', '"commits":11'), '']) {
    writeFileSync(path, broken)
    expect(await files.read()).toEqual([])
  }
  expect(decodeMark(encodeMark(mark(null)))).toEqual(mark(null))
})

test('marks of workers that are gone are kept, the newest of them', async () => {
  const { home, marks } = here()
  const files = openMarkFiles(home, 'abc')
  await files.write(mark(null))
  for (let worker = 1; worker <= 60; worker += 1) {
    await files.write(mark(worker, worker))
    const written = new Date(Date.now() - (60 - worker) * 3_600_000)
    utimesSync(join(marks, `worker-${worker}.mark`), written, written)
  }
  await files.write(mark(61))
  const kept = (await files.read()).map(({ workerNo }) => workerNo)
  expect(kept).toContain(60)
  expect(kept.length).toBeLessThanOrEqual(32)
})

test('no live worker loses its mark, however many there are', async () => {
  const { home } = here()
  const workers = Array.from({ length: 40 }, (_, n) => ({ n, files: openMarkFiles(home, 'abc') }))
  for (const { n, files } of workers) await files.write(mark(n))
  for (const { n, files } of workers) await files.write(mark(n, 99))
  const kept = await openMarkFiles(home, 'abc').read()
  expect(kept.map(({ workerNo }) => workerNo).sort()).toEqual(workers.map(({ n }) => n).sort())
  expect(kept.every(({ commits }) => commits === 99)).toBe(true)
})

test('a folder that is put back as a whole is known: its files are younger than they say', async () => {
  const { home } = here()
  await openMarkFiles(home, 'abc').write(mark(5, 12))
  expect((await openMarkFiles(home, 'abc').read())[0]).not.toHaveProperty('isCopy')
  execFileSync('cp', ['-a', join(home, 'marks'), join(home, 'backup')])
  rmSync(join(home, 'marks'), { recursive: true })
  execFileSync('cp', ['-a', join(home, 'backup'), join(home, 'marks')])
  expect(await openMarkFiles(home, 'abc').read()).toEqual([expect.objectContaining({ workerNo: 5, isCopy: true })])
})
