import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'

/** csv-parse alone over a file, nothing done with the rows. Prints rows a second. */
const began = performance.now()
let rows = 0
const parser = createReadStream(process.argv[2] ?? '').pipe(parse())
parser.on('data', () => {
  rows += 1
})
await new Promise((resolve, reject) => parser.on('end', resolve).on('error', reject))
process.stdout.write(`${Math.round(rows / ((performance.now() - began) / 1000))}\n`)
