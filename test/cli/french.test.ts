import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile } from '../harness/payroll.ts'
import type { Ended } from '../harness/payrun.ts'
import { reply } from '../harness/provider.ts'

const paying = setUpPaying()

/** Words that English sentences can hardly do without, and that French doesn't have. */
const english = new RegExp(
  `(?<![\\w/.=-])(${[
    'the|is|are|was|were|be|been|has|have|had|it|its|this|that|these|there|they|them|their|what|which|who|how|why|when',
    'where|and|or|not|no|nor|never|nobody|nothing|somebody|only|of|in|on|at|to|from|with|without|by|for|until|before',
    'after|again|already|once|than|then|else|so|but|if|can|may|must|would|will|row|rows|line|lines|file|files|batch',
    'batches|paid|unpaid|failed|unknown|pending|cancelled|settled|running|paused|amount|name|state|status|report',
    'payout|payouts|provider|operator|ledger|queue|statement|missing|wrong|empty|write|give|fix|call|use|see|add|set',
  ].join('|')})(?![\\w/.=-])`,
  'giu',
)

/**
 * What stays as it is: commands to type, options, variables, paths, codes in brackets, what stands in quotes, and the data.
 * What English and French both have is left out of the list above.
 */
function englishIn(text: string, data: readonly string[]): string[] {
  let words = text
  for (const each of data) words = words.replaceAll(each, '')
  return words.split('\n').flatMap((sentence) => {
    const said = sentence
      .replace(/"[^"]*"/g, '')
      .replace(/`[^`]*`/g, '')
      .replace(/\bpayrun [a-z]+( (add|release|hold|runs|list))?( last| [a-z0-9]{4,})?/g, '')
      .replace(/--[a-z][a-z-]*/g, '')
      .replace(/\([a-z_, 0-9]+\)/g, '')
      .replace(/^(ligne \d+, )[a-z_]+/, '$1')
      // The French word for a queue.
      .replace(/\bfile (d'attente|des)\b/g, '')
      // What Postgres calls a setting that is in force.
      .replace(/ on$| on (?=dans)/, '')
    return (said.match(english) ?? []).map((word) => `${word}: ${sentence}`)
  })
}

const both = ({ stdout, stderr }: Ended) => `${stdout}\n${stderr}`

async function inFrench(args: string[], { code, data = [] }: { code: number; data?: string[] }): Promise<string> {
  const ended = await paying.call(...args)
  const text = both(ended)
  expect([args.join(' '), ended.code, text]).toEqual([args.join(' '), code, text])
  expect([args.join(' '), englishIn(text, data)]).toEqual([args.join(' '), []])
  expect(text.trim()).not.toBe('')
  return text.replace(/[\u00a0\u202f]/g, ' ')
}

function speakFrench(): void {
  paying.env['PAYRUN_LANG'] = 'fr'
  paying.env['PAYRUN_USER'] = 'aya'
}

it('finds English where it is', () => {
  expect(englishIn('All 3 rows are paid\nLot payé (not_final)\nPour suivre : payrun status last --watch', [])).toEqual([
    'rows: All 3 rows are paid',
    'are: All 3 rows are paid',
    'paid: All 3 rows are paid',
  ])
})

it('a whole payroll is checked, paid in the sandbox, looked at and fixed in French', async () => {
  speakFrench()
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const payroll = /<!-- file: payroll.csv -->\n```csv\n([\s\S]*?)```/.exec(readme)![1]!
  writeFile(paying.folder, 'paie.csv', payroll)
  expect(await inFrench(['validate', 'paie.csv'], { code: 0 })).toContain('lignes à payer : ')
  const names = ['The payout was refused by the operator']
  const run = await inFrench(['run', 'paie.csv', '--sandbox'], { code: 4, data: names })
  expect(run).toContain('435 500 FCFA')
  expect(run).toContain('1 250,50 GHS')
  expect(run).toContain('Que faire ensuite')
  expect(await inFrench(['run', 'paie.csv', '--sandbox'], { code: 3 })).toContain('déjà été soumis')
  expect(await inFrench(['status', 'last'], { code: 0 })).toContain('payé')
  expect(await inFrench(['list'], { code: 0 })).toContain('terminé')
  await inFrench(['retry', 'last', '--line', '2'], { code: 2 })
  expect(await inFrench(['resume', 'last', '--detach'], { code: 0 })).toContain('aucune ligne à payer')
  await inFrench(['cancel', 'last'], { code: 2 })
  await inFrench(['audit', 'last', '--line', '5'], { code: 0, data: names })
  await inFrench(['resolve', 'last', '--line', '2', '--not-paid', '--note', 'relevé'], { code: 2 })
})

it('problems of a file are told in French, with what to do', async () => {
  speakFrench()
  const lines = [
    'reference,name,operator,phone_number,amount',
    'A1,Aya,mtn-benin,123,100',
    'A2,Aya,mtn-bein,97000001,1.5.5',
    `A2,Aya,mtn-benin,${beninNumber(3)},`,
    `,Aya,,${beninNumber(4)},-5`,
    `,Aya,mtn-benin,${beninNumber(5)},100`,
    `,Aya,mtn-benin,${beninNumber(5)},100`,
  ]
  writeFile(paying.folder, 'paie.csv', `${lines.join('\n')}\n`)
  const text = await inFrench(['validate', 'paie.csv'], { code: 3 })
  expect(text).toContain('Corrigez paie.csv')
  expect(text).not.toContain('"')
  expect(text).toMatch(/paie\.csv : \d+ problèmes dans \d+ lignes/)
  await inFrench(['run', 'paie.csv'], { code: 3 })
  await inFrench(['validate', 'absent.csv'], { code: 2 })
  writeFile(paying.folder, 'autre.csv', 'colonne,autre\n1,2\n')
  await inFrench(['validate', 'autre.csv'], { code: 3, data: ['operator, phone_number, amount'] })
  writeFile(paying.folder, 'vide.csv', '')
  await inFrench(['validate', 'vide.csv'], { code: 3 })
})

it('a statement is compared with a batch in French', async () => {
  speakFrench()
  const rows = [1, 2, 3].map((n) => `R${n},mtn-benin,${beninNumber(n)},${n}00`)
  writeFile(paying.folder, 'paie.csv', `reference,operator,phone_number,amount\n${rows.join('\n')}\n`)
  paying.provider.answer = ({ response }) => reply(response, 200, 'not json')
  await inFrench(['run', 'paie.csv'], { code: 4 })
  const statement = [
    'date,reference,phone,amount,status',
    `2026-11-21,X1,${beninNumber(1)},100,PROCESSED`,
    `2026-11-21,X2,${beninNumber(2)},200,bizarre`,
  ]
  writeFile(paying.folder, 'releve.csv', `${statement.join('\n')}\n`)
  await inFrench(['reconcile', 'last', 'releve.csv', '--dry-run'], { code: 4, data: ['not json'] })
  await inFrench(['reconcile', 'last', 'releve.csv'], { code: 4 })
  await inFrench(['reconcile', 'last', 'absent.csv'], { code: 2 })
  writeFile(paying.folder, 'autre.csv', 'colonne,autre\n1,2\n')
  const columns = ['phone, amount, date', 'phone, amount et date']
  await inFrench(['reconcile', 'last', 'autre.csv'], { code: 3, data: columns })
  await inFrench(['report', 'last', '-o', 'rapport.csv'], { code: 0 })
  expect(existsSync(join(paying.folder, 'rapport.csv'))).toBe(true)
})

it('doctor, operators, holds, templates and bad usage speak French', async () => {
  speakFrench()
  await inFrench(['list'], { code: 0 })
  // The counting provider takes payouts only. Nobody listens there.
  paying.env['PAYRUN_PROVIDER_URL'] = 'http://127.0.0.1:9'
  await inFrench(['doctor'], { code: 2, data: [paying.env['DATABASE_URL'] ?? ''] })
  const held = await inFrench(['operators', 'hold', 'mtn-benin', '--note', 'panne'], { code: 0 })
  expect(held).toContain('est suspendu')
  await inFrench(['operators', 'hold', 'mtn-bein'], { code: 2 })
  await inFrench(['operators', 'release', 'mtn-benin'], { code: 0 })
  const nowhere = await inFrench(['template', '--country', 'Atlantide'], { code: 2 })
  expect(nowhere).toContain("Cameroun (CM), Côte d'Ivoire (CI)")
  await inFrench(['template', '-o', 'modele.csv'], { code: 0 })
  await inFrench(['schedule', 'list'], { code: 0 })
  await inFrench(['status', 'zzzz'], { code: 2 })
  await inFrench(['statu', 'last'], { code: 2, data: ['status ?', 'status\u00a0?'] })
  await inFrench(['run'], { code: 2 })
  await inFrench(['run', 'paie.csv', '--nonsense'], { code: 2 })
  await inFrench(['retry', 'last', '--line', 'x'], { code: 2 })
  await inFrench(['purge', '--before', 'hier'], { code: 2 })
  paying.env['PAYRUN_APP_KEY'] = ''
  await inFrench(['run', 'paie.csv'], { code: 2 })
})

it('the table of operators is headed in French', async () => {
  speakFrench()
  const { stdout, code } = await paying.call('operators')
  expect(code).toBe(0)
  expect(stdout.split('\n')[0]).toMatch(/^Pays +Code +Opérateur +Devise +Indicatif +Suspendu/)
  expect(stdout).toMatch(/^Côte d'Ivoire +mtn-ci +MTN Côte d'Ivoire +XOF/m)
  expect(stdout).not.toMatch(/Ivory Coast|Cameroon|Senegal|Tanzania/)
})
