import { argon2, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { say } from '../../words/sentence.ts'
import { type Failure, failure } from '../context.ts'

const derive = promisify(argon2)

/** OWASP's recommendation for argon2id: 19 MiB, 2 passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

const shortestPassword = 12
const longestPassword = 256

/** Why a password is refused, or undefined. Passwords with fewer than four different characters, or with the name twice, are too simple. */
export function refusePassword(password: string, name: string): Failure | undefined {
  const letters = [...normal(password)]
  if (letters.length < shortestPassword || letters.length > longestPassword)
    return failure('usage', say('accounts.password_length', { shortest: shortestPassword, longest: longestPassword }))
  if (new Set(letters).size < 4 || normal(password).toLowerCase().includes(normal(name).toLowerCase().repeat(2)))
    return failure('usage', say('accounts.password_too_simple'))
  return undefined
}

/** A password's hash for storage: argon2id in PHC format, with its own salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return phc(salt, await derive('argon2id', { ...cost, message: normal(password), nonce: salt }))
}

/** Whether the password matches. It takes as long if there is none, so that the time doesn't reveal which accounts exist. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [, , , costs = '', salt = '', tag = ''] = (kept ?? nobodys()).split('$')
  const [memory, passes, parallelism] = costs.split(',').map((part) => Number(part.split('=')[1]))
  const expected = Buffer.from(tag, 'base64')
  const derived = await derive('argon2id', {
    message: normal(password).slice(0, 4 * longestPassword),
    nonce: Buffer.from(salt, 'base64'),
    memory: memory ?? cost.memory,
    passes: passes ?? cost.passes,
    parallelism: parallelism ?? cost.parallelism,
    tagLength: expected.length,
  })
  return timingSafeEqual(derived, expected) && kept !== null
}

/** The same password from another keyboard must match. */
const normal = (password: string): string => password.normalize('NFKC')

const phc = (salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Stands in for a missing password. */
const nobodys = (): string => phc(Buffer.alloc(16), Buffer.alloc(cost.tagLength))

/** A random token for a session, a link, or, with its prefix, an API key. */
export const newToken = (prefix = ''): string => `${prefix}${randomBytes(32).toString('base64url')}`

/**
 * The hash under which a token is stored. Random tokens need no salt or slow hash, and the time of a look-up reveals nothing about the
 * token.
 */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
