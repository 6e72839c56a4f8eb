import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '../../src/operations/metrics.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

describe('the dashboard and the alerts', () => {
  const metrics = createMetrics(
    { version: '0', sandbox: false },
    { inFlight: () => 0, ledger: async () => undefined, queueJobs: async () => 0, ready: async () => true },
  )

  it.each(['deploy/grafana.json', 'deploy/alerts.yaml'])('%s asks for metrics that a worker has', async (name) => {
    const text = await metrics.text()
    const has = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, metric = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => metric + end) : [metric],
      ),
    )
    const expressions = expressionsOf(name)
    const asked = expressions.flatMap((expression) => expression.match(/\b(payrun|nodejs|process)_\w+/g) ?? [])
    expect(asked.length).toBeGreaterThan(4)
    expect(asked.filter((metric) => !has.has(metric))).toEqual([])
  })

  it('a rule about what is not counted any more sees a worker, too, that has not counted anything yet', async () => {
    const text = await metrics.text()
    const equalsNothing = expressionsOf('deploy/alerts.yaml').flatMap(
      (expression) => expression.match(/sum\(rate\((\w+)\[\w+\]\)\)(?= == 0)/g) ?? [],
    )
    const always = (asked: string) => text.includes(`\n${/payrun_\w+/.exec(asked)?.[0]} `)
    expect(equalsNothing.filter((asked) => !always(asked))).toEqual([])
    expect(expressionsOf('deploy/alerts.yaml').join()).toContain(
      '(sum(rate(payrun_payouts_total[10m])) or vector(0)) == 0',
    )
  })

  it('the dashboard adds up what is open over the states of batches, and takes one worker’s word for it', () => {
    const open = expressionsOf('deploy/grafana.json').filter((expression) => expression.includes('payrun_open_'))
    expect(open).toHaveLength(2)
    for (const expression of open)
      expect(expression).toMatch(/^sum by \(\w+\) \(max by \((operator, batch_state|batch_state, operator)\)/)
  })

  it('the dashboard shows every metric of payrun', async () => {
    const names = [...(await metrics.text()).matchAll(/^# TYPE (payrun_\S+) /gm)].map(([, metric = '']) => metric)
    const text = read('deploy/grafana.json')
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((metric) => !text.includes(metric))).toEqual([])
  })
})

/** Every PromQL expression of a dashboard or of a file of rules. */
function expressionsOf(name: string): string[] {
  const found: string[] = []
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, each] of Object.entries(value)) {
      if (key === 'expr' && typeof each === 'string') found.push(each)
      else look(each)
    }
  }
  look(parse(read(name)))
  return found
}
