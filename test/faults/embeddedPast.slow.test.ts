import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writePayroll } from '../harness/payroll.ts'
import { payrun, temporaryFolder, until } from '../harness/payrun.ts'
import { startProvider } from '../harness/provider.ts'
import { placesOf } from '../ledger/embedded/embedded-home.ts'

/** A PAYRUN_HOME whose batch waits to be paid, and its server has stopped. */
async function waiting() {
  const folder = temporaryFolder()
  const provider = await startProvider()
  onTestFinished(async () => {
    await provider.close()
    folder.remove()
  })
  const home = join(folder.path, 'home')
  const env = {
    PAYRUN_HOME: home,
    PAYRUN_PROVIDER_URL: provider.url,
    PAYRUN_APP_KEY: 'an-app-key',
    PAYRUN_MERCHANT_KEY: 'a-merchant-key',
  }
  // Whoever copies the folder does so when the server has stopped.
  const call = async (...args: string[]) => {
    const ended = await payrun(args, { env, cwd: folder.path })
    await until('the server has stopped', () => !existsSync(join(placesOf(home).data, 'postmaster.pid')))
    return ended
  }
  const file = writePayroll(folder.path, 15)
  const submitted = await call('submit', file)
  expect(submitted, submitted.stderr).toMatchObject({ code: 0 })
  return { folder: folder.path, home, provider, call }
}

const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to])

it.each([
  { what: 'the folder of the embedded database', of: (home: string) => placesOf(home).data },
  { what: 'the whole PAYRUN_HOME, with its marks', of: (home: string) => home },
])('$what, put back: nothing is sent again, and recover --since puts it in doubt', async ({ of }) => {
  const { folder, home, provider, call } = await waiting()
  const backup = join(folder, 'backup')
  copy(of(home), backup)
  const before = `${new Date(Date.now() - 60_000).toISOString().slice(0, 19)}Z`
  const paid = await call('resume', 'last')
  expect(paid, paid.stderr).toMatchObject({ code: 0 })
  expect(provider.seen).toHaveLength(15)
  rmSync(of(home), { recursive: true })
  copy(backup, of(home))

  const again = await call('resume', 'last')
  expect(again, again.stderr).toMatchObject({ code: 5 })
  expect(provider.seen).toHaveLength(15)
  const recovered = await call('recover', '--since', before, '--note', 'the copy of this morning', '--json')
  expect(recovered, recovered.stderr).toMatchObject({ code: 0 })
  expect(JSON.parse(recovered.stdout)).toMatchObject({ fenced: null, rows_in_doubt: 15 })
  const status = JSON.parse((await call('status', 'last', '--json')).stdout)
  expect(status).toMatchObject({ counts: { unknown: 15 } })
  expect(status.fenced).toBeUndefined()
  expect(provider.seen).toHaveLength(15)
})
