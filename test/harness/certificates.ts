import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Authority {
  /** The path of its certificate, for NODE_EXTRA_CA_CERTS. */
  ca: string
  /** A key and a certificate signed by this authority, for names in openssl's form: `IP:127.0.0.1,DNS:localhost`. */
  issue(names: string): { key: string; cert: string }
  remove(): void
}

export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A new certificate authority that nobody trusts, made by openssl in a folder that `remove` deletes. */
export function makeAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-certificates-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-days',
    '2',
    '-subj',
    '/CN=payrun test authority',
  )
  let issued = 0
  return {
    ca: at('ca.pem'),
    issue: (names) => {
      issued += 1
      const [key, request, cert, extensions] = ['key', 'csr', 'pem', 'ext'].map((end) => at(`${issued}.${end}`))
      writeFileSync(extensions!, `subjectAltName=${names}\n`)
      openssl('req', ...newKey, '-keyout', key!, '-out', request!, '-subj', '/CN=redis')
      const signer = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2']
      openssl('x509', '-req', '-in', request!, '-out', cert!, ...signer, '-extfile', extensions!)
      return { key: key!, cert: cert! }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
