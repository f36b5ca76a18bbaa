import type { Step } from '#contract/checkout.ts'
import { Refused } from '#contract/faults.ts'
import type { CardPaymentAnswer } from '#contract/gateway/card-payments.ts'
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

type StepContext = Pick<ProxyContext, 'config' | 'gateway' | 'signer' | 'clock' | 'log'>
type StepFrom = (answer: CardPaymentAnswer, of: StepOf, proxy: StepContext) => Step | undefined

/**
 * The step that an answer of paymentorder.do requires of the browser; `undefined` when there is none, and the status
 * decides.
 */
export function stepIn(answer: CardPaymentAnswer, of: StepOf, proxy: StepContext): Step | undefined {
  for (const read of [challenge, redirect, method]) {
    const step = read(answer, of, proxy)
    if (step) return step
  }
  return undefined
}

const challenge: StepFrom = ({ acsUrl: url, packedCReq }, { orderId, locale }, proxy) => {
  if (!url || !packedCReq) return undefined
  const acsUrl = safe(url, proxy)
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
  const redirectUrl = termUrl
    ? wholePage(
        proxy,
        orderId,
        safe(acsUrl, proxy),
        { PaReq: paReq, MD: orderId, TermUrl: safe(termUrl, proxy) },
        locale,
      )
    : proxy.gateway.acsRedirect(orderId)
  return { kind: 'redirect', redirectUrl }
}

const method: StepFrom = (answer, of, proxy) => {
  const { threeDSServerTransId } = answer
  if (!answer.is3DSVer2 || !threeDSServerTransId || of.transaction !== undefined) return undefined
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

function safe(address: string, { config, log }: Pick<ProxyContext, 'config' | 'log'>): string {
  if (isSafe(address, config.gateway.isLoopback)) return address
  log.error({ code: 'internal', message: 'the gateway gave an address for 3-D Secure that is not plain https' })
  throw new Refused('internal')
}
