import type { Payable } from '../../src/payout/keys.ts'
import { createProviderClient, type ProviderClientOptions } from '../../src/provider/client.ts'

export const payable: Payable = {
  operator: 'mtn-benin',
  phone: '2290197000001',
  amountMinor: 1500n,
  currency: 'XOF',
  name: 'Awa Zinsou',
}

/** Planted: none of them may come back in a message. */
export const secrets = ['app-key-f00dfeed', 'merchant-key-deadbeef', payable.phone, '97000001', 'Zinsou']

export const clientOf = (baseUrl: string, options: Partial<ProviderClientOptions> = {}) =>
  createProviderClient({
    baseUrl,
    appKey: 'app-key-f00dfeed',
    merchantKey: 'merchant-key-deadbeef',
    connections: 5,
    timeoutMs: 20_000,
    ...options,
  })
