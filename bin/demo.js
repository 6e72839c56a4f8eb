// The main job on embedded parts: no server, no account, nothing leaves this machine. Each demo is a payroll of its own
// period, so that it can be run again.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readLanguage } from '../src/process.ts'
import { childEnvironment } from './childEnvironment.js'

const period = `demo ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`
const opening = {
  en: `payrun demo: fixtures/payroll.csv (13 countries, 21 operators) is paid to the built-in sandbox,
which refuses a few rows and leaves a few unclear on purpose.`,
  fr: `Démonstration : fixtures/payroll.csv (13 pays, 21 opérateurs) est payé dans le bac à sable de payrun,
qui refuse exprès quelques lignes et en laisse d'autres sans réponse claire.`,
}
process.stderr.write(`${opening[readLanguage(process.env)]}\n\n`)
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const arguments_ = [
  here('payrun.js'),
  'run',
  here('../fixtures/payroll.csv'),
  '--sandbox',
  '--name',
  'demo',
  '--period',
  period,
  // A demo shows what it pays, and goes on.
  '--yes',
  // The sandbox pays nobody: the same people again are meant.
  '--allow-duplicates',
]
// A demo belongs into no ledger but its own, which the commands that it names are to find, and needs nobody's keys.
const env = { ...childEnvironment(), PAYRUN_HOME: '.payrun/demo', npm_lifecycle_event: 'demo' }
const child = spawn(process.execPath, arguments_, { stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
child.on('exit', (code) => {
  // 4 says that not every row is paid: what this demo is meant to show.
  process.exit(code === 4 ? 0 : (code ?? 1))
})
