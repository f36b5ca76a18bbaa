import type { Clock } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import { gatewayClient, type Call, type Credentials, type GatewayClient } from '#gateway-client/gateway-client.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import type { Journal } from '#ports/journal.ts'
import { privateKeyIn } from '#signature/pem.ts'
import { requestSigner } from '#signature/signature.ts'
import type { ProxyConfig } from '../config/config.ts'
import type { GatewaySettings } from '../config/gateway-settings.ts'
import { faultOf } from './gateway-fault.ts'
import type { Log } from '../http/log.ts'
import type { Check } from './check.ts'
import { buildOutages } from '../http/outages.ts'
import { CHECK_TIMEOUT, checkGateway, type Reason } from './readiness.ts'

interface GatewayOptions {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly journal: Journal
  readonly log: Log
}

/** The merchant's gateway, and the check whether it can be used. */
export interface OpenGateway {
  readonly gateway: GatewayClient
  readonly gatewayCheck: Check<Reason>
}

/** Creates the gateway's client for the merchant; logs why the gateway could not be used, and when it can be again. */
export function openGateway(
  { gateway: given }: ProxyConfig,
  { clock, fetch, journal, log }: GatewayOptions,
): OpenGateway {
  const { base, timeoutMs, signingKey } = given
  const outages = buildOutages({ clock, log })
  const onCall = (call: Call): void => {
    const { what: op, order, kind, trouble } = call
    log.debug({ op, order, state: kind })
    if (trouble) outages.failed({ op, code: faultOf[trouble.kind], message: sentenceOf(op, trouble.cause) })
    else outages.worked(op)
    if (trouble) gatewayCheck.markUncertain()
    const detail = lost[kind]
    if (detail) journal.note({ from: 'gateway', to: 'proxy', what: op, order, detail })
  }
  const options = {
    base,
    credentials: credentialsOf(given),
    fetch,
    timeoutMs,
    clock,
    ...(signingKey && { signer: requestSigner(privateKeyIn(signingKey.reveal())) }),
    onCall,
  }
  const once = gatewayClient({ ...options, timeoutMs: Math.min(timeoutMs, CHECK_TIMEOUT), asksOnce: true })
  const gatewayCheck = checkGateway(once, clock, given.token !== undefined)
  return { gateway: gatewayClient(options), gatewayCheck }
}

function credentialsOf({ userName, password, token }: GatewaySettings): Credentials {
  if (token) return { token: token.reveal() }
  return { userName: userName ?? '', password: password?.reveal() ?? '' }
}

const sentenceOf = (op: string, cause: string): string => `The gateway could not be used for ${op}: ${cause}.`

/** Details in the timeline for an exchange that may not have reached the gateway. */
const lost: Readonly<Partial<Record<GatewayResult<unknown>['kind'], string>>> = {
  'not-delivered': 'not reached',
  ambiguous: 'answer lost',
}
