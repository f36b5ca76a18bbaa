import { DAY } from '#contract/time/periods.ts'
import type { issuingApi } from '#server-contract/issuing/api.ts'
import type { Debit, Debited } from '#server-contract/issuing/debits.ts'
import type { pinVerificationApi } from '#server-contract/issuing/pin-verification.ts'
import type { reversalApi } from '#server-contract/issuing/reversals.ts'
import type { Exchange } from './bank.ts'
import type { Selection } from './selection.ts'

/** The names of all operations that the back office offers. */
export type Name = keyof typeof issuingApi | keyof typeof reversalApi | keyof typeof pinVerificationApi

/** The data from which drafts are built. */
export interface Knowledge extends Selection {
  /** The sandbox's time, in Unix milliseconds. */
  readonly now: number
  /** The last successful exchange of each operation. */
  readonly done: Readonly<Partial<Record<Name, Exchange>>>
}

type Draft = (known: Knowledge) => object

/** A date in the bank's format, `ahead` days after the sandbox's today. */
const day = ({ now }: Knowledge, ahead: number): string => new Date(now + ahead * DAY).toISOString().slice(0, 10)

const number = ({ card }: Knowledge): { readonly cardNumber: string } => ({ cardNumber: card?.cardNumber ?? '' })
const carded = (known: Knowledge): object => ({ cardIdentification: number(known) })
const byId = ({ card }: Knowledge): object => ({ cardIdentification: { cardId: card?.cardId ?? '' } })
const dated = (known: Knowledge): object => ({ ...number(known), expDate: known.card?.expiryDate ?? '' })
const account = ({ account }: Knowledge): object => ({ accountNumber: account?.number ?? '' })
const customer = ({ customer }: Knowledge): object => ({ customerNumber: customer?.customerNumber ?? '' })

const merchantNumber = 'sandbox-api'
const terminalNumber = '10000001'
const institutionId = '1'
const owned = { institutionId, agentId: '1', customerNumber: '1', contractNumber: '1', status: 'SUSPENDED' }
const acceptor = {
  terminalIdentification: terminalNumber,
  merchantIdentification: merchantNumber,
  merchantType: '5499',
}
const terminalKey = { terminalNumber, hostId: 1, keyType: 'ENKTTMKP' }
const EURO = 978

/** The last debit made here; without one the card's latest, whose rrn the history does not contain. */
function original(known: Knowledge): object {
  const { request, answer } = (known.done.debitCard ?? {}) as { request?: Debit; answer?: Debited }
  const latest = known.entries.find(({ operationDirection }) => operationDirection === 'DEBIT')
  return {
    ...carded(known),
    amount: request?.amount ?? latest?.amount ?? '',
    currency: request?.currency ?? latest?.currency ?? EURO,
    processingCode: answer?.processingCode ?? '000000',
    systemTraceAuditNumber: answer?.systemTraceAuditNumber ?? '',
    transactionDate: answer?.localTransactionDate ?? latest?.authorizationDate ?? '',
    rrn: answer?.rrn ?? '',
  }
}

/** A new customer with an unused number. */
const newCustomer: Draft = () => ({
  productName: 'CRCU1001',
  parameters: Object.entries({
    institutionId,
    customer_number: String(Date.now()),
    surname: 'Doe',
    firstName: 'Jo',
    email: 'jo@shop.example',
    mobile_phone: '375291234567',
    country_code: '112',
    city: 'Minsk',
  }).map(([name, value]) => ({ name, value })),
})

/** The initial values of each form: known data, and an example where an empty form would not help. */
const drafts: Readonly<Record<Name, Draft>> = {
  registerCustomer: newCustomer,
  getCustomerInfo: customer,
  isCustomerExist: customer,
  changeAccountLimit: (known) => ({ ...account(known), limit: { name: 'ACCOUNT_DAILY_AMOUNT', value: 10_000 } }),
  getAccountLimits: account,
  changeAccountStatus: (known) => ({ ...account(known), accountStatus: 2 }),
  changeAccountStatusInFe: (known) => ({ ...account(known), accountStatus: 2 }),
  getAccountData: account,
  setAllowedBeneficiaries: (known) => ({ ...account(known), beneficiaries: ['4444555511113333'] }),
  getAllowedBeneficiaries: account,
  setAllowedMccList: (known) => ({ ...account(known), mccList: [5499] }),
  getAllowedMccList: account,
  changeMerchantStatus: () => ({ merchantNumber, ...owned }),
  changeTerminalStatus: () => ({ merchantNumber, terminalNumber, ...owned }),
  getMerchantTransactions: (known) => ({
    merchantId: merchantNumber,
    institutionId,
    period: { startDate: day(known, -7) },
  }),
  generateKey: () => ({ ...terminalKey, keyLength: 'ENKL_0032' }),
  // generateKey returns the key encrypted as setKey expects it.
  setKey: ({ done }) => ({
    ...terminalKey,
    key: (done.generateKey?.answer as { keyValue?: string } | undefined)?.keyValue ?? '',
    newKeyPrefix: 'U',
  }),
  serviceAction: (known) => ({
    serviceIdentification: { serviceType: 'SMS', serviceId: '1', serviceObjectType: 'SERVICE_OBJECT_CARD' },
    actionCode: 'ACTION_CODE_ADD',
    cardIdentification: dated(known),
  }),
  blockCard: (known) => ({ ...carded(known), hotCardStatus: 6 }),
  validateCard: carded,
  cardStatusInquiry: carded,
  changeCardStatus: (known) => ({ ...carded(known), hotCardStatus: 0 }),
  bindCardToAccount: (known) => ({
    cardIdentification: dated(known),
    ...account(known),
    accountType: 'ACCOUNT_TYPE_DEFAULT',
  }),
  createVirtualCard: (known) => ({
    cardIdentification: { cardNumber: `${known.bin}0000000000` },
    virtualCardIdentification: { expDate: '203412', productType: '5C' },
    amount: 0,
    currency: EURO,
    ...account(known),
    deliveryMethod: 'WS',
  }),
  getCardData: carded,
  getCardListByOwner: ({ customer }) => ({ cardIdentification: { customerId: customer?.customerNumber ?? '' } }),
  getCardFees: number,
  getCardLimits: carded,
  addCardLimitException: (known) => ({
    ...carded(known),
    limitException: { limitName: 'DAILY_AMOUNT', startDate: day(known, 0), endDate: day(known, 7), value: 100_000 },
  }),
  changeCardLimit: (known) => ({ ...carded(known), limit: { name: 'DAILY_AMOUNT', value: 10_000 } }),
  getTransactionSchemeAdditions: byId,
  getPin: carded,
  changePin: (known) => ({ ...carded(known), newPinData: '' }),
  verifyPin: (known) => ({ ...carded(known), pinData: '' }),
  resetPinCounter: carded,
  generateCVC2: (known) => ({ ...carded(known), deliveryMethod: 'WS' }),
  setGeoRestrictions: (known) => ({
    ...carded(known),
    restrictions: [{ countryId: 276, transactionGroupId: 1, status: 'DISABLED' }],
  }),
  getGeoRestrictions: carded,
  debitCard: (known) => ({
    cardIdentification: dated(known),
    amount: 1000,
    currency: EURO,
    cardAcceptorParameters: acceptor,
  }),
  reversal: original,
  reversalAdvice: (known) => ({
    ...carded(known),
    uniqueReferenceNumber:
      (known.done.debitCard?.request as Debit | undefined)?.uniqueReferenceNumber ?? 'a-debit-without-an-answer',
  }),
  completion: original,
  p2PTransfer: (known) => ({
    sourceCardIdentification: dated(known),
    destinationCardIdentification: { cardNumber: '4444555511113333' },
    amount: 1000,
    currency: EURO,
    senderReceiverInfo: { senderName: 'Doe, Jo', senderAddress: '1 High Street' },
    pointOfServiceConditionCode: '59',
  }),
  getTransactions: (known) => ({ ...carded(known), period: { startDate: day(known, -7) } }),
  getTransactionDetails: ({ entries }) => ({ utrnno: entries[0]?.utrnno ?? '' }),
  getTransactionCurrencies: byId,
  getPaymentOrders: () => ({ merchantNumber, institutionId }),
  getOrderDetails: ({ orderId }) => ({ orderId: orderId ?? '' }),
}

export const draftFor = (operation: string, known: Knowledge): object => drafts[operation as Name](known)
