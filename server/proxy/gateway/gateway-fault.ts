import { Refused, type FaultCode } from '#contract/faults.ts'
import type { Told, TroubleKind } from '#gateway-client/meaning.ts'

export const faultOf: Readonly<Record<TroubleKind, FaultCode>> = {
  credentials: 'gateway_refused_credentials',
  address: 'gateway_misconfigured',
  network: 'gateway_unreachable',
}

/** The refusal of whoever needed an answer of the gateway that did not come; only where nothing was sent for payment. */
export function unusable(told: Told<unknown> | undefined): Refused {
  if (told?.kind === 'not-delivered' && told.unfit)
    return new Refused('field_invalid', told.unfit.rule, told.unfit.field)
  return new Refused(faultOf[(told && 'trouble' in told && told.trouble?.kind) || 'network'])
}

const codes: ReadonlySet<string> = new Set(Object.values(faultOf))

/** Whether an error says that the gateway could not be asked. */
export const isUnusable = (error: unknown): boolean => error instanceof Refused && codes.has(error.code)
