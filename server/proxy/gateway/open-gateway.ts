import type { Clock } from '#contract/ports.ts'
import type { Carry } from '#contract/wire/client.ts'
import { gatewayClient, type Call, type GatewayClient } from '#gateway-client/gateway-client.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import type { Journal } from '#ports/journal.ts'
import { privateKeyIn } from '#signature/pem.ts'
import { requestSigner } from '#signature/signature.ts'
import type { ProxyConfig } from '../config/config.ts'
import { faultOf } from './gateway-fault.ts'
import type { Log } from '../http/log.ts'
import type { Look } from './look.ts'
import { buildOutages } from '../http/outages.ts'
import { LOOK_TIMEOUT, lookAtGateway, type Reason } from './readiness.ts'

interface GatewayParts {
  readonly clock: Clock
  readonly carry: Carry
  readonly journal: Journal
  readonly log: Log
}

/** The merchant's gateway, and the look whether it can be used. */
export interface OpenGateway {
  readonly gateway: GatewayClient
  readonly gatewayLook: Look<Reason>
}

/** Asks the gateway in the merchant's name; the log is told why it could not be used, and when it can be again. */
export function openGateway(
  { gateway: given }: ProxyConfig,
  { clock, carry, journal, log }: GatewayParts,
): OpenGateway {
  const { base, userName, password, timeoutMs, signingKey } = given
  const outages = buildOutages({ clock, log })
  const told = (call: Call): void => {
    const { what: op, order, kind, trouble } = call
    log.debug({ op, order, state: kind })
    if (trouble) outages.failed({ op, code: faultOf[trouble.kind], state: sentenceOf(op, trouble.cause) })
    else outages.worked(op)
    if (trouble) gatewayLook.doubt()
    const detail = lost[kind]
    if (detail) journal.note({ from: 'gateway', to: 'proxy', what: op, order, detail })
  }
  const parts = {
    base,
    credentials: { userName, password: password.reveal() },
    carry,
    timeoutMs,
    clock,
    ...(signingKey && { signer: requestSigner(privateKeyIn(signingKey.reveal())) }),
    told,
  }
  const once = gatewayClient({ ...parts, timeoutMs: Math.min(timeoutMs, LOOK_TIMEOUT), asksOnce: true })
  const gatewayLook = lookAtGateway(once, clock)
  return { gateway: gatewayClient(parts), gatewayLook }
}

const sentenceOf = (op: string, cause: string): string => `The gateway could not be used for ${op}: ${cause}.`

/** What the timeline says of an exchange that the gateway itself may know nothing of. */
const lost: Readonly<Partial<Record<GatewayResult<unknown>['kind'], string>>> = {
  'not-delivered': 'not reached',
  ambiguous: 'answer lost',
}
