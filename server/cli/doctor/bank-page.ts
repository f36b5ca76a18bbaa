import { isRefusedAs, type GatewayResult } from '#gateway-client/answer-kind.ts'
import type { ProxyConfig } from '#proxy/config/config.ts'
import { readsByIdOnly } from '#proxy/config/gateway-settings.ts'
import { checkingGateway } from '#proxy/gateway/open-gateway.ts'
import { NO_ORDER, readNoOrder } from '#proxy/gateway/readiness.ts'
import { transportTo } from '#proxy/transports.ts'
import { fail, ok, skip, warn, type Result } from '../probe/finding.ts'
import type { Subject } from './subject.ts'

/** A payment of no order by no card: only whether this account may ask for one is answered. */
const nothing = { MDORDER: NO_ORDER, seToken: 'tender-doctor-looks', TEXT: 'TENDER DOCTOR', language: 'en' }

/** Whether the account may take cards in the merchant's own page, or on the bank's page only. */
export async function checkBankPage({ config, clock, ca }: Subject): Promise<readonly Result[]> {
  if (!config) return []
  const fetch = transportTo('gateway', config, ca)
  try {
    const once = checkingGateway(config.gateway, { clock, fetch })
    const login = await readNoOrder(once, readsByIdOnly(config.gateway))
    // The check of the gateway says why.
    if ('error' in login && login.error) return []
    return [found(config, mayTakeCards(await once.paymentorder(nothing)))]
  } finally {
    await fetch.close()
  }
}

/** `undefined` where the answer does not tell. A wrong field has the errorCode of a permission that is missing. */
function mayTakeCards(result: GatewayResult<unknown>): boolean | undefined {
  if (result.kind === 'answered') return true
  if (result.kind === 'refused')
    return !(isRefusedAs(result, 'accessDenied') && /denied|access|доступ/i.test(result.message))
  const kind = result.error?.kind
  return kind === 'operation' || kind === 'address' || kind === 'credentials' ? false : undefined
}

const PAGE_ONLY = "this account takes cards on the bank's page only"

function found({ gateway }: ProxyConfig, mayTake: boolean | undefined): Result {
  const { cardsInPage } = gateway.profile
  if (mayTake === undefined)
    return skip("whether cards may be typed in the page, or on the bank's page only, was not answered", 'Ask the bank')
  if (mayTake && cardsInPage) return ok("this account may take cards in the page, beside the bank's page")
  if (mayTake)
    return warn(
      "this account may take cards in the page; the profile offers the bank's page only",
      'Choose the profile current if the bank confirms it',
    )
  return cardsInPage
    ? fail(PAGE_ONLY, "Ask the bank to permit paymentorder.do with seToken, or offer the bank's page only")
    : ok(PAGE_ONLY)
}
