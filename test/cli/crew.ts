import pg from 'pg'
import { expect } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile } from '../harness/payroll.ts'

export type Person = [reference: string, name: string, number: number, amount: number]

export const crew: Person[] = [
  ['E-1', 'Awa Diop', 1, 1000],
  ['E-2', 'Aïcha Koné', 2, 2000],
  ['E-3', 'Moussa Ba', 3, 3000],
  ['E-4', 'Yao Kouassi', 4, 4000],
]

export interface Told {
  line: number | null
  code: string
  message: string
}

export const codes = ({ warnings }: { warnings: Told[] }) => warnings.map(({ line, code }) => [line, code])

const payroll = (people: readonly Person[]) =>
  `reference,name,operator,phone_number,amount\n${people
    .map(([reference, name, number, amount]) => `${reference},${name},mtn-benin,${beninNumber(number)},${amount}\n`)
    .join('')}`

/** A ledger and a folder for files of people. Called by each file of tests, whose own they are. */
export function setUpCrew() {
  const paying = setUpPaying()

  async function query(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
    await client.connect()
    try {
      return (await client.query(sql, values)).rows
    } finally {
      await client.end()
    }
  }

  const file = (name: string, people: readonly Person[]): string => {
    writeFile(paying.folder, name, payroll(people))
    return name
  }

  const pay = async (name: string, people: readonly Person[], period: string) => {
    const ended = await paying.call('run', file(name, people), '--period', period, '--allow-duplicates', '--json')
    expect(ended.code, ended.stdout).toBe(0)
    return JSON.parse(ended.stdout)
  }

  const validate = async (name: string, people: readonly Person[], period: string | null = '2026-12') => {
    // What was paid less than a day before is refused unless it is meant.
    const options = ['--allow-duplicates', ...(period ? ['--period', period] : [])]
    const ended = await paying.call('validate', file(name, people), ...options, '--json')
    expect(ended.code).toBe(0)
    return JSON.parse(ended.stdout)
  }

  return { paying, query, file, pay, validate }
}
