import { codeRules } from '#server-contract/methods/codes.ts'
import { isByOperator, offPageMethodNames } from '#contract/methods/methods.ts'
import { instantOf } from '#contract/time/instant.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isSafe } from '../config/origins.ts'

/** A rule beyond a ticket's schema that no setting decides: the claim, what it must be, and whether it is. */
export type ClaimRule = readonly [claim: keyof Ticket, rule: string, holds: (ticket: Ticket) => boolean]

/** Dates of a hold are in UTC+3 (online gateway 4.2). Unix milliseconds; NaN for a date that does not exist. */
const momentOf = (date: string): number => instantOf(`${date}+03:00`)

/** The dates on which the gateway itself completes a hold, or reverses it. */
export const holdDates = ['autocompletionDate', 'autoReverseDate'] as const

const ofAHold = holdDates.flatMap((name): ClaimRule[] => [
  [name, 'must be a date that exists', (it) => it[name] === undefined || !Number.isNaN(momentOf(it[name]))],
  [
    name,
    'must be given with capture two-phase only, since it is about a hold',
    (it) => it[name] === undefined || it.capture === 'two-phase',
  ],
])

/** The claims that only a registration takes for the fiscal receipt (online gateway 2.4, family). */
export const receiptClaims = ['orderBundle', 'taxSystem', 'additionalOfdParams'] as const

/** Claims of registrations that motoPayment.do does not have (online gateway 4.5), or has for another purpose. */
const notByPhone = (
  ['feeInput', 'merchantInn', 'bindingId', 'sessionTimeoutSecs', 'expirationDate', ...receiptClaims] as const
).map((name): ClaimRule => [
  name,
  'must not be given where channel is moto: motoPayment.do does not take it',
  (it) => it[name] === undefined || !isByOperator(it),
])

/** What is sent for the issuer of a card that is stored as recurrent, and for no other. */
const ofRecurrent = (['recurringFrequency', 'recurringExpiry'] as const).map((name): ClaimRule => [
  name,
  'must be given with saveAs recurrent only',
  (it) => it[name] === undefined || it.saveAs === 'recurrent',
])

/** What an order must be that can be paid by a code alone, or on the bank's page. */
const ofCodes = offPageMethodNames.flatMap((name) =>
  codeRules[name].map(([claim, rule, holds]): ClaimRule => [
    claim,
    `${rule} where methods names ${name} alone, which cannot pay it`,
    (it) => it.methods?.length !== 1 || it.methods[0] !== name || holds(it),
  ]),
)

/** What may name another merchant than the proxy's. */
export type OfMerchant = Pick<Ticket, 'merchantLogin' | 'merchantInn'>

/** Whether the order is registered for another merchant than the proxy's (online gateway 4.1). */
export const isOfChild = ({ merchantLogin, merchantInn }: OfMerchant): boolean =>
  merchantLogin !== undefined || merchantInn !== undefined

/** Most minor units of an amount (online gateway 4.1). */
const LARGEST = 999_999_999_999

/** The rules between claims that `signOrder` and the proxy check alike. */
export const claimRules: readonly ClaimRule[] = [
  ...ofAHold,
  [
    'autoReverseDate',
    'must not be given together with autocompletionDate',
    (it) => it.autoReverseDate === undefined || it.autocompletionDate === undefined,
  ],
  ...notByPhone,
  ...ofRecurrent,
  ...ofCodes,
  [
    'phone',
    'must be that of orderPayerData.mobilePhone, where both are given',
    ({ phone, orderPayerData }) => phone === undefined || (orderPayerData?.mobilePhone ?? phone) === phone,
  ],
  [
    'feeInput',
    'must not be given with the feature VERIFY, which pays nothing',
    (it) => it.feeInput === undefined || !it.features?.includes('VERIFY'),
  ],
  ['feeInput', 'must leave the sum of amount and fee at 12 digits', (it) => it.amount + (it.feeInput ?? 0) <= LARGEST],
  [
    'save',
    'must not be required without the clientId to store the card for',
    (it) => it.save !== 'required' || Boolean(it.clientId),
  ],
  ['bindingId', 'needs the clientId whose card it is', (it) => it.bindingId === undefined || Boolean(it.clientId)],
  [
    'bindingId',
    'must be allowed by methods, which must name binding',
    (it) => it.bindingId === undefined || (it.methods?.includes('binding') ?? true),
  ],
  [
    'bindingId',
    'must not be given with the feature FORCE_CREATE_BINDING',
    (it) => it.bindingId === undefined || !it.features?.includes('FORCE_CREATE_BINDING'),
  ],
  [
    'bindingId',
    'must not be given with merchantLogin or merchantInn: the stored cards of a child merchant are not listed',
    (it) => it.bindingId === undefined || !isOfChild(it),
  ],
  [
    'dynamicCallbackUrl',
    'must be an https address without a login; http only on localhost',
    ({ dynamicCallbackUrl: url }) => url === undefined || isSafe(url, true),
  ],
]
