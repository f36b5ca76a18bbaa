import type { CodeRule } from '../code-rule.ts'
import { isByOperator } from '#contract/methods/methods.ts'

/** The most that one transfer moves, in minor units with the fee: 1,000,000 roubles. */
const LARGEST = 100_000_000

/** The tickets that the Faster Payments System can pay (family). */
export const sbpRules: readonly CodeRule[] = [
  ['currency', 'must be 643', ({ currency }) => currency === '643'],
  ['capture', 'must not be two-phase', ({ capture }) => capture !== 'two-phase'],
  ['channel', 'must be web', (ticket) => !isByOperator(ticket)],
  ['features', 'must not contain VERIFY', ({ features }) => !features?.includes('VERIFY')],
  [
    'amount',
    `must be 1 to ${LARGEST} with the fee`,
    ({ amount, feeInput = 0 }) => amount + feeInput >= 1 && amount + feeInput <= LARGEST,
  ],
  ['merchantLogin', 'must not be given', ({ merchantLogin }) => merchantLogin === undefined],
  ['merchantInn', 'must not be given', ({ merchantInn }) => merchantInn === undefined],
]
