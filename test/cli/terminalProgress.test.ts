import { Writable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProgress, progressFrame, progressLine } from '../../src/cli/terminal/progress.ts'
import { displayWidth, plainStyle } from '../../src/cli/terminal/text.ts'
import { seed } from '../properties/seeded.ts'

fc.configureGlobal(seed())

/** A stream that keeps what was written, as wide as a test says. */
function fakeStream(columns = 80) {
  const writes: string[] = []
  const writable = new Writable({
    write(chunk, _encoding, callback) {
      writes.push(String(chunk))
      callback()
    },
  })
  return Object.assign(writable, { columns, writes })
}

const rate = { perSecond: 120, done: 250, atMs: 0, sinceMs: 0 }
const picture = {
  label: 'Paying',
  total: 500,
  done: 250,
  counts: { paid: 248, failed: 2, pending: 250 },
  held: [],
  rate,
}

describe('a progress line', () => {
  it('says how far, how fast, how long, and what came of it', () => {
    expect(progressLine({ ...picture, rate: { ...rate, perSecond: 125 } })).toBe(
      '250/500 rows, 125/s, about 2 s left: 248 paid, 2 failed',
    )
  })

  it('leaves out what is not known', () => {
    const unknown = { ...picture, total: null, counts: {}, rate: { ...rate, perSecond: null } }
    expect(progressLine(unknown)).toBe('250 rows')
  })

  it('names the operators that are held', () => {
    expect(progressLine({ ...picture, held: ['mtn-ci'] })).toMatch(/2 failed; held: mtn-ci$/)
  })
})

describe('a progress bar', () => {
  it('shows the bar and the counts in words with marks', () => {
    expect(progressFrame(picture, 99, plainStyle).split('\n')).toEqual([
      'Paying  ███████████████░░░░░░░░░░░░░░░   50%  250/500 rows  120/s  about 3 s left',
      '  ✓ 248 paid  ✗ 2 failed  · 250 pending',
    ])
  })

  it('gives up the label first, then the time left, the rate, and the bar', () => {
    const first = (width: number) => progressFrame(picture, width, plainStyle).split('\n')[0]
    expect([70, 60, 45, 35, 25].map(first)).toEqual([
      'Paying  █████████░░░░░░░░░░   50%  250/500 rows  120/s  about 3 s left',
      '████████░░░░░░░░░   50%  250/500 rows  120/s  about 3 s left',
      '█████████░░░░░░░░░   50%  250/500 rows  120/s',
      '███████░░░░░░░░   50%  250/500 rows',
      '50%  250/500 rows',
    ])
  })

  it('says 100% only when all is done', () => {
    const done = (rows: number) => progressFrame({ ...picture, total: 100_000, done: rows }, 79, plainStyle)
    expect(done(99_999)).toContain(' 99%')
    expect(done(100_000)).toContain('100%')
    expect(progressFrame({ ...picture, total: 0, done: 0 }, 79, plainStyle)).toContain('100%')
  })

  it('never is wider than the terminal', () => {
    const count = fc.nat(5_000_000)
    fc.assert(
      fc.property(
        count,
        count,
        count,
        fc.integer({ min: 1, max: 200 }),
        fc.boolean(),
        (done, paid, total, width, known) => {
          const counts = { paid, failed: total, unknown: done, accepted: paid, sending: 50, pending: total, invalid: 3 }
          const held = ['momo-kenya', 'orange-money-burkina']
          const wide = { ...picture, label: '漢字 label', total: known ? total : null, done, counts, held }
          for (const line of progressFrame(wide, width, plainStyle).split('\n')) {
            expect(displayWidth(line)).toBeLessThanOrEqual(width)
          }
        },
      ),
    )
  })
})

describe('progress where there is no terminal', () => {
  const run = (steps: [atMs: number, done: number][], total: number | null = 500) => {
    const stream = fakeStream()
    let atMs = 0
    const progress = createProgress({ stream, isTTY: false, total, label: 'Paying', now: () => atMs })
    for (const [at, done] of steps) {
      atMs = at
      progress.update({ done, counts: { paid: done }, held: [] })
    }
    progress.finish()
    return stream.writes
  }

  it('writes a line for each tenth done, and a last one', () => {
    const steps = Array.from({ length: 101 }, (_, index): [number, number] => [index * 10, index * 5])
    const lines = run(steps)
    expect(lines.map((line) => line.split(' ')[0])).toEqual(
      [50, 100, 150, 200, 250, 300, 350, 400, 450, 500].map((done) => `${done}/500`),
    )
    expect(lines.at(-1)).toBe('500/500 rows, 500/s: 500 paid\n')
  })

  it('writes a line every 2 s in a slow batch, and none when nothing is new', () => {
    const lines = run([
      [0, 0],
      [1_000, 1],
      [2_000, 2],
      [3_000, 3],
      [4_000, 4],
      [9_000, 4],
      [20_000, 4],
    ])
    expect(lines).toEqual([
      '2/500 rows, 1/s, about 9 min left: 2 paid\n',
      '4/500 rows, 1/s, about 9 min left: 4 paid\n',
    ])
  })

  it('has no escape codes, and does without a total', () => {
    const lines = run(
      [
        [0, 0],
        [2_000, 10_000],
      ],
      null,
    )
    expect(lines).toEqual(['10,000 rows, 5,000/s: 10,000 paid\n'])
  })
})

describe('progress on a terminal', () => {
  const begin = (columns: number) => {
    const stream = fakeStream(columns)
    const clock = { ms: 0 }
    const progress = createProgress({ stream, isTTY: true, total: 500, label: 'Paying', now: () => clock.ms })
    const update = (done: number) => progress.update({ done, counts: { paid: done }, held: [] })
    return { stream, clock, progress, update }
  }

  it('draws over itself, not more often than an eye can follow', () => {
    const { stream, clock, progress, update } = begin(80)
    for (let done = 0; done <= 100; done += 1) {
      clock.ms = done
      update(done)
    }
    expect(stream.writes).toHaveLength(2)
    expect(stream.writes[1]?.startsWith('\u001b[2K\u001b[1A')).toBe(true)
    expect(stream.writes[1]).toContain('80/500 rows')
    progress.finish()
    expect(stream.writes.at(-1)).toContain('100/500 rows')
    const written = stream.writes.length
    update(200)
    progress.finish()
    expect(stream.writes).toHaveLength(written)
  })

  it('keeps a log line above the bar', () => {
    const { stream, progress, update } = begin(80)
    update(10)
    progress.log('momo-kenya is held')
    const [logged, redrawn] = stream.writes.slice(-2)
    expect(logged).toMatch(/momo-kenya is held\n$/)
    expect(redrawn).toContain('10/500 rows')
  })

  it('wipes the lines that a narrower terminal has wrapped, and draws for the new width', () => {
    const { stream, update } = begin(80)
    update(10)
    stream.columns = 20
    stream.emit('resize')
    expect(stream.writes.at(-2)).toBe('\u001b[4A\r\u001b[J')
    for (const line of (stream.writes.at(-1) ?? '').trimEnd().split('\n')) {
      expect(displayWidth(line)).toBeLessThan(20)
    }
  })

  it('lets go of the terminal when it is finished', () => {
    const { stream, progress, update } = begin(80)
    update(10)
    progress.finish()
    expect(stream.listenerCount('resize')).toBe(0)
  })

  it('goes on in silence when the stream breaks', async () => {
    for (const isTTY of [true, false]) {
      let writes = 0
      const stream = new Writable({
        write(_chunk, _encoding, callback) {
          writes += 1
          callback(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
        },
      })
      const progress = createProgress({ stream, isTTY, total: 10, label: 'Paying' })
      progress.log('a first line')
      await new Promise((resolve) => stream.once('close', resolve))
      progress.update({ done: 10, counts: { paid: 10 }, held: [] })
      progress.log('another')
      progress.finish()
      expect(writes).toBe(1)
    }
  })
})
