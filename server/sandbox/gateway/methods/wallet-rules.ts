import type { Problem } from '#server-contract/explain.ts'
import { phone } from '#contract/fields.ts'
import { initiatorOf } from '#server-contract/gateway/initiators.ts'
import type { WalletADirect, WalletBDirect, WalletBPayment } from '#server-contract/gateway/wallets.ts'
import type { Operation } from '#contract/operation.ts'
import { checkEmail, requireBilling, requireEmail } from '../payments/payment-checks.ts'
import type { PaymentCall } from '../payments/payment-call.ts'
import { systemOf } from '../cards/card-data.ts'
import { isCurrency } from '../orders/currencies.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import { may, must, type Merchant } from '../merchants/merchants.ts'
import { checkIndicators } from '../orders/indicators.ts'
import { payerOf } from '../orders/payer.ts'
import { requireFields, type With } from '../errors/require-fields.ts'
import { refusal } from '../errors/refusal.ts'
import type { WalletSource } from './wallet.ts'

type Everything = WalletBPayment & Omit<WalletBDirect, 'threeDSProtocolVersion'>

/** A request of any of the wallet operations, as the specification has it. */
export type WalletFields = Pick<Everything, 'paymentToken'> & {
  readonly [Field in keyof Everything]?: Everything[Field] | undefined
} & Pick<WalletADirect, 'threeDSProtocolVersion'>

/** A request of any of the wallet operations, with the fields that the sandbox requires. */
export type WalletRequest = Omit<With<WalletFields, 'orderNumber'>, 'threeDSProtocolVersion'> &
  Pick<PaymentCall, 'threeDSProtocolVersion'>

type WalletRequestRule = readonly [
  field: string,
  rule: string,
  broken: (request: WalletRequest, merchant: Merchant, operation: Operation) => boolean,
]

const later = ({ tii }: WalletRequest): boolean => initiatorOf(tii).uses !== undefined

const REQUIRED = 'is required'
const DENIED = 'needs a permission that the merchant does not have'

/** The exemptions that the sandbox takes (family); the specification shows no list (online gateway 4.8). */
const exemptions: readonly string[] = ['LVP', 'TRA']

/** Rules of a wallet request beside its schema, checked before its token is opened. */
const walletRequestRules: readonly WalletRequestRule[] = [
  ['tii', `CI ${DENIED}`, ({ tii }, merchant) => tii === 'CI' && !may(merchant, 'walletBindings')],
  ['originalPaymentNetRefNum', REQUIRED, (it) => later(it) && it.originalPaymentNetRefNum === undefined],
  ['originalPaymentDate', REQUIRED, (it) => later(it) && it.originalPaymentDate === undefined],
  [
    'externalScaExemptionIndicator',
    `must be one of ${exemptions.join(', ')}`,
    ({ externalScaExemptionIndicator: exemption }) => exemption !== undefined && !exemptions.includes(exemption),
  ],
  [
    'externalScaExemptionIndicator',
    DENIED,
    (it, merchant) => it.externalScaExemptionIndicator !== undefined && !may(merchant, 'scaExemption'),
  ],
  [
    'clientBrowserInfo',
    DENIED,
    (it, merchant) => it.clientBrowserInfo !== undefined && !may(merchant, 'clientBrowserInfo'),
  ],
]

/** The versions of 3-D Secure that the sandbox speaks; paymentorder.do lists them (online gateway 4.4). */
const versions = ['2.1.0', '2.2.0'] as const
const isVersion = (sent: string): sent is (typeof versions)[number] => versions.some((known) => known === sent)

/** The request, once it has what the sandbox needs and the specification leaves open. */
export function readWallet(fields: WalletFields, operation: Operation): WalletRequest {
  const { threeDSProtocolVersion: version, ...request } = requireFields(operation, fields, ['orderNumber'])
  const { phone: number } = request
  if (number !== undefined && !phone.safeParse(number).success)
    throw fieldRefusal(operation, message('phone', 'must be 7 to 15 digits with the country code'), request.language)
  if (version === undefined) return request
  if (isVersion(version)) return { ...request, threeDSProtocolVersion: version }
  const rule = `must be one of ${versions.join(', ')}`
  throw fieldRefusal(operation, message('threeDSProtocolVersion', rule), request.language)
}

/** Throws a refusal for whatever can be checked without opening the token. */
export function checkWallet(request: WalletRequest, merchant: Merchant, operation: Operation): void {
  const broken = walletRequestRules.find(([, , isBroken]) => isBroken(request, merchant, operation))
  if (broken) throw fieldRefusal(operation, message(broken[0], broken[1]), request.language)
  checkIndicators(request, operation, request.language)
  checkEmail(request)
  requireBilling(merchant, request)
  requireEmail(merchant, request)
}

export const featuresOf = ({ features = '' }: WalletRequest): string[] =>
  features.split(',').flatMap((feature) => feature.trim() || [])

/** The sum to pay; throws a refusal that names the field it is in. */
export function walletSum(
  request: WalletRequest,
  { sum }: WalletSource,
  { currency: usual }: Merchant,
  operation: Operation,
): { amount: number; currency: string } {
  const { amount, currency } = sum ?? { amount: request.amount ?? 0, currency: request.currencyCode ?? usual }
  const refuse = (name: string, rule: string) =>
    fieldRefusal(
      operation,
      sum ? message('paymentToken', `must hold another ${name}: it ${rule}`) : message(name, rule),
      request.language,
    )
  const verify = featuresOf(request).includes('VERIFY')
  if (verify && amount !== 0) throw refuse('amount', 'must be 0 with features VERIFY')
  if (!verify && amount === 0) throw refuse('amount', 'must be greater than 0')
  if (!isCurrency(currency)) throw refuse(sum ? 'currency' : 'currencyCode', 'must be a known ISO 4217 code')
  return { amount, currency }
}

const message = (field: string, rule: string): Problem => ({
  field,
  kind: rule === REQUIRED ? 'missing' : 'rule',
  rule,
})

/**
 * VISA with 3-D Secure requires a phone or an e-mail address (online gateway 2.4). It is checked before the order is
 * stored, so for every VISA card without a device's cryptogram.
 */
export function requireWalletContact(request: WalletRequest, { card, secure }: WalletSource, merchant: Merchant): void {
  if (secure || systemOf(card.pan) !== 'VISA' || !must(merchant, 'contact')) return
  if (!payerOf(request).contact) throw refusal('contact', request.language)
}
