#!/usr/bin/env node
// Plain JavaScript on purpose: an older Node must be able to read this far, to be told what it lacks in a sentence.
import { enableCompileCache } from 'node:module'

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `payrun needs Node 24, and this is ${process.version}. Use "npm run -s payrun -- …", which brings its own, or install Node 24.\n`,
  )
  process.exit(2)
}
enableCompileCache?.()
const { main } = await import('../src/cli/main.ts')
await main(process.argv)
