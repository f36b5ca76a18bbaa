import { ProxyError } from '#contract/proxy-errors.ts'
import type { SealingKeys } from '#server-contract/gateway/card-payments.ts'
import { paymentBlockers } from '#server-contract/payment-blockers.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { unusable } from './gateway-failure.ts'

/** The key that seals cards, in an answer of se/keys.do: the first one; or why there is none. */
export function keyIn(result: GatewayResult<SealingKeys>): SealingKeys['keys'][number] | ProxyError {
  const first = result.kind === 'answered' ? result.answer.keys[0] : undefined
  if (first) return first
  return isOutage(result) ? unusable(result) : new ProxyError('gateway_misconfigured', `${blocker.cause}.`)
}

const blocker = paymentBlockers.sealing_key_missing

/** Whether the gateway could not be used at all, which is logged as an outage. */
export const isOutage = ({ kind }: GatewayResult<SealingKeys>): boolean =>
  kind === 'not-delivered' || kind === 'ambiguous'
