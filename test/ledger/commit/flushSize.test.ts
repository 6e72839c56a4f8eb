import { expect, test } from 'vitest'
import { createFlushSize } from '../../../src/ledger/commit/connection.ts'

/** The room after each of so many flushes of some ms, with pauses of `pauseMs` between them. */
function roomsOf(flushes: number, flushMs: (room: number) => number, pauseMs: (n: number) => number): number[] {
  let nowMs = 0
  const size = createFlushSize(() => nowMs)
  return Array.from({ length: flushes }, (_, n) => {
    const beganMs = nowMs + pauseMs(n)
    nowMs = beganMs + flushMs(size.rows())
    size.flushed(beganMs)
    return size.rows()
  })
}

test.each([
  ['fewer rows while no flush is under way in between: what moves together is spread', 10, 50, 4],
  ['more rows where one follows the other', 10, 1, 200],
  ['as many as before in between', 10, 4, 64],
])('a flush takes %s', (_, flushMs, pauseMs, room) => {
  const rooms = roomsOf(
    100,
    () => flushMs,
    () => pauseMs,
  )
  expect(rooms.at(-1)).toBe(room)
})

test('a pause of a minute says nothing of how rows move afterwards', () => {
  const rooms = roomsOf(
    100,
    () => 20,
    (n) => (n === 0 ? 60_000 : 0),
  )
  expect(Math.min(...rooms)).toBeGreaterThan(40)
  expect(rooms.at(-1)).toBe(200)
})

test('where each flush takes long, a few are enough to make them large', () => {
  const rooms = roomsOf(
    160,
    (room) => (room < 200 ? 100 : 200),
    (n) => (n < 100 ? 1_000 : 0),
  )
  expect(rooms[99]).toBe(4)
  expect(rooms.findIndex((room, n) => n > 99 && room === 200)).toBeLessThan(115)
})

/**
 * Rows a second of so many slots, all begun at one moment, once three seconds have passed: each row is out for some ms, and its slot
 * waits for a flush that takes 1.35 ms and 0.21 for each row.
 */
function paidASecond(slots: number, latencyMs: number): number {
  let nowMs = 0
  let paid = 0
  const size = createFlushSize(() => nowMs)
  const back = Array.from({ length: slots }, () => 0)
  while (nowMs < 13_000) {
    nowMs = Math.max(nowMs, back[0]!)
    const beganMs = nowMs
    const rows = back.filter((ms) => ms <= nowMs).slice(0, size.rows())
    nowMs += 1.35 + 0.21 * rows.length
    size.flushed(beganMs)
    back.splice(0, rows.length)
    for (const _ of rows) back.push(nowMs + latencyMs)
    if (nowMs > 3_000) paid += rows.length
  }
  return paid / 10
}

test('rows that began together come near to what their slots can do, and large flushes to what the server can', () => {
  // All at once they would be 808 of 1,000, and 582 of 667.
  expect(paidASecond(50, 50)).toBeGreaterThan(945)
  expect(paidASecond(200, 300)).toBeGreaterThan(650)
  // Fifty at a time take 11.85 ms.
  expect(paidASecond(50, 0)).toBeGreaterThan(4_000)
})
