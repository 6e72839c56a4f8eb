import type { Config } from '../../config.ts'
import type { Answer } from '../../provider/answer.ts'
import { createProviderClient, type ProviderClient } from '../../provider/client.ts'
import { t } from '../../words/t.ts'
import { type Check, ok, problem, warning } from './check.ts'

const name = 'provider'
const longestMs = 10_000

/** Whether the provider can be reached: one HEAD of the base URL, without credentials. No payout is ever made here. */
export async function checkProvider(config: Config): Promise<Check> {
  const { providerUrl } = config
  if (providerUrl === undefined) return warning(name, t`not checked: PAYRUN_PROVIDER_URL is not set`)
  const opened = open(providerUrl, config)
  if ('message' in opened) return problem(name, opened.message)
  try {
    const found = judge(await opened.client.probe())
    return found.state === 'ok' && isInTheClear(providerUrl)
      ? warning(name, t`It ${found.detail}, but over http: the keys and the payouts can be read on the way. Use https.`)
      : found
  } finally {
    await opened.client.close()
  }
}

function open(baseUrl: string, config: Config): { client: ProviderClient } | { message: string } {
  try {
    const client = createProviderClient({
      baseUrl,
      // Looked at, and not sent: the probe carries no keys.
      appKey: config.appKey ?? 'not-set',
      merchantKey: config.merchantKey ?? 'not-set',
      connections: 1,
      timeoutMs: Math.min(config.timeoutMs, longestMs),
      statusPath: config.statusPath,
    })
    return { client }
  } catch (error) {
    return { message: error instanceof Error ? error.message : t`The provider cannot be used.` }
  }
}

function judge(answer: Answer): Check {
  switch (answer.kind) {
    case 'response':
      if (answer.httpStatus >= 500)
        return warning(name, t`It answers, with HTTP ${answer.httpStatus}: it may be out of order.`)
      return ok(name, t`answers (HTTP ${answer.httpStatus} to a HEAD of the base address)`)
    case 'not_sent': {
      const why = answer.message.replace(/\s?: (nothing was sent|rien n.a été envoyé)\.$/, '')
      return problem(name, t`${why}: check PAYRUN_PROVIDER_URL and the network.`)
    }
    case 'lost':
      return warning(name, t`It takes connections, but gave no readable answer to a HEAD of the base address.`)
  }
}

/** Http to this very machine harms nobody. */
function isInTheClear(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}
