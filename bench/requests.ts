import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'

/**
 * A program that uses the API: `URL KEY polls PER_SECOND`, until it is killed, or `URL KEY payouts COUNT`, which prints how many a second
 * were answered with 201.
 */
const [url = '', key = '', kind, amount = '1000'] = process.argv.slice(2)
const dispatcher = new Agent({ connections: 50, pipelining: 1 })
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

if (kind === 'polls') await poll(Number(amount) / 50)
else process.stdout.write(`${await pay(Number(amount))}\n`)

async function poll(every20Ms: number): Promise<never> {
  let inFlight = 0
  for (let at = performance.now(); ; at += 20) {
    for (let n = 0; n < every20Ms && inFlight < 500; n += 1) {
      inFlight += 1
      void request(url, { dispatcher, headers })
        .then(async ({ statusCode, body }) => {
          await body.dump()
          if (statusCode !== 200) process.exit(1)
          inFlight -= 1
        })
        .catch(() => process.exit(1))
    }
    await delay(Math.max(0, at + 20 - performance.now()))
  }
}

async function pay(count: number): Promise<number> {
  const run = process.hrtime.bigint()
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (next < count) {
        next += 1
        const phone = `22901${97_000_000 + (next % 900_000)}`
        const { statusCode, body } = await request(`${url}/api/v1/payouts`, {
          dispatcher,
          method: 'POST',
          headers,
          body: JSON.stringify({
            reference: `${run}-${next}`,
            operator: 'mtn-benin',
            phone_number: phone,
            amount: '1000',
          }),
        })
        if (statusCode !== 201) throw new Error(`${statusCode}: ${await body.text()}`)
        await body.dump()
      }
    }),
  )
  return (count / (performance.now() - began)) * 1000
}
