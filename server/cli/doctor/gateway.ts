import { createPublicKey } from 'node:crypto'
import { paymentBlockers } from '#server-contract/payment-blockers.ts'
import type { GatewayClient } from '#gateway-client/gateway-client.ts'
import type { GatewayResult, GatewayErrorKind } from '#gateway-client/answer-kind.ts'
import type { ProxyConfig } from '#proxy/config/config.ts'
import { readsByIdOnly } from '#proxy/config/gateway-settings.ts'
import { isLoopback } from '#proxy/config/origins.ts'
import { checkingGateway } from '#proxy/gateway/open-gateway.ts'
import { blockerOf } from '#proxy/gateway/gateway-failure.ts'
import { readNoOrder } from '#proxy/gateway/readiness.ts'
import { transportTo } from '#proxy/transports.ts'
import { fail, ok, warn, type Result } from '../probe/finding.ts'
import { remedyOf } from '../probe/certificate.ts'
import type { Subject } from './subject.ts'

type Settings = ProxyConfig['gateway']

/** Whether the gateway answers, accepts the login, and publishes a key to seal cards with. */
export async function checkGateway({ config, clock, ca }: Subject): Promise<readonly Result[]> {
  if (!config) return []
  const { gateway } = config
  const fetch = transportTo('gateway', config, ca)
  const once = checkingGateway(gateway, { clock, fetch })
  try {
    const login = loginIn(gateway, await readNoOrder(once, readsByIdOnly(gateway)))
    if (login.level !== 'ok') return [login]
    const keys = gateway.profile.cardsInPage ? [keysIn(gateway, await once.sealingKeys({}), clock.now())] : []
    return [login, ...keys, ...testStandIn(config)]
  } finally {
    await fetch.close()
  }
}

function loginIn(gateway: Settings, result: GatewayResult<unknown>): Result {
  const error = errorIn(result)
  if (error) return fail(`${placeOf(gateway)}: ${error.cause}`, todoOf(error.kind, error.cause, gateway))
  return ok(`${placeOf(gateway)} answers, and accepts ${gateway.token ? 'the token' : 'login and password'}`)
}

/** Words in the host names of banks' test stands. */
const TEST_STAND = /(?:^|[.-])(?:test\d*|uat|sandbox|stage|staging|3dsec|rbsuat|mpi-test)(?:[.-]|$)/

function testStandIn({ publicUrl, gateway: { base } }: ProxyConfig): readonly Result[] {
  const { hostname } = new URL(base)
  if (!TEST_STAND.test(hostname) || isLoopback(new URL(publicUrl))) return []
  return [
    warn(
      `${hostname} is named like a test stand, where nobody pays`,
      'For real payments set TENDER_GATEWAY_URL and the credentials of the bank’s production',
    ),
  ]
}

const placeOf = ({ base, profile }: Settings): string => base + profile.path

/** An order that does not exist is refused, which is not an error. */
const errorIn = (result: GatewayResult<unknown>) =>
  result.kind === 'answered' || (result.kind === 'refused' && !result.error)
    ? undefined
    : (result.error ?? { kind: 'network' as const, cause: 'why' in result ? result.why : 'no answer' })

/** What an authority of a country causes that Node does not know, for the certificate of another party. */
const NATIONAL_CA = /UNABLE_TO_(?:VERIFY|GET_ISSUER)|SELF_SIGNED/

function todoOf(kind: GatewayErrorKind, cause: string, { token, userName, ca }: Settings): string {
  const { remedy } = paymentBlockers[blockerOf[kind]]
  if (kind === 'credentials' && token) return 'Correct TENDER_GATEWAY_TOKEN'
  if (kind === 'credentials' && userName && !/-api$/i.test(userName))
    return `${remedy}; the login of an API user usually ends in -api, and the one of the bank's office is refused here`
  if (kind === 'network' && ca === undefined && NATIONAL_CA.test(cause))
    return 'Set TENDER_GATEWAY_CA to the PEM of the authority that signed the bank’s certificate, such as a national one, or name its file in NODE_EXTRA_CA_CERTS'
  return kind === 'network' ? remedyOf(cause, remedy) : remedy
}

/** Bits of an RSA key that cards may be sealed with. */
const LEAST_BITS = 2048

function keysIn(gateway: Settings, result: Awaited<ReturnType<GatewayClient['sealingKeys']>>, now: number): Result {
  const place = `the keys at ${placeOf(gateway)}`
  const { remedy } = paymentBlockers.sealing_key_missing
  if (result.kind !== 'answered') return fail(`${place}: ${errorIn(result)?.cause ?? 'refused'}`, remedy)
  const [first] = result.answer.keys
  if (!first) return fail(`${place} are none`, remedy)
  const bits = bitsOf(first.keyValue)
  if (bits < LEAST_BITS) return fail(`${place}: the first is no RSA key of ${LEAST_BITS} bits or more`, remedy)
  const { keyExpiration } = first
  if (keyExpiration === undefined) return ok(`${place}: cards are sealed with RSA of ${bits} bits, without an end`)
  if (keyExpiration <= now)
    return fail(`${place}: the first has expired`, 'Ask the bank to publish a new one, and check the clock')
  const day = new Date(keyExpiration).toISOString().slice(0, 10)
  return ok(`${place}: cards are sealed with RSA of ${bits} bits, valid until ${day}`)
}

/** The bits of an RSA key's modulus; 0 for any other text. Like the card frame, it needs no line ends in the PEM. */
function bitsOf(pem: string): number {
  try {
    const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0
  } catch {
    return 0
  }
}
