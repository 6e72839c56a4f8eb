import type { FastifyInstance } from 'fastify'
import { sandboxAppKey, sandboxMerchantKey, sandboxStatusPath } from './createSandbox.ts'
import { noFaults } from './faults.ts'
import type { SandboxServices } from './state/records.ts'

interface Unseen {
  app: FastifyInstance
  services: Pick<SandboxServices, 'faults'>
}

/** Creates a sandbox that is not listening and stores nothing. */
export type OpenUnseen = (options: { approvedForPayouts: boolean }) => Unseen

/** The sandbox's answers by path, then by HTTP status. */
type SampleErrors = Readonly<Record<string, Readonly<Record<number, object>>>>

interface Provoked {
  /** Instead of the headers that the document lists. */
  headers?: Record<string, string>
  /** Makes an invalid body from a valid one. */
  body?: (valid: object) => object
  /** The settings of the switchboard. */
  faults?: object
}

const keys = { 'app-key': sandboxAppKey, 'merchant-key': sandboxMerchantKey }
const accept = { accept: 'application/json' }
const json = { 'content-type': 'application/json' }

/** How to provoke each status. */
const provocations: Readonly<Record<number, Provoked>> = {
  400: { body: (valid) => ({ ...valid, amount: undefined }) },
  401: { headers: { ...accept, ...json } },
  // By a merchant who is not approved.
  403: {},
  // Only for the status call: it asks about a reference that doesn't exist.
  404: {},
  406: { headers: { ...keys, ...json } },
  413: { body: () => ({ description: 'x'.repeat(1024 * 1024) }) },
  415: { headers: { ...keys, ...accept, 'content-type': 'text/plain' } },
  429: { faults: { tooManyRate: 1 } },
  500: { faults: { errorRate: 1 } },
  503: { faults: { outageOperator: 'mtn-benin' } },
}

/**
 * The sandbox's answers to failing calls. They come from a real sandbox, so the examples are always what it answers.
 *
 * @param asked the statuses to show for each path, and a valid body (for mtn-benin if it has an operator)
 */
export async function sampleErrors(
  open: OpenUnseen,
  asked: Readonly<Record<string, { statuses: readonly number[]; valid: object | null }>>,
): Promise<SampleErrors> {
  const approved = open({ approvedForPayouts: true })
  const notApproved = open({ approvedForPayouts: false })
  const samples: Record<string, Record<number, object>> = {}
  try {
    for (const [path, { statuses, valid }] of Object.entries(asked)) {
      const ofPath: Record<number, object> = {}
      // One after the other, because each sets the switchboard.
      for (const status of statuses) {
        ofPath[status] = await provoke(status === 403 ? notApproved : approved, path, status, valid)
      }
      samples[path] = ofPath
    }
  } finally {
    await approved.app.close()
    await notApproved.app.close()
  }
  return samples
}

async function provoke(sandbox: Unseen, path: string, status: number, valid: object | null): Promise<object> {
  const { headers = { ...keys, ...accept, ...json }, body, faults } = provocations[status] ?? {}
  sandbox.services.faults.set({ ...noFaults, ...faults })
  const answer = await sandbox.app.inject({
    method: path === sandboxStatusPath ? 'GET' : 'POST',
    url: path.replace('{reference}', 'sbx-of-nobody'),
    headers,
    ...(valid === null ? {} : { payload: JSON.stringify(body?.(valid) ?? valid) }),
  })
  if (answer.statusCode === status) return answer.json()
  throw new Error(`${path} answers ${answer.statusCode} where ${status} is described.`)
}
