import { paymentBlockers } from '#server-contract/payment-blockers.ts'
import type { Clock } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import {
  gatewayClient,
  type Call,
  type Credentials,
  type GatewayClient,
  type GatewayClientOptions,
} from '#gateway-client/gateway-client.ts'
import type { GatewayError, GatewayResult } from '#gateway-client/answer-kind.ts'
import type { Journal } from '#ports/journal.ts'
import { privateKeyIn } from '#signature/pem.ts'
import { requestSigner } from '#signature/signature.ts'
import type { ProxyConfig } from '../config/config.ts'
import { readsByIdOnly, type GatewaySettings } from '../config/gateway-settings.ts'
import { blockerOf } from './gateway-failure.ts'
import type { Log } from '../http/log.ts'
import type { Check } from './check.ts'
import { buildOutages } from '../http/outages.ts'
import { CHECK_TIMEOUT, checkGateway, type Reason } from './readiness.ts'

interface GatewayOptions {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly journal: Journal
  readonly log: Log
  /** Called for every request once its result is known. */
  readonly onCall?: ((call: Call) => void) | undefined
}

/** The merchant's gateway, and the check whether it can be used. */
export interface OpenGateway {
  readonly gateway: GatewayClient
  readonly gatewayCheck: Check<Reason>
}

/** Creates the gateway's client for the merchant; logs why the gateway could not be used, and when it can be again. */
export function openGateway(
  { gateway: given }: ProxyConfig,
  { clock, fetch, journal, log, onCall: counted }: GatewayOptions,
): OpenGateway {
  const { timeoutMs } = given
  const outages = buildOutages({ clock, log })
  const onCall = (call: Call): void => {
    const { what: op, order, kind, error, dropped = [] } = call
    counted?.(call)
    log.debug({ op, order, code: kind })
    if (error)
      outages.failed({ op, ...(order && { order }), code: blockerOf[error.kind], message: sentenceOf(op, error) })
    else outages.worked(op)
    if (error) gatewayCheck.markUncertain()
    for (const field of dropped) noteDropped(op, field)
    const detail = lost[kind]
    if (detail) journal.note({ from: 'gateway', to: 'proxy', what: op, order, detail })
  }
  const known = new Set<string>()
  const noteDropped = (op: string, field: string): void => {
    if (known.has(`${op} ${field}`)) return
    known.add(`${op} ${field}`)
    log.warn({ op, code: 'field_dropped', field, message: 'is not of the described type, and is ignored' })
  }
  // A check is about no order of the shop’s.
  const once = checkingGateway(given, { clock, fetch, onCall: (call) => onCall({ ...call, order: '' }) })
  const gatewayCheck = checkGateway(once, clock, {
    byId: readsByIdOnly(given),
    needsKey: given.profile.cardsInPage,
  })
  return { gateway: gatewayClient({ ...optionsOf(given), fetch, timeoutMs, clock, onCall }), gatewayCheck }
}

type Transport = Pick<GatewayClientOptions, 'clock' | 'fetch' | 'onCall'>

/** A client that checks whether the gateway can be used: it waits less for an answer, and repeats nothing. */
export const checkingGateway = (given: GatewaySettings, transport: Transport): GatewayClient =>
  gatewayClient({
    ...optionsOf(given),
    ...transport,
    timeoutMs: Math.min(given.timeoutMs, CHECK_TIMEOUT),
    asksOnce: true,
  })

const optionsOf = (given: GatewaySettings) => ({
  base: given.base,
  profile: given.profile,
  credentials: credentialsOf(given),
  ...(given.signingKey && { signer: requestSigner(privateKeyIn(given.signingKey.reveal())) }),
})

function credentialsOf({ userName, password, token }: GatewaySettings): Credentials {
  if (token) return { token: token.reveal() }
  return { userName: userName ?? '', password: password?.reveal() ?? '' }
}

const sentenceOf = (op: string, { kind, cause }: GatewayError): string =>
  `The gateway could not be used for ${op}: ${cause}. ${paymentBlockers[blockerOf[kind]].remedy}.`

/** Details in the timeline for an exchange that may not have reached the gateway. */
const lost: Readonly<Partial<Record<GatewayResult<unknown>['kind'], string>>> = {
  'not-delivered': 'not reached',
  ambiguous: 'answer lost',
}
