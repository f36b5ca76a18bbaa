import { ProxyError } from '#contract/proxy-errors.ts'
import type { Registration } from '#server-contract/gateway/orders.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isRefusedAs, type RefusedByGateway } from '#gateway-client/answer-kind.ts'
import { beginRegistration, sendAndNoteId } from './register-number.ts'
import type { AttemptsContext } from './read/attempts.ts'
import { reportBlocked } from '../gateway/blocked-payments.ts'
import { unusable } from '../gateway/gateway-failure.ts'
import { languageOf } from '../gateway/gateway-language.ts'
import { isCancelled } from '../locks/cancelled-numbers.ts'
import { callbackFor } from './callback-address.ts'
import { referenceParam, termsParam, type Registered } from './order-terms.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { savingOf } from '../methods/card/saving.ts'
import { holdDates } from '../tickets/claim-rules.ts'

type TermsContext = Pick<ProxyContext, 'config' | 'signer'>

/** Claims that have the name and meaning of a gateway's field. */
const passed = [
  'amount',
  'currency',
  'returnUrl',
  'failUrl',
  'description',
  'clientId',
  'email',
  'cardholderName',
  'features',
  'sessionTimeoutSecs',
  'expirationDate',
  'orderBundle',
  'taxSystem',
  'additionalOfdParams',
  'billingPayerData',
  'shippingPayerData',
  'preOrderPayerData',
  'billingAndShippingAddressMatchIndicator',
  'feeInput',
  'postAddress',
  'merchantLogin',
  'merchantInn',
  'bindingId',
] as const satisfies readonly (keyof Ticket & keyof Registration)[]

/** The fields of register.do (online gateway 4.1) that come from a ticket. */
export function registrationOf(ticket: Ticket, orderNumber: string): Registration {
  return {
    orderNumber,
    ...(pick(ticket, passed) as Omit<Registration, 'orderNumber'>),
    ...languageOf(ticket),
    ...payerPhones(ticket),
  }
}

/** The dates on which the gateway completes or reverses a hold (online gateway 4.2), which two-phase orders may have. */
export const holdDatesOf = (ticket: Ticket): Partial<Pick<Ticket, 'autocompletionDate' | 'autoReverseDate'>> =>
  pick(ticket, holdDates)

/** The payer's phones; the ticket's phone is the mobile one unless it names another. */
export const payerPhones = ({ phone, orderPayerData }: Ticket): Pick<Registration, 'orderPayerData'> =>
  phone !== undefined || orderPayerData
    ? { orderPayerData: { ...(phone !== undefined && { mobilePhone: phone }), ...orderPayerData } }
    : {}

/** The parameters for the issuer of a card that is stored for recurrent payments (online gateway 3). */
export const recurringTerms = (ticket: Ticket): NonNullable<Registration['jsonParams']> =>
  pick(ticket, ['recurringFrequency', 'recurringExpiry']) as Readonly<Record<string, string>>

type Params = { readonly [Name in 'jsonParams']?: NonNullable<Registration['jsonParams']> }

/** The merchant's own parameters and reference, and the signed terms of the ticket. */
export function jsonParamsOf(proxy: TermsContext, ticket: Registered, more: Params['jsonParams'] = {}): Params {
  const params = Object.entries(proxy.config.gateway.profile.params).map(
    ([name, value]) => [name, value.replace('{orderNumber}', () => ticket.orderNumber)] as const,
  )
  const jsonParams = {
    ...Object.fromEntries(params),
    ...ticket.jsonParams,
    ...more,
    ...referenceParam(ticket),
    ...termsParam(proxy, ticket),
  }
  return Object.keys(jsonParams).length ? { jsonParams } : {}
}

/** The parameters of an order with the recurring terms, for a request that registers the order and pays it at once. */
export const paramsOf = (proxy: TermsContext, ticket: Ticket): Params =>
  jsonParamsOf(proxy, ticket, recurringTerms(ticket))

/** The parameters of a charge that registers its number by itself, in the field that its operation has for them. */
export function paramsOfCharge<Field extends 'jsonParams' | 'additionalParameters'>(
  proxy: TermsContext,
  charge: Registered & { readonly [Name in Field]?: Params['jsonParams'] | undefined },
  field: Field,
): { readonly [Name in Field]?: NonNullable<Params['jsonParams']> } {
  const terms = pick<Registered, keyof Registered>(charge, chargeTerms) as Registered
  const { jsonParams } = jsonParamsOf(proxy, terms, charge[field])
  return (jsonParams ? { [field]: jsonParams } : {}) as ReturnType<typeof paramsOfCharge<Field>>
}

const chargeTerms = ['orderNumber', 'amount', 'currency', 'clientId', 'reference'] as const

/** The named members that are defined. */
export const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))) as Partial<
    Pick<T, K>
  >

/**
 * Delays before a registration is retried, in milliseconds; a retry is safe, since a number is registered only once.
 */
const pauses = [300, 1000]

/** An order that was registered, and the gateway's own page for it. */
export interface RegisteredOrder {
  readonly orderId: string
  readonly formUrl?: string | undefined
}

/**
 * On the gateway's own page no payment says that the card is stored: the registration has the feature for it (online
 * gateway 3, 4.1).
 */
const storedOnPage = (ticket: Ticket): Pick<Registration, 'features'> =>
  savingOf(ticket).mode === 'required' && ticket.bindingId === undefined
    ? { features: [...new Set([...(ticket.features ?? []), 'FORCE_CREATE_BINDING'])] }
    : {}

interface Registering {
  /** The payer's address, where it is known. */
  readonly ip?: string | undefined
  /** Whether the order is paid on the gateway's own page, where no later request says what is stored. */
  readonly onBankPage?: boolean
}

/**
 * Registers a number. `undefined` when the gateway has it already, and when
 * the merchant cancels the order meanwhile: then the number is declined.
 */
export async function registerOrder(
  proxy: AttemptsContext & Pick<ProxyContext, 'registered' | 'locks' | 'clock'>,
  ticket: Ticket,
  orderNumber: string,
  { ip, onBankPage = false }: Registering = {},
): Promise<RegisteredOrder | undefined> {
  const { gateway, clock } = proxy
  const fields = {
    ...registrationOf(ticket, orderNumber),
    ...jsonParamsOf(proxy, ticket),
    ...holdDatesOf(ticket),
    ...callbackFor(proxy, ticket),
    ...(ip !== undefined && { ip }),
    ...(onBankPage && { ...storedOnPage(ticket), ...paramsOf(proxy, ticket) }),
  }
  const register = ticket.capture === 'two-phase' ? gateway.registerPreAuth : gateway.register
  let result: Awaited<ReturnType<typeof register>> | undefined
  const noteRegistered = beginRegistration(proxy, orderNumber, ticket)
  for (const pause of [...pauses, undefined]) {
    result = await sendAndNoteId(proxy, orderNumber, () => register(fields))
    if (result.kind === 'answered' && result.answer.orderId) {
      await noteRegistered()
      const { orderId, formUrl } = result.answer
      if (!(await isCancelled(proxy, ticket.orderNumber))) return { orderId, formUrl }
      await gateway.decline({ orderId })
      return undefined
    }
    if (isRefusedAs(result, 'numberTaken')) return undefined
    if (result.kind === 'refused') throw refused(proxy, orderNumber, result)
    if (pause !== undefined) await clock.sleep(pause)
  }
  throw unusable(result)
}

function refused(
  proxy: Pick<ProxyContext, 'log' | 'paymentMeter'>,
  order: string,
  { errorCode, message }: RefusedByGateway,
): ProxyError {
  reportBlocked(proxy, 'order_refused', { op: 'register', order, detail: `(errorCode ${errorCode})` })
  return new ProxyError(
    'order_refused',
    `The gateway refused to register the order: ${message.slice(0, 200)} (errorCode ${errorCode}).`,
  )
}
