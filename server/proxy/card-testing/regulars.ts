import type { Counters } from './counters.ts'

/** Networks that have paid; their shoppers are not suspects just because too many tries are declined. */
export interface Regulars {
  isKnown(network: string): Promise<boolean>
  paid(network: string): Promise<void>
}

/** Milliseconds for which a network is known: seven days. */
const KNOWN = 7 * 86_400_000

export const buildRegulars = (counters: Counters): Regulars => ({
  isKnown: async (network) => (await counters.count(paidFrom(network))) > 0,
  paid: async (network) => void (await counters.add(paidFrom(network), ONE, KNOWN)),
})

const ONE = 'payment'
const paidFrom = (network: string): string => `paid from ${network}`
