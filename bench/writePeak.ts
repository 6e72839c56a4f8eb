import { writeFileSync } from 'node:fs'

/** Loaded into a process that is measured: leaves its largest resident set, in KiB, behind. */
process.on('exit', () => {
  const file = process.env['BENCH_PEAK_FILE']
  if (file) writeFileSync(file, String(process.resourceUsage().maxRSS))
})
