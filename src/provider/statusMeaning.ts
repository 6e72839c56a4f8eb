export type StatusMeaning = 'success' | 'positive' | 'under_way' | 'failure' | 'other'

/**
 * What the text of a payout's status says. The interface document shows two words, `success` and `FAILED` (2.5, 2.7), and
 * lists none; the rest are what services of this kind use. Only `success` ever makes a payout paid: the others are here
 * to notice a contradiction.
 */
export function statusMeaning(status: string): StatusMeaning {
  return (
    meanings.get(
      status
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_-]+/g, ' '),
    ) ?? 'other'
  )
}

const meanings = new Map<string, StatusMeaning>([
  ['success', 'success'],
  ...all('positive', ['successful', 'succeeded', 'succeed', 'completed', 'complete', 'paid', 'approved', 'done', 'ok']),
  ...all('under_way', [
    'pending',
    'processing',
    'in progress',
    'initiated',
    'accepted',
    'submitted',
    'queued',
    'waiting',
  ]),
  ...all('failure', ['failed', 'failure', 'fail', 'error', 'rejected', 'refused', 'declined', 'denied', 'reversed']),
  ...all('failure', ['cancelled', 'canceled', 'expired', 'invalid', 'unsuccessful', 'aborted', 'timeout']),
])

function all(meaning: StatusMeaning, words: readonly string[]): [string, StatusMeaning][] {
  return words.map((word) => [word, meaning])
}
