import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { payrun, temporaryFolder } from '../harness/payrun.ts'

const folderWith = (name: string, text: string) => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  writeFileSync(join(folder.path, name), text)
  return folder.path
}

it('validate ends with the command that pays the file, read as it was read', async () => {
  const cwd = folderWith("paie d'août.csv", "operator,N° de l'agent,amount\nmtn-benin,+2290197000001,1500\n")
  const options = ['--period', '2026-08', '--max-amount', '2 000', '--map', "phone=N° de l'agent"]
  const ended = await payrun(['validate', "paie d'août.csv", ...options], { cwd, env: { PAYRUN_LANG: 'en' } })
  expect(ended).toMatchObject({ code: 0, stdout: "paie d'août.csv: no problems. 1 payable row: 1,500 FCFA.\n" })
  const line = /^To pay it: .* run (.*)\n$/.exec(ended.stderr)?.[1] ?? ''
  const words = spawnSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' }).stdout.split('\n')
  expect(words.slice(0, 5)).toEqual(["paie d'août.csv", '--period', '2026-08', '--max-amount', '2 000'])
  expect(words.slice(5, 7)).toEqual(['--map', expect.stringMatching(/^phone(_number)?=N° de l'agent$/)])
})

it('says it in French, and not for what came on standard input, nor with --json', async () => {
  const text = 'operator,phone,amount\nmtn-benin,+2290197000001,1500\n'
  const cwd = folderWith('paie.csv', text)
  const env = { PAYRUN_LANG: 'fr' }
  expect((await payrun(['validate', 'paie.csv'], { cwd, env })).stderr).toMatch(
    /^Pour le payer\u00a0: .* run paie\.csv\n$/,
  )
  expect((await payrun(['validate', '-'], { cwd, env, input: text })).stderr).toBe('')
  expect((await payrun(['validate', 'paie.csv', '--json'], { cwd, env })).stderr).toBe('')
})

it('validate ends with the command that checks the file again, or its fixed copy, where there are problems', async () => {
  const cwd = folderWith('paie.csv', 'operator,mobile no,amount\nmtn-benin,97000001,1500\nmtn-benin,12,1500\n')
  const env = { PAYRUN_LANG: 'en' }
  const validate = (...options: string[]) =>
    payrun(['validate', 'paie.csv', '--map', 'phone=mobile no', ...options], { cwd, env })
  const how = "--map 'phone(_number)?=mobile no'"
  const again = (file: string) =>
    expect.stringMatching(new RegExp(`(^|\\n)To check it again: .* validate ${file} ${how}\\n`))
  const marked = expect.stringMatching(
    new RegExp(
      `\\nTo get a copy of the file with the problems marked: .* validate paie\\.csv ${how} -o paie-problems\\.csv\\n$`,
    ),
  )
  expect(await validate()).toMatchObject({ code: 3, stderr: again('paie\\.csv') })
  expect(await validate()).toMatchObject({ stderr: marked })
  expect(await validate('--fix', '-o', 'copy.csv')).toMatchObject({ code: 3, stderr: again('copy\\.csv') })
  expect(await validate('--json')).toMatchObject({ code: 3, stderr: '' })
})
