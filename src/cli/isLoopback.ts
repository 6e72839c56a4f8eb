import { isIP } from 'node:net'

/** Whether only this machine can reach it. `localhost` is the loopback by its name's definition (RFC 6761). */
export function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.')
  return host === '::1' || host.toLowerCase() === 'localhost'
}
