import type { Outcome } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { actionCode } from '#server-contract/gateway/action-codes.ts'
import { hasFailed } from '#contract/outcome.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { requireFewCards } from '../card-testing/cards.ts'
import { timeToGetReady } from '../locks/lock-store.ts'
import { contextsByMerchant } from '../orders/child-merchant.ts'
import { factsOf, refusal } from '../orders/outcome.ts'
import { clientCard } from '../methods/stored-card/cards.ts'
import { authenticationParams, type Authenticate, type EndedStep, type PaymentToAuthenticate } from './authenticate.ts'
import {
  payByCard,
  type AuthenticateExternally,
  type CardPaymentRequest,
  type ExternalAuthentication,
} from '../payments/pay-by-card.ts'
import { browserInfo } from '../payments/payment-fields.ts'
import { newNonce } from '../payments/shopper-payment.ts'
import type { NoteSent } from '../payments/conclude-for-shopper.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { addressesOf, authenticationKeyIn, stepOf, type AuthenticationKey } from './addresses.ts'
import type { ReadAnswer } from './answers.ts'
import { ask, AUTHENTICATE_TIMEOUT } from './ask.ts'
import { memoryAuthentications, type AuthenticationStore } from './authentication-store.ts'
import { open, stampedAnew, type OpenedCard } from './opened-card.ts'
import { buildCardSeal, sealFor, type CardSeal } from './card-seal.ts'
import { buildRecords, type Records, type Waiting } from './records.ts'

/** Options of a proxy that calls the merchant's own 3-D Secure server. */
export interface ExternalThreeDsOptions {
  readonly authenticate: Authenticate
  /** PEM of the RSA key that cards are sealed with; absent, a new one is made at each start, for one process only. */
  readonly cardKey?: string
  /** Stores what waits for the end of a step; absent, each process stores its own. */
  readonly authentications?: AuthenticationStore
}

/** A request that continues an authentication after a step. */
export interface Continued {
  readonly key: AuthenticationKey
  /** The challenge that has ended; absent, the method has. */
  readonly challenge?: { readonly cres?: string } | undefined
  readonly requestId: string
  readonly noteSent?: NoteSent | undefined
}

/** The merchant's own 3-D Secure server, for cards that the proxy decrypts (online gateway 4.4). */
export interface ExternalThreeDs {
  /** The public key that the frame seals cards with. */
  readonly sealingKey: string
  readonly records: Records
  /** Decrypts a card that was sealed for the proxy, and seals it for the gateway. */
  reseal(seToken: string): Promise<string>
  /** The function that authenticates a card before it is charged. */
  authenticatorOf(request: CardPaymentRequest): AuthenticateExternally
  /** Goes on with a payment after a step; `undefined` where none waits for the end of that step. */
  goOn(continued: Continued): Promise<Outcome | undefined>
  authenticationKeyIn(signed: string): AuthenticationKey | undefined
  /** The outcome for the shopper, by the order's outcome: an open order may wait for a challenge, or have been refused. */
  shown(ticket: Ticket, outcome: Outcome): Promise<Outcome>
}

/** The merchant's own server, where one is given. */
export const openExternalThreeDs = async (
  proxy: ProxyContext,
  { authenticate, ...given }: Partial<ExternalThreeDsOptions>,
  gatewayKey: () => Promise<string>,
): Promise<ExternalThreeDs | undefined> =>
  authenticate && buildExternalThreeDs(proxy, { ...given, authenticate }, gatewayKey)

/**
 * @throws Error when card numbers are not allowed in the process, the locks' time to live is too short, or the key is
 * invalid.
 */
async function buildExternalThreeDs(
  proxy: ProxyContext,
  { authenticate, cardKey, authentications }: ExternalThreeDsOptions,
  gatewayKey: () => Promise<string>,
): Promise<ExternalThreeDs> {
  if (!proxy.config.plainCards) throw new Error(MUST_BE_ALLOWED)
  if (proxy.config.gateway.token) throw new Error(NEEDS_LOGIN)
  if (timeToGetReady(proxy.config) <= AUTHENTICATE_TIMEOUT) throw new Error(MUST_BE_LONGER)
  proxy.log.error({ code: 'plain_cards_allowed', message: OPENS_CARDS })
  const seal = await buildCardSeal(cardKey)
  const records = buildRecords(proxy, authentications ?? memoryAuthentications(proxy.clock))
  const flow: Flow = { proxy, of: contextsByMerchant(proxy), authenticate, seal, records, gatewayKey }
  return {
    sealingKey: seal.publicKey,
    records,
    reseal: async (seToken) => sealFor(await gatewayKey(), open(seal, seToken).text),
    authenticatorOf: (request) => firstCall(flow, request),
    goOn: (continued) => goOn(flow, continued),
    authenticationKeyIn: (signed) => authenticationKeyIn(proxy.signer, signed),
    shown: (ticket, outcome) => shown(records, ticket, outcome),
  }
}

const MUST_BE_ALLOWED =
  'authenticate needs TENDER_PLAIN_CARDS=allowed: a 3-D Secure server of your own receives card numbers, which then pass this process in the clear'
const NEEDS_LOGIN =
  'authenticate needs TENDER_GATEWAY_USERNAME and TENDER_GATEWAY_PASSWORD in place of TENDER_GATEWAY_TOKEN: the gateway takes no token for a payment that a 3-D Secure server of your own has authenticated (online gateway 4.4)'
const MUST_BE_LONGER =
  'authenticate needs a TENDER_LOCK_TTL_MS that is longer than TENDER_GATEWAY_TIMEOUT_MS by more than 30000: half of the difference is for getting ready to pay, of which a 3-D Secure server of your own may take 15000'
const OPENS_CARDS = 'authenticate is given: the proxy opens every card for the 3-D Secure server of the merchant'

/** What the calls of the merchant's server need. */
interface Flow {
  readonly proxy: ProxyContext
  /** The context for a ticket, which may name a child merchant. */
  readonly of: (ticket: Ticket) => ProxyContext
  readonly authenticate: Authenticate
  readonly seal: CardSeal
  readonly records: Records
  readonly gatewayKey: () => Promise<string>
}

/** The first call for a payment. An order whose challenge is open gets that one again: a second tab shows the same. */
function firstCall(flow: Flow, request: CardPaymentRequest): AuthenticateExternally {
  const { proxy, seal, records } = flow
  const { ticket, card } = request
  const opened = open(seal, card.seToken).card
  requireSame(opened, card)
  return async () => {
    const open = await records.read(ticket.orderNumber)
    if (open?.kind === 'challenge' && open.orderId === card.orderId) return { stop: outcomeOf(open) }
    if (opened.pan) await requireFewCards(proxy, ticket.orderNumber, opened)
    return call(flow, { ...request, nonce: newNonce(proxy) })
  }
}

/** The card in the clear would otherwise be another one than the sealed card that is charged. */
function requireSame(opened: OpenedCard, { orderId, bindingId = '' }: CardPaymentRequest['card']): void {
  if (opened.orderId !== orderId) throw new ProxyError('field_invalid', 'is sealed for another order', 'seToken')
  if (opened.bindingId !== bindingId) throw new ProxyError('field_invalid', 'is sealed for another card', 'seToken')
}

async function goOn(
  flow: Flow,
  { key: { orderNumber, nonce }, challenge, requestId, noteSent }: Continued,
): Promise<Outcome | undefined> {
  const { proxy, of, records, seal, gatewayKey } = flow
  const { clock, random } = proxy
  const read = async (): Promise<Waiting | undefined> => {
    const record = await records.read(orderNumber)
    return record?.nonce === nonce && record.kind === (challenge ? 'challenge' : 'method') ? record : undefined
  }
  const waiting = await read()
  if (!waiting) return undefined
  const { ticket, clientInfo } = waiting
  const text = stampedAnew(open(seal, waiting.card.seToken).text, clock.now(), random.uuid())
  return payByCard(of(ticket), {
    ticket,
    clientInfo,
    card: { ...waiting.card, requestId, seToken: sealFor(await gatewayKey(), text) },
    ...(noteSent && { noteSent }),
    async authenticate() {
      // Another request may have gone on before this one got the lock.
      const still = await read()
      if (!still) return { stop: { state: 'open', ...factsOf(ticket, waiting.orderId) } }
      const { transactionId } = still
      const ended: EndedStep = challenge
        ? { kind: 'challenge', transactionId, ...challenge }
        : { kind: 'method', transactionId, isCompleted: await records.isMethodNoted(orderNumber, nonce) }
      return call(flow, { ...still, nonce, ended, ...(noteSent && { noteSent }) })
    },
  })
}

interface OneCall extends Pick<CardPaymentRequest, 'ticket' | 'card' | 'clientInfo' | 'noteSent'> {
  readonly nonce: string
  readonly ended?: EndedStep
}

/** Calls the merchant's server under the order's lock. When that fails, the authentication is over. */
async function call(flow: Flow, one: OneCall): Promise<ExternalAuthentication> {
  const { proxy, authenticate, records } = flow
  const { orderNumber } = one.ticket
  try {
    return await take(flow, one, await ask(proxy, authenticate, await paymentOf(flow, one)))
  } catch (error) {
    if (one.ended) await records.remove(orderNumber)
    throw error
  }
}

/** Answers that no payment follows, although the issuer has been asked. */
const asked: ReadonlySet<ReadAnswer['kind']> = new Set(['method', 'challenge', 'refused'])

async function take({ proxy, records }: Flow, one: OneCall, answer: ReadAnswer): Promise<ExternalAuthentication> {
  const { ticket, card, clientInfo, nonce, noteSent } = one
  // It counts as a try.
  if (asked.has(answer.kind)) noteSent?.()
  if (answer.kind === 'method' || answer.kind === 'challenge') {
    const { kind, transactionId } = answer
    const { accept, ip, locale } = clientInfo
    const step = stepOf(proxy, { orderNumber: ticket.orderNumber, nonce }, answer, locale)
    const record: Waiting = {
      kind,
      nonce,
      orderId: card.orderId,
      transactionId,
      step,
      ticket,
      card,
      clientInfo: { accept, ip, ...(locale && { locale }) },
    }
    await records.write(ticket.orderNumber, record)
    return { stop: outcomeOf(record) }
  }
  await records.remove(ticket.orderNumber)
  if (answer.kind === 'refused')
    return { stop: refusal(factsOf(ticket, card.orderId), actionCode.notAuthenticated, true) }
  return answer.kind === 'done' ? { values: authenticationParams(answer.values) } : { byGateway: true }
}

/** What the shopper gets of an authentication that waits. */
const outcomeOf = ({ ticket, orderId, step }: Waiting): Outcome => ({
  state: 'authenticate',
  ...factsOf(ticket, orderId),
  step,
})

async function paymentOf(
  { proxy, seal }: Flow,
  { ticket, card, clientInfo, nonce, ended }: OneCall,
): Promise<Omit<PaymentToAuthenticate, 'signal'>> {
  const { orderNumber, amount, currency, email, phone } = ticket
  return {
    orderNumber,
    amount,
    currency,
    card: await cardFor(proxy, { ticket, card }, open(seal, card.seToken).card),
    browser: browserInfo(card.browser, clientInfo),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...addressesOf(proxy, { orderNumber, nonce }),
    ...(ended && { ended }),
  }
}

async function cardFor(
  proxy: ProxyContext,
  { ticket, card }: Pick<CardPaymentRequest, 'ticket' | 'card'>,
  { pan, expiry, bindingId }: OpenedCard,
): Promise<PaymentToAuthenticate['card']> {
  if (!bindingId) return { pan, expiry, ...(card.cardholder && { cardholder: card.cardholder }) }
  const { maskedPan, expiryDate } = await clientCard(proxy, { clientId: ticket.clientId!, bindingId }, 'COMMON')
  return {
    bindingId,
    ...(maskedPan !== undefined && { maskedPan }),
    ...(expiryDate !== undefined && { expiry: expiryDate }),
  }
}

async function shown(records: Records, { orderNumber }: Ticket, outcome: Outcome): Promise<Outcome> {
  if (outcome.state !== 'open' || outcome.orderId === undefined) return outcome
  const record = await records.read(orderNumber)
  if (record?.orderId !== outcome.orderId) return outcome
  if (record.kind === 'challenge') return outcomeOf(record)
  return record.kind === 'ended' && hasFailed(record.outcome.state) ? record.outcome : outcome
}
