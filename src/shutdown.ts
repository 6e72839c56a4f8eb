import { setTimeout as delay } from 'node:timers/promises'

export type StopSignal = 'SIGINT' | 'SIGTERM'

/** One Ctrl-C can arrive twice: from the terminal, and handed on by npm. A person's second one comes later than this. */
const echoMs = 1_000

/**
 * Listen for Ctrl-C and a polite kill. The first calls `onFirst`, which lets what is in flight finish; each further one
 * calls `onAgain`, which may quit. (SIGHUP, the terminal closing, counts as SIGTERM.)
 *
 * @returns takes the listeners off again
 */
export function onStopSignals(
  onFirst: (signal: StopSignal) => void,
  onAgain: (signal: StopSignal) => void,
): () => void {
  let askedMs: number | undefined
  const listen = (signal: StopSignal) => () => {
    if (askedMs === undefined) {
      askedMs = performance.now()
      onFirst(signal)
    } else if (performance.now() - askedMs > echoMs) onAgain(signal)
  }
  const listeners = [
    ['SIGINT', listen('SIGINT')],
    ['SIGTERM', listen('SIGTERM')],
    ['SIGHUP', listen('SIGTERM')],
  ] as const
  for (const [signal, listener] of listeners) process.on(signal, listener)
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
  }
}

/** Wait for something on the way out, but not for ever: it may hang or fail, and we leave all the same. */
export const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  await Promise.race([work.catch(() => undefined), delay(ms, undefined, { ref: false })])
}
