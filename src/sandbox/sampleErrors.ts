import type { FastifyInstance } from 'fastify'
import { sandboxAppKey, sandboxMerchantKey, sandboxStatusPath } from './createSandbox.ts'
import { noFaults } from './faults.ts'
import type { SandboxServices } from './state/records.ts'

interface Unseen {
  app: FastifyInstance
  services: Pick<SandboxServices, 'faults'>
}

/** A sandbox that listens nowhere and keeps nothing. */
export type OpenUnseen = (options: { approvedForPayouts: boolean }) => Unseen

/** What the sandbox answers with: by path, then by HTTP status. */
type SampleErrors = Readonly<Record<string, Readonly<Record<number, object>>>>

interface Provoked {
  /** In the place of the headers that the document lists. */
  headers?: Record<string, string>
  /** In the place of a valid body. */
  body?: (valid: object) => object
  /** Of the switchboard. */
  faults?: object
}

const keys = { 'app-key': sandboxAppKey, 'merchant-key': sandboxMerchantKey }
const accept = { accept: 'application/json' }
const json = { 'content-type': 'application/json' }

/** How a caller meets each status. */
const provocations: Readonly<Record<number, Provoked>> = {
  400: { body: (valid) => ({ ...valid, amount: undefined }) },
  401: { headers: { ...accept, ...json } },
  // Of a merchant who is not approved.
  403: {},
  // The status call is the only one that asks about a reference, and there is none yet.
  404: {},
  406: { headers: { ...keys, ...json } },
  413: { body: () => ({ description: 'x'.repeat(1024 * 1024) }) },
  415: { headers: { ...keys, ...accept, 'content-type': 'text/plain' } },
  429: { faults: { tooManyRate: 1 } },
  500: { faults: { errorRate: 1 } },
  503: { faults: { outageOperator: 'mtn-benin' } },
}

/**
 * What a sandbox answers with where a call fails. It is asked, so that what is shown can't differ from what is answered.
 *
 * @param asked the statuses that each path shows, and a valid body for it (of mtn-benin where it names an operator)
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
      // One after the other: each sets the switchboard for itself.
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
