import type { ChallengeStep, MethodStep } from '#contract/checkout.ts'
import type { ChallengeNeeded, MethodNeeded, PaymentToAuthenticate } from './authenticate.ts'
import { postPage } from '../payments/whole-page.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { Signer } from '../tickets/signatures.ts'

/** Names an authentication in the addresses of its notification pages, and in its continuation. */
export interface AuthenticationKey {
  readonly orderNumber: string
  readonly nonce: string
}

const signed = ({ signer }: Pick<ProxyContext, 'signer'>, { orderNumber, nonce }: AuthenticationKey): string =>
  signer.sign('authentication', [orderNumber, nonce])

/** Reads a key; `undefined` when it was not signed here. */
export function authenticationKeyIn(signer: Signer, text: string): AuthenticationKey | undefined {
  const [orderNumber, nonce] = signer.open('authentication', text) ?? []
  return orderNumber === undefined ? undefined : { orderNumber: String(orderNumber), nonce: String(nonce) }
}

/** The addresses for the merchant's server; EMV 3-D Secure allows 256 characters. */
export function addressesOf(
  proxy: Pick<ProxyContext, 'config' | 'signer'>,
  key: AuthenticationKey,
): Pick<PaymentToAuthenticate, 'methodNotificationUrl' | 'challengeNotificationUrl'> {
  const { publicUrl } = proxy.config
  const k = signed(proxy, key)
  return {
    methodNotificationUrl: `${publicUrl}/3ds/method?k=${k}`,
    challengeNotificationUrl: `${publicUrl}/3ds/return?k=${k}`,
  }
}

/** The step of the merchant's server, as the element shows the gateway's own. */
export function stepOf(
  proxy: ProxyContext,
  key: AuthenticationKey,
  answer: MethodNeeded | ChallengeNeeded,
  locale: string | undefined,
): MethodStep | ChallengeStep {
  const { nonce } = key
  if (answer.kind === 'challenge') {
    const { acsUrl, creq } = answer
    return { kind: 'challenge', acsUrl, creq, nonce, redirectUrl: postPage(proxy, acsUrl, { creq }, locale) }
  }
  const { threeDSMethodURL: methodUrl, threeDSMethodData: methodData } = answer
  return { kind: 'method', methodUrl, methodData, nonce, continuation: signed(proxy, key) }
}
