export type StopSignal = 'SIGINT' | 'SIGTERM'

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
  let asked = false
  const listen = (signal: StopSignal) => () => {
    if (asked) return onAgain(signal)
    asked = true
    onFirst(signal)
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
