import { Refused } from '#contract/faults.ts'
import { inTime } from '#ports/in-time.ts'
import { browserInfo } from '../payments/payment-fields.ts'
import { timeToGetReady } from '../locks/lock-store.ts'
import { lineOf } from '../http/log.ts'
import { requireFewCards } from '../card-testing/cards.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { CardPaymentRequest, Prove } from '../payments/pay-by-card.ts'
import {
  problemIn,
  type Authenticate,
  type Authenticated,
  type NotAuthenticated,
  type PaymentToAuthenticate,
} from '../payments/authenticate.ts'
import { openedCard, type OpenedCard } from './opened-card.ts'
import { buildOwnSeal, sealFor, type OwnSeal } from './own-seal.ts'

/** Options of a proxy that calls the merchant's own 3-D Secure server. */
export interface OwnServerOptions {
  readonly authenticate: Authenticate
  /** PEM of the RSA key that cards are sealed with; absent, a new one is made at each start, for one process only. */
  readonly cardKey?: string
}

/** The merchant's own 3-D Secure server, for cards that the proxy decrypts (online gateway 4.4). */
export interface OwnServer {
  /** The public key that the frame seals cards with. */
  readonly sealingKey: string
  /** Decrypts a card that was sealed for the proxy, and seals it for the gateway. */
  reseal(seToken: string): Promise<string>
  /** The function that authenticates a card before it is charged; `undefined` for a stored card. */
  proverOf(attempt: CardPaymentRequest): Prove | undefined
}

/**
 * @throws Error when card numbers are not allowed in the process, the locks' time to live is too short, or the key is
 * invalid.
 */
export async function buildOwnServer(
  proxy: ProxyContext,
  { authenticate, cardKey }: OwnServerOptions,
  gatewayKey: () => Promise<string>,
): Promise<OwnServer> {
  if (!proxy.config.plainCards) throw new Error(MUST_BE_ALLOWED)
  if (proxy.config.gateway.token) throw new Error(NEEDS_LOGIN)
  if (timeToGetReady(proxy.config) <= AUTHENTICATE_TIMEOUT) throw new Error(MUST_BE_LONGER)
  proxy.log.error({ code: 'plain_cards_allowed', state: LOUD })
  const seal = await buildOwnSeal(cardKey)
  return {
    sealingKey: seal.publicKey,
    reseal: async (seToken) => sealFor(await gatewayKey(), open(seal, seToken).text),
    proverOf(attempt) {
      const { card } = open(seal, attempt.card.seToken)
      // The number of a stored card is not known here, so the gateway does its 3-D Secure.
      if (!card.pan) return undefined
      if (card.orderId !== attempt.card.orderId) throw new Refused('field_invalid', OTHER_ORDER, 'seToken')
      return async () => {
        await requireFewCards(proxy, attempt.ticket.orderNumber, card)
        return ask(proxy, authenticate, paymentOf(attempt, card))
      }
    },
  }
}

/** Milliseconds; the form waits thirty seconds for the whole payment. */
const AUTHENTICATE_TIMEOUT = 15_000

const MUST_BE_ALLOWED =
  'authenticate needs TENDER_PLAIN_CARDS=allowed: a 3-D Secure server of your own is told card numbers, which then pass this process in the clear'
const NEEDS_LOGIN =
  'authenticate needs TENDER_GATEWAY_USERNAME and TENDER_GATEWAY_PASSWORD in place of TENDER_GATEWAY_TOKEN: the gateway takes no token for a payment that a 3-D Secure server of your own has authenticated (online gateway 4.4)'
const MUST_BE_LONGER =
  'authenticate needs a TENDER_LOCK_TTL_MS that is longer than TENDER_GATEWAY_TIMEOUT_MS by more than 30000: half of the difference is for getting ready to pay, of which a 3-D Secure server of your own may take 15000'
const LOUD = 'authenticate is given: the proxy opens every card for the 3-D Secure server of the merchant'
const OTHER_ORDER = 'is sealed for another order'

/** Throws the same refusal for every error, so that no one learns how far the decryption got. */
function open(seal: OwnSeal, seToken: string): { readonly text: string; readonly card: OpenedCard } {
  const text = seal.open(seToken)
  const card = text === undefined ? undefined : openedCard(text)
  if (text === undefined || !card) throw new Refused('field_invalid', 'cannot be opened: load the form anew', 'seToken')
  return { text, card }
}

const paymentOf = (
  { ticket, card, visitor }: CardPaymentRequest,
  opened: OpenedCard,
): Omit<PaymentToAuthenticate, 'signal'> => {
  const { orderNumber, amount, currency, email, phone } = ticket
  return {
    orderNumber,
    amount,
    currency,
    card: { pan: opened.pan, expiry: opened.expiry, ...(card.cardholder && { cardholder: card.cardholder }) },
    browser: browserInfo(card.browser, visitor),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
  }
}

/** The result of the merchant's code. Throws when it is not usable; nothing has been sent then. */
async function ask(
  { clock, log, journal }: ProxyContext,
  authenticate: Authenticate,
  payment: Omit<PaymentToAuthenticate, 'signal'>,
): Promise<Authenticated | NotAuthenticated | undefined> {
  const { orderNumber: order } = payment
  const late = (): never => {
    throw new Late()
  }
  try {
    const verdict = await inTime(
      clock,
      AUTHENTICATE_TIMEOUT,
      async (signal) => authenticate({ ...payment, signal }),
      late,
    )
    const problem = verdict && !('declined' in verdict) ? problemIn(verdict) : undefined
    journal.note({ from: 'proxy', to: 'shop', what: 'authenticate', order, detail: problem ?? wordFor(verdict) })
    if (!problem) return verdict
    log.error({ op: 'authenticate', order, code: 'answer_refused', state: problem })
  } catch (error) {
    log.error({ op: 'authenticate', order, ...lineOf(error) })
  }
  throw new Refused('gateway_unreachable', 'The 3-D Secure server of the merchant gave no answer; nothing was sent.')
}

class Late extends Error {
  override readonly name = 'Late'
}

function wordFor(verdict: Authenticated | NotAuthenticated | undefined): string {
  if (!verdict) return 'left to the gateway'
  return 'declined' in verdict ? 'declined' : `eci ${verdict.eci}`
}
