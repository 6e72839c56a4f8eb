/** One thing that was looked at. `detail` says how it is and, where it isn't well, how to mend it; never a credential. */
export interface Check {
  name: string
  state: 'ok' | 'warning' | 'problem'
  detail: string
  /** Of a problem, where the exit code depends on it: a variable that is wrong, or a database or queue out of reach. */
  kind?: 'configuration' | 'unreachable'
}

export const ok = (name: string, detail: string): Check => ({ name, state: 'ok', detail })
export const warning = (name: string, detail: string): Check => ({ name, state: 'warning', detail })
export const problem = (name: string, detail: string): Check => ({ name, state: 'problem', detail })
export const outOfReach = (name: string, detail: string): Check => ({ ...problem(name, detail), kind: 'unreachable' })

/** A check that refuses by a sentence. */
export const refusedBy = (name: string, message: string | undefined, detail: string): Check =>
  message === undefined ? ok(name, detail) : problem(name, message)
