// The list of all that production is made of, as CycloneDX JSON on standard output: npm run sbom > sbom.json. npm's own
// `--omit dev` leaves out what a development package depends on too (pg, undici, bullmq): it is taken out here by npm's mark.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from './childEnvironment.js'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const made = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  cwd,
  env: childEnvironment(),
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (made.status !== 0) process.exit(made.status ?? 1)

const bom = JSON.parse(made.stdout)
const isDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
bom.components = bom.components.filter((component) => !isDevelopment(component))
bom.metadata.component.name = 'payrun'
const kept = new Set([bom.metadata.component, ...bom.components].map((component) => component['bom-ref']))
bom.dependencies = bom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }))
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`)
