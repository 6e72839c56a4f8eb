import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startNode } from '../harness/payrun.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const asWindows = `data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`

it.each([
  [
    'en',
    'README.md',
    'payrun does not run directly on Windows: run it in WSL 2 or Docker (see "Windows" in README.md).\n',
  ],
  [
    'fr',
    'README.fr.md',
    'payrun ne fonctionne pas directement sous Windows : lancez-le dans WSL 2 ou Docker (voir « Windows » dans README.fr.md).\n',
  ],
])('on Windows says in a sentence what to use instead, and where that is written: %s', async (language, page, said) => {
  const args = ['--import', asWindows, 'bin/payrun.js', '--version']
  const { code, stdout, stderr } = await startNode(args, { cwd: root, env: { PAYRUN_LANG: language } }).ended
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: said })
  expect(readFileSync(join(root, page), 'utf8')).toMatch(/^### Windows$/m)
})

it('starts on the platform that it is on', async () => {
  const { code, stderr } = await startNode(['bin/payrun.js', '--version'], { cwd: root }).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
