import type { Fate } from './provider.ts'
import type { Scene } from './simulate.ts'
import { concurrency, type Worker } from './worker.ts'

/** What the provider may be like for a while. */
const moods: Partial<Record<Fate, number>>[] = [
  { paid: 1 },
  { paid: 4, refused: 1, accepted: 1 },
  { paid: 1, busy: 3 },
  { paid: 4, contradicts_itself: 1, busy: 1 },
  { paid: 4, server_error: 1, doubtful: 1, request_lost: 1, answer_lost: 1, reset: 1 },
  { paid: 6, turned_away: 1, refused: 1 },
]

/** Draw what goes wrong, and when. At `untilMs` it is over: what was broken is made whole, and stays so. */
export function planFaults(scene: Scene, untilMs: number): void {
  const { world, provider, queue } = scene
  const { random } = world
  const at = (ms: number, what: string, act: () => void) =>
    world.after(ms, undefined, () => {
      world.trace(`fault: ${what}`)
      act()
    })
  for (let n = 0; n < 4; n += 1) {
    const mood = random.pick(moods)
    world.after(random.between(0, untilMs) * Math.min(1, n), undefined, () => provider.behave(mood))
  }
  for (let n = 0; n < 2 + random.below(5); n += 1) {
    const fault = random.pick(kinds)
    fault(scene, at, random.between(500, untilMs))
  }
  const drawn = random.next()
  if (drawn < 0.4) goBack(scene, at, untilMs)
  else if (drawn < 0.7) delayClaims(scene, at, random.between(5_000, untilMs - 20_000))
  world.after(untilMs, undefined, () => {
    provider.behave({ paid: 1 })
    queue.isReliable = true
    scene.isQuiet = true
    for (const { process } of scene.workers) world.goOn(process)
  })
}

type At = (ms: number, what: string, act: () => void) => void
type Fault = (scene: Scene, at: At, atMs: number) => void

const anyWorker = ({ world, workers }: Scene, act: (worker: Worker) => void): void => {
  const all = [...workers]
  if (all.length > 0) act(world.random.pick(all))
}

const kinds: Fault[] = [
  (scene, at, ms) =>
    at(ms, 'a worker is killed', () =>
      anyWorker(scene, ({ process }) => {
        scene.excuses.rows += concurrency
        scene.world.kill(process)
      }),
    ),
  (scene, at, ms) =>
    at(ms, 'a worker is stopped, and goes on', () =>
      anyWorker(scene, ({ process }) => {
        scene.excuses.rows += concurrency
        scene.world.stop(process)
        scene.world.after(scene.world.random.between(1_000, 50_000), undefined, () => scene.world.goOn(process))
      }),
    ),
  (scene, at, ms) => at(ms, 'a worker is asked to stop', () => anyWorker(scene, (worker) => worker.stop())),
  (scene, at, ms) =>
    at(ms, "a worker's clock jumps", () =>
      anyWorker(scene, ({ process }) => {
        process.clockAheadMs += scene.world.random.between(-600_000, 600_000)
      }),
    ),
  (scene, at, ms) =>
    at(ms, 'connections to the ledger are reset', () => {
      scene.excuses.rows += 2 * concurrency
      scene.server.reset()
    }),
  silence,
  silence,
  (scene, at, ms) =>
    at(ms, 'the ledger is away', () => {
      scene.excuses.rows += 2 * concurrency
      scene.server.stop(scene.world.random.between(500, 40_000))
    }),
  (scene, at, ms) => at(ms, 'the ledger fails over, and loses nothing', () => scene.server.failOver()),
  (scene, at, ms) =>
    at(ms, 'the provider is out of reach', () => scene.provider.goAway(scene.world.random.between(500, 20_000))),
  (scene, at, ms) => at(ms, 'the queue loses its jobs', () => scene.queue.flush()),
  (scene, at, ms) =>
    at(ms, 'the queue falls silent', () => anyWorker(scene, ({ process }) => scene.queue.silence(process))),
]

/** A firewall forgets a worker's connections. What it holds of them may come through much later. */
function silence(scene: Scene, at: At, ms: number): void {
  const { random } = scene.world
  const lateMs = random.chance(0.2) ? null : random.between(5_000, 60_000)
  at(ms, `a worker's connections to the ledger fall silent (${lateMs})`, () =>
    anyWorker(scene, ({ process }) => {
      scene.excuses.rows += 2 * concurrency
      scene.server.silence(process, lateMs)
    }),
  )
}

/** Claims come through long after they were made anew, while their rows wait because the provider asked for it. */
function delayClaims(scene: Scene, at: At, ms: number): void {
  const { world, provider, server, workers } = scene
  at(ms, 'claims come late', () => {
    provider.behave({ paid: 1, busy: 8 })
    scene.excuses.rows += 2 * concurrency * workers.size
    for (const { process } of workers) server.silence(process, world.random.between(12_000, 40_000))
  })
}

/** The ledger goes back in time, by seconds. */
function goBack(scene: Scene, at: At, untilMs: number): void {
  const { world, server } = scene
  const { random } = world
  const thenMs = random.between(0, untilMs - 20_000)
  const to = random.pick(['same', 'promoted', 'another'] as const)
  world.after(thenMs, undefined, server.remember)
  at(random.between(thenMs, thenMs + 20_000), `the ledger goes back to ${thenMs} (${to})`, () => {
    scene.excuses.everything = true
    scene.wentBackMs = world.nowMs()
    scene.lostSinceMs = Math.min(thenMs, scene.lostSinceMs ?? thenMs)
    server.goBack(to)
  })
}
