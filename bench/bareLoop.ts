import { Agent, request } from 'undici'

/** The careless lower bound: a bare undici loop that records nothing. Prints requests a second. */
const [url = '', rows = '20000', inFlight = '50'] = process.argv.slice(2)
const total = Number(rows)
const dispatcher = new Agent({ connections: Number(inFlight), pipelining: 1 })
const body = JSON.stringify({ operator: 'mtn-benin', amount: '1500', phoneNumber: '2290197000001', currency: 'XOF' })
let next = 0
const began = performance.now()
await Promise.all(
  Array.from({ length: Number(inFlight) }, async () => {
    while (next < total) {
      next += 1
      const answer = await request(`${url}/v1/payment/payout/mobile`, {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'app-key': 'a', 'merchant-key': 'm' },
        body,
      })
      await answer.body.json()
    }
  }),
)
process.stdout.write(`${Math.round(total / ((performance.now() - began) / 1000))}\n`)
await dispatcher.close()
