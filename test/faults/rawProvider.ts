import { http, type RawRequest, startRawServer } from '../provider/rawServer.ts'
import type { Scene } from './scene.ts'

/** A payout as it arrived at the raw provider, with the bare socket to answer on. */
export interface RawCall extends RawRequest {
  payout: { operator: string; amount: string; phoneNumber: string; currency: string }
  /** The money moves now. @returns the provider's reference */
  carryOut(): string
}

/** A provider that does to the bytes what no HTTP library would, and counts what it was asked and carried out. */
export async function startRawProvider(
  answer: (call: RawCall) => void,
): Promise<Scene['provider'] & { url: string; close(): Promise<void> }> {
  const seen: RawCall['payout'][] = []
  const paid = new Map<string, number>()
  const server = await startRawServer((request) => {
    const payout = JSON.parse(request.text.slice(request.text.indexOf('\r\n\r\n') + 4)) as RawCall['payout']
    seen.push(payout)
    const key = `${payout.phoneNumber} ${payout.amount}`
    const carryOut = () => {
      paid.set(key, (paid.get(key) ?? 0) + 1)
      return `RAW-${payout.phoneNumber}-${paid.get(key)}`
    }
    answer({ ...request, payout, carryOut })
  })
  return { url: server.url, close: server.close, seen, paidTimes: () => paid }
}

/** The money moves, and the answer says so. */
export function pay({ socket, carryOut }: RawCall): void {
  socket.write(http(200, JSON.stringify({ error: false, status: 'success', reference: carryOut() })))
}
