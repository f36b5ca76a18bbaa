import { Refused, type FaultCode } from '#contract/faults.ts'
import type { GatewayResult, TroubleKind } from '#gateway-client/meaning.ts'
import type { Log } from '../http/log.ts'

export const faultOf: Readonly<Record<TroubleKind, FaultCode>> = {
  credentials: 'gateway_refused_credentials',
  address: 'gateway_misconfigured',
  network: 'gateway_unreachable',
}

/** The refusal of whoever needed an answer of the gateway that did not come; only where nothing was sent for payment. */
export function unusable(told: GatewayResult<unknown> | undefined): Refused {
  if (told?.kind === 'not-delivered' && told.unfit)
    return new Refused('field_invalid', told.unfit.rule, told.unfit.field)
  return new Refused(faultOf[(told && 'trouble' in told && told.trouble?.kind) || 'network'])
}

const codes: ReadonlySet<string> = new Set(Object.values(faultOf))

/** Whether an error says that the gateway could not be asked. */
export const isUnusable = (error: unknown): boolean => error instanceof Refused && codes.has(error.code)

/** What the gateway said no to, in its own words. */
export const refusedByGateway = (errorCode: number, message: string): Refused =>
  new Refused(
    'gateway_refused',
    `The gateway refused: ${message.slice(0, LONGEST) || 'it does not say why'} (errorCode ${errorCode}).`,
  )

/** Characters of a gateway's message that are passed on. */
const LONGEST = 200

/** Throws what a request came to unless it was answered; true when nobody knows whether it was worked on. */
export function isLost(
  { log }: { readonly log: Log },
  op: string,
  order: string,
  told: GatewayResult<unknown>,
): boolean {
  if (told.kind === 'answered') return false
  if (told.kind === 'refused') throw refusedByGateway(told.errorCode, told.message)
  log.warn({ op, order, code: told.kind, state: told.why })
  if (told.kind === 'not-delivered') throw unusable(told)
  return true
}
