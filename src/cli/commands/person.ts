import type { PersonDocument } from '../../app/batches/rows.ts'
import { failure } from '../../app/context.ts'
import { parseLimit } from '../../payout/money/money.ts'
import { isCurrency } from '../../payout/operators/operator.ts'
import type { PayoutState } from '../../payout/state.ts'
import { count, moment, money, moneyOf, say } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addCommand, example, type Program, type Run, wholeNumber } from '../commandOptions.ts'
import { printable, shown, stateWord, t, text } from '../terminal/text.ts'

/** A person's past and planned payouts in all batches. */
export const addPerson = (program: Program, run: Run) =>
  addCommand(program, 'person')
    .argument('<word>', t('summary.person_help_word'))
    .option('--limit <n>', t('summary.person_help_limit'), wholeNumber(1, 500), 20)
    .addHelpText(
      'after',
      example(['payrun person "Awa Diop"', 'payrun person EMP-0042'], [t('summary.person_note_person')]),
    )
    .action((word, { limit, ...options }) => run(options, (cli) => show(cli, word, limit)))

/** The most payouts of a person: enough for decades. */
const payoutsOfEach = 10_000

async function show(cli: Cli, word: string, limit: number): Promise<number> {
  const search = word.trim()
  if (search === '') return fail(cli, failure('usage', say('summary.person_whom')))
  const { findPeople } = await import('../../app/batches/rows.ts')
  const found = await findPeople(cli, { search, limit, ofEach: payoutsOfEach })
  if (!found.ok) return fail(cli, found)
  const { people, next } = found.page
  if (cli.json) cli.printJson(found.page)
  else if (people.length === 0) cli.print(t('summary.person_nobody_found', { word: printable(word) }))
  else {
    const parts = await Promise.all(people.map((person) => partOf(cli, person)))
    cli.print(parts.join('\n\n'))
    if (next !== null) cli.print(`\n${t('summary.person_there_are_more', { shown: count(people.length) })}`)
  }
  return exitCode.done
}

async function partOf(cli: Cli, person: PersonDocument): Promise<string> {
  const { renderTable } = await import('../terminal/table.ts')
  const { name, phone_number: phone, references, payouts } = person
  const head =
    name === null ? `+${phone}` : t('summary.person_name_and_number', { name: printable(name), number: `+${phone}` })
  const table = renderTable({
    columns: [
      { head: t('summary.person_when_utc') },
      { head: t('report.amount'), align: 'right' },
      { head: t('summary.state') },
      { head: t('summary.person_batch_and_line'), whole: true },
    ],
    rows: payouts.map(({ batch, line, sandbox, amount, currency, at, ...payout }) => [
      shown(moment(new Date(at))),
      sumText(minorOf(amount, currency), currency),
      sandbox ? t('summary.state_in_sandbox', { state: stateOfPayout(payout) }) : stateOfPayout(payout),
      `${batch}:${line}`,
    ]),
    width: cli.width,
    style: cli.style,
  })
  const lines = [cli.style.paint(head, 'bold')]
  if (references.length > 0)
    lines.push(t('summary.person_references', { references: references.map((each) => printable(each)).join(', ') }))
  const trials = payouts.filter(({ sandbox }) => sandbox).length
  const real = payouts.filter(({ sandbox }) => !sandbox)
  lines.push(text(paidSentence(real)))
  const doubtful = real.filter((each) => each.maybe_paid || each.maybe_not_paid).length
  if (doubtful > 0) lines.push(cli.style.paint(t('summary.person_doubtful', { n: doubtful }), 'yellow'))
  if (trials > 0) lines.push(t('summary.person_trials', { n: trials, payouts: count(trials) }))
  return [...lines, table].join('\n')
}

function stateOfPayout(
  payout: Pick<PersonDocument['payouts'][number], 'status' | 'maybe_paid' | 'maybe_not_paid'>,
): string {
  const state = stateWord(payout.status)
  if (payout.maybe_paid) return `${state}, ${t('report.state_maybe_paid')}`
  return payout.maybe_not_paid ? `${state}, ${t('report.state_maybe_not_paid')}` : state
}

const open: readonly PayoutState[] = ['pending', 'sending', 'accepted', 'unknown']

/** The sums paid by currency, and how many payouts are open. Only for real payouts: the sandbox pays nobody. */
function paidSentence(payouts: PersonDocument['payouts']) {
  const paid = payouts.filter(({ status }) => status === 'paid')
  const sums = new Map<string, bigint>()
  for (const { amount, currency } of paid)
    if (currency !== null) sums.set(currency, (sums.get(currency) ?? 0n) + minorOf(amount, currency))
  const told = {
    n: paid.length,
    payouts: count(paid.length),
    open: payouts.filter(({ status }) => open.includes(status)).length,
  }
  return sums.size === 0
    ? say('summary.person_paid_nothing', { open: told.open })
    : say('summary.person_paid_so_far', { ...told, sums: moneyOf(sums) })
}

function minorOf(amount: string | null, currency: string | null): bigint {
  if (amount === null || currency === null || !isCurrency(currency)) return 0n
  const read = parseLimit(amount, currency)
  return read.ok ? read.amountMinor : 0n
}

const sumText = (minor: bigint, currency: string | null): string =>
  currency === null ? '' : shown(money(minor, currency))
