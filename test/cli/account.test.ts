import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'

const paying = setUpPaying()

it('a link to set a password says that its address is assumed, unless PAYRUN_DESK_URL names it', async () => {
  const add = (name: string) => paying.call('account', 'add', name, '--role', 'admin')
  const assumed = await add('Paul Kone')
  expect(assumed.stdout).toContain('http://127.0.0.1:8080/password?token=')
  expect(assumed.stderr).toContain("The desk's address is not known here")
  expect(assumed.stderr).toContain('or set PAYRUN_DESK_URL.')
  paying.env['PAYRUN_DESK_URL'] = 'https://pay.example.org'
  const known = await add('Aya Mensah')
  expect(known.stdout).toContain('https://pay.example.org/password?token=')
  expect(known.stderr).not.toContain('not known')
})
