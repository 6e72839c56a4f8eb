import { Queue, Worker } from 'bullmq'

/**
 * The careless worker, as well as it can be done: a BullMQ job for each row, `fetch`, nothing recorded, no check, no claim.
 * Prints rows a second from the first job taken to the last one done; the jobs are put in before, in bulk.
 */
const [url = '', redisUrl = '', rows = '20000', inFlight = '50'] = process.argv.slice(2)
const total = Number(rows)
const { hostname: host, port } = new URL(redisUrl)
const connection = { host, port: Number(port), maxRetriesPerRequest: null }
const name = `careless-${process.pid}`
const queue = new Queue(name, { connection })
const headers = { 'content-type': 'application/json', 'app-key': 'a', 'merchant-key': 'm' }
for (let from = 0; from < total; from += 1_000) {
  const size = Math.min(1_000, total - from)
  await queue.addBulk(
    Array.from({ length: size }, (_, n) => ({
      name: 'pay',
      data: { operator: 'mtn-benin', amount: '1500', phoneNumber: `22901${97_000_000 + from + n}`, currency: 'XOF' },
      opts: { removeOnComplete: true, removeOnFail: true },
    })),
  )
}
let done = 0
let began = 0
const finished = Promise.withResolvers<void>()
const worker = new Worker(
  name,
  async (job) => {
    began ||= performance.now()
    const answer = await fetch(`${url}/v1/payment/payout/mobile`, {
      method: 'POST',
      headers,
      body: JSON.stringify(job.data),
    })
    await answer.json()
    done += 1
    if (done === total) finished.resolve()
  },
  { connection, concurrency: Number(inFlight) },
)
await finished.promise
process.stdout.write(`${Math.round(total / ((performance.now() - began) / 1000))}\n`)
await worker.close(true)
await queue.obliterate({ force: true })
await queue.close()
process.exit(0)
