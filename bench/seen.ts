import { setTimeout as delay } from 'node:timers/promises'

/** What the stub has seen: how many payouts, in how long from the first to the last. */
export interface Seen {
  count: number
  ms: number
}

export async function untilSeen(url: string, rows: number): Promise<Seen> {
  for (;;) {
    const seen = await readSeen(url)
    if (seen.count >= rows) return seen
    await delay(200)
  }
}

export async function readSeen(url: string): Promise<Seen> {
  return (await (await fetch(`${url}/seen`)).json()) as Seen
}
