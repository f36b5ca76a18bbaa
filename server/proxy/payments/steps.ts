import type { Step } from '#contract/checkout.ts'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import { isSafe } from '../config/origins.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { continuationOf, type ThreeDsTransaction } from './continuation.ts'
import { wholePage } from './whole-page.ts'

/** The gateway's answer to any payment; `orderId` where the payment registers its order. */
export type PaymentAnswer = CardPaymentAnswer & { readonly orderId?: string }

/** The payment that a step belongs to. */
export interface StepOf extends Pick<ThreeDsTransaction, 'orderNumber' | 'orderId'> {
  /** The nonce that the method's notification page sends to its parent. */
  readonly methodNonce: string
  /** The transaction of the second call; the first has none yet. */
  readonly transaction?: string | undefined
  /** The locale of the element. */
  readonly locale?: string | undefined
}

type StepContext = Pick<ProxyContext, 'config' | 'gateway' | 'signer' | 'clock'>
/** The answer wants the browser to open an address that may not be opened. */
export interface UnsafeAddress {
  readonly kind: 'unsafe'
  readonly field: 'acsUrl' | 'termUrl'
}

type StepFrom = (answer: CardPaymentAnswer, of: StepOf, proxy: StepContext) => Step | UnsafeAddress | undefined

/**
 * The step that an answer of paymentorder.do requires of the browser; `undefined` when there is none, and the status
 * decides.
 */
export function stepIn(answer: CardPaymentAnswer, of: StepOf, proxy: StepContext): Step | UnsafeAddress | undefined {
  for (const read of [challenge, redirect, method]) {
    const step = read(answer, of, proxy)
    if (step) return step
  }
  return undefined
}

const challenge: StepFrom = ({ acsUrl, packedCReq }, { orderId, locale }, proxy) => {
  if (!acsUrl || !packedCReq) return undefined
  if (!isOpenable(acsUrl, proxy)) return { kind: 'unsafe', field: 'acsUrl' }
  return {
    kind: 'challenge',
    acsUrl,
    creq: packedCReq,
    nonce: proxy.signer.nonceOf(orderId),
    redirectUrl: wholePage(proxy, orderId, acsUrl, { creq: packedCReq }, locale),
  }
}

/** 3-D Secure 1 (online gateway 4.3, 4.6); without a termUrl only the gateway knows what to post. */
const redirect: StepFrom = ({ acsUrl, paReq, termUrl }, { orderId, locale }, proxy) => {
  if (!acsUrl || !paReq) return undefined
  if (!isOpenable(acsUrl, proxy)) return { kind: 'unsafe', field: 'acsUrl' }
  if (!termUrl) return { kind: 'redirect', redirectUrl: proxy.gateway.acsRedirect(orderId) }
  if (!isOpenable(termUrl, proxy)) return { kind: 'unsafe', field: 'termUrl' }
  const fields = { PaReq: paReq, MD: orderId, TermUrl: termUrl }
  return { kind: 'redirect', redirectUrl: wholePage(proxy, orderId, acsUrl, fields, locale) }
}

/** Some gateways leave out is3DSVer2, which only a transaction of 3-D Secure 2 can mean (family). */
const method: StepFrom = (answer, of, proxy) => {
  const { threeDSServerTransId, is3DSVer2 = true } = answer
  if (!is3DSVer2 || !threeDSServerTransId || of.transaction !== undefined) return undefined
  return {
    kind: 'method',
    ...methodAddresses(answer, proxy),
    nonce: of.methodNonce,
    continuation: continuationOf(proxy.signer, proxy.clock, { ...of, threeDSServerTransId }),
  }
}

/** The method step is optional: an address that is not safe is left out, and the payment continues without it. */
function methodAddresses(answer: CardPaymentAnswer, { config }: Pick<ProxyContext, 'config'>) {
  const methodUrl = answer.threeDSMethodUrl ?? answer.threeDSMethodURL
  const serverUrl = withScheme(answer.threeDSMethodUrlServer ?? answer.threeDSMethodURLServer)
  const http = config.gateway.isLoopback
  return {
    ...(methodUrl &&
      answer.threeDSMethodDataPacked &&
      isSafe(methodUrl, http) && { methodUrl, methodData: answer.threeDSMethodDataPacked }),
    ...(serverUrl && isSafe(serverUrl, http) && { serverUrl }),
  }
}

/** The address of the gateway's own page may lack a scheme (family): then it begins with a name that has a dot. */
const withScheme = (address: string | undefined): string | undefined =>
  address?.replace(/^\/{0,2}(?=[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?]|$))/, 'https://')

const isOpenable = (address: string, { config }: Pick<ProxyContext, 'config'>): boolean =>
  isSafe(address, config.gateway.isLoopback)
