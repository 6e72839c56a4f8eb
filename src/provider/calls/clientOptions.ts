import { type Language, languages } from '../../words/catalogue.ts'

export interface ClientOptions {
  /** The interface's base URL, `{base_url}` of section 4: http or https; a path and a trailing slash are fine. */
  baseUrl: string
  /** Take a base URL of another machine without TLS: everybody on the way can read the keys, and send payouts with them. */
  allowCleartext?: boolean
  /** Section 5. It goes into request headers and nowhere else. */
  appKey: string
  /** Section 5. It goes into request headers and nowhere else. */
  merchantKey: string
  /** Deadline of one request, from the call to the answer's last byte: 100 to 600,000; 30,000 by default. */
  timeoutMs?: number
  /** Requests in flight at once, 1 to 10,000; 10 by default. A request beyond them waits, within its deadline. */
  connections?: number
  /** Told in a sentence for a log, without credentials, numbers or names. What it throws is passed over. */
  onNotice?: (message: string) => void
  /** Of payrun's own messages in results; English by default. What the provider wrote stays as it wrote it. */
  language?: Language
}

/**
 * For callers without types: what is found out only when a request is out would take its result away. Options that are none
 * of ours may stand beside them.
 */
export function checkOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw new Error('createClient needs an object of options: baseUrl, appKey and merchantKey at least.')
  }
  const { baseUrl, appKey, merchantKey, allowCleartext, onNotice, language, timeoutMs, connections } =
    options as Readonly<Record<keyof ClientOptions, unknown>>
  const demand = (isRight: boolean, sentence: string) => {
    if (!isRight) throw new Error(sentence)
  }
  demand(
    typeof baseUrl === 'string' || baseUrl instanceof URL,
    'baseUrl must be a text: the address of the interface, such as https://pay.example.com.',
  )
  demand(typeof appKey === 'string', 'appKey must be a text: the app-key that the provider gave you.')
  demand(typeof merchantKey === 'string', 'merchantKey must be a text: the merchant-key that the provider gave you.')
  demand([undefined, true, false].includes(allowCleartext as undefined), 'allowCleartext must be true or false.')
  demand(onNotice === undefined || typeof onNotice === 'function', 'onNotice must be a function.')
  demand(
    language === undefined || (languages as readonly unknown[]).includes(language),
    `language must be ${languages.map((each) => `"${each}"`).join(' or ')}.`,
  )
  // Timers take what they can't count for a millisecond: every request would leave, and be given up before its answer.
  checkLimit('timeoutMs', timeoutMs, 100, 600_000)
  checkLimit('connections', connections, 1, 10_000)
}

function checkLimit(name: string, value: unknown, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && Number(value) >= least && Number(value) <= most)) return
  throw new Error(`${name} must be a whole number from ${least} to ${most}.`)
}

/** It is called in the middle of an exchange: a log that throws would end the process, or leave a payout without its result. */
export const withoutThrowing =
  (onNotice: ClientOptions['onNotice']) =>
  (message: string): void => {
    try {
      onNotice?.(message)
    } catch {
      // Nothing depends on it.
    }
  }
