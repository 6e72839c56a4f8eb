import { writeFileSync } from 'node:fs'

/**
 * Loaded into a process that is measured: leaves its largest resident set, in KiB, behind. Plain JavaScript, since taking
 * types off, before payrun has its cache of compiled code, would count 50 ms of ours as payrun's.
 */
process.on('exit', () => {
  const file = process.env['BENCH_PEAK_FILE']
  if (file) writeFileSync(file, String(process.resourceUsage().maxRSS))
})
