#!/usr/bin/env node
// Plain JavaScript on purpose: an older Node must be able to read this far, to be told what it lacks in a sentence.
import { existsSync } from 'node:fs'
// Not by its name: it isn't there in an older Node, which would stop at that.
import * as nodeModule from 'node:module'

// As readLanguage of process.ts, which can't be read here: by itself, and before any .env.
const { PAYRUN_LANG, LC_ALL, LC_MESSAGES, LANG } = process.env
const isFrench = /^fr(?![a-z])/i.test(PAYRUN_LANG || LC_ALL || LC_MESSAGES || LANG || '')
if (process.platform === 'win32') {
  process.stderr.write(
    isFrench
      ? 'payrun ne fonctionne pas directement sous Windows : lancez-le dans WSL 2 ou Docker (voir « Windows » dans README.fr.md).\n'
      : 'payrun does not run directly on Windows: run it in WSL 2 or Docker (see "Windows" in README.md).\n',
  )
  process.exit(2)
}
if (Number(process.versions.node.split('.')[0]) < 24) {
  // A checkout that was set up for development has its own, which npm's scripts run. A package has none.
  const hasOwn = existsSync(new URL('../node_modules/payrun-node24/package.json', import.meta.url))
  const sentence = isFrench
    ? `payrun a besoin de Node 24 ou plus récent, et vous utilisez la version ${process.version.slice(1)} : `
    : `payrun needs Node 24 or newer, and this is ${process.version}: `
  const advice = isFrench
    ? hasOwn
      ? 'utilisez « npm run -s payrun -- … », qui apporte le sien, ou installez Node 24.'
      : 'installez Node 24.'
    : hasOwn
      ? 'use "npm run -s payrun -- …", which brings its own, or install Node 24.'
      : 'install Node 24.'
  process.stderr.write(`${sentence}${advice}\n`)
  process.exit(2)
}
nodeModule.enableCompileCache?.()
// A checkout runs the TypeScript as it is. A package has JavaScript, since Node takes no types off inside node_modules.
const inCheckout = existsSync(new URL('../src/cli/main.ts', import.meta.url))
const { main } = await import(inCheckout ? '../src/cli/main.ts' : '../dist/src/cli/main.js')
await main(process.argv, process.env)
