import type { issuingApi } from '#server-contract/issuing/api.ts'
import type { Long } from '#server-contract/issuing/fields.ts'
import { afterwards, debitOf, EURO, shopNamed, transferOf } from './money-moves.ts'
import type { Owner, Fixture } from './fixture.ts'

export type Name = keyof typeof issuingApi

/** The data that requests refer to, which must exist before them. */
interface Cast {
  readonly owner: Owner
  readonly other: Owner
  readonly blocked: Owner
  readonly utrnno: Long
  readonly orderId: Long
}

const shop = shopNamed('shop-of-the-right-requests', '10000001')
const merchantNumber = shop.merchantIdentification
const terminalNumber = shop.terminalIdentification
const whose = { institutionId: '1', agentId: '2', customerNumber: '3', contractNumber: '4', status: 'ACTIVE' }
const dates = { startDate: '2031-01-01', endDate: '2031-12-31' }
const cycle = { value: 500_000, cycleType: 1, cycleLength: 1 }
const period = { startDate: '2030-01-01' }
const tds = { xid: 'xid', cavv: 'cavv', ucaf: 'ucaf', authenticationIndicator: 'TDS_PERFORMED' } as const
const key = '0123456789ABCDEFFEDCBA9876543210'

/** Creates cards with accounts and owners, and some history of the first one. */
export async function castOf(fixture: Fixture): Promise<Cast> {
  const [owner, other, blocked] = [await fixture.newOwner(), await fixture.newOwner(), await fixture.newOwner()]
  const debited = await fixture.issuing.debitCard(debitOf(owner, 100, { cardAcceptorParameters: shop }))
  await fixture.issuing.reversal(afterwards(owner, debited, 50))
  await fixture.issuing.blockCard({ cardIdentification: { cardNumber: blocked.cardNumber }, hotCardStatus: 6 })
  const cardIdentification = { cardNumber: owner.cardNumber }
  const { transactions } = await fixture.issuing.getTransactions({ cardIdentification, period: {} })
  const { orderList } = await fixture.issuing.getPaymentOrders({ merchantNumber, institutionId: '1' })
  return { owner, other, blocked, utrnno: transactions!.at(-2)!.utrnno, orderId: orderList![0]!.id }
}

/** Blocks of fields that give a request another meaning, and are therefore not in the valid one. */
export const blocksApart: Readonly<Record<string, object>> = {
  originalTransactionParameters: {
    systemTraceAuditNumber: 1,
    localTransactionDate: '2030-05-01T12:00:00Z',
    rrn: '012112000001',
  },
}

/** A valid request of each operation, with every block of fields that it may have. */
export const rightRequests: Readonly<Record<Name, (cast: Cast) => Readonly<Record<string, unknown>>>> = {
  registerCustomer: ({ owner }) => ({
    productName: 'CRCU1001',
    parameters: [
      { name: 'customer_number', value: owner.customerNumber },
      { name: 'surname', value: 'Doe' },
      { name: 'firstName', value: 'Jo' },
    ],
  }),
  getCustomerInfo: ({ owner: { customerNumber, accountNumber } }) => ({ customerNumber, accountNumber }),
  isCustomerExist: ({ owner: { customerNumber } }) => ({ customerNumber, institutionId: 1 }),
  changeAccountLimit: ({ owner: { accountNumber } }) => ({
    accountNumber,
    limit: { name: 'ACCOUNT_DAILY_AMOUNT', ...dates, ...cycle, currency: EURO, currentValue: 0 },
    cardAcceptorParameters: shop,
  }),
  getAccountLimits: ({ owner: { accountNumber } }) => ({ accountNumber }),
  changeAccountStatus: ({ owner: { accountNumber } }) => ({ accountNumber, accountStatus: 0 }),
  changeAccountStatusInFe: ({ owner: { accountNumber } }) => ({
    accountNumber,
    accountStatus: 0,
    cardAcceptorParameters: shop,
  }),
  getAccountData: ({ owner: { accountNumber } }) => ({ accountNumber, returnCardNumber: true }),
  setAllowedBeneficiaries: ({ owner, other }) => ({
    accountNumber: owner.accountNumber,
    beneficiaries: [other.cardNumber],
  }),
  getAllowedBeneficiaries: ({ owner: { accountNumber } }) => ({ accountNumber }),
  setAllowedMccList: ({ owner: { accountNumber } }) => ({ accountNumber, mccList: [5499] }),
  getAllowedMccList: ({ owner: { accountNumber } }) => ({ accountNumber }),
  changeMerchantStatus: () => ({ merchantNumber, ...whose }),
  changeTerminalStatus: () => ({ merchantNumber, terminalNumber, ...whose }),
  getMerchantTransactions: () => ({
    merchantId: merchantNumber,
    terminalId: terminalNumber,
    institutionId: '1',
    period,
  }),
  generateKey: () => ({
    terminalId: 1,
    terminalNumber,
    merchantNumber,
    hostId: 1,
    keyType: 'ENKTTMKP',
    keyLength: 'ENKL_0032',
    keySerialNumber: 'FFFF9876543210E00000',
    dukptId: 1,
  }),
  setKey: () => ({
    terminalId: 1,
    terminalNumber,
    merchantNumber,
    hostId: 1,
    keyType: 'ENKTTMKA',
    inputKeyPrefix: 'U',
    key,
    newKeyPrefix: 'U',
  }),
  serviceAction: ({ owner: { cardNumber, expDate, accountNumber } }) => ({
    serviceIdentification: { serviceType: 'SMS', serviceId: '1', serviceObjectType: 'SERVICE_OBJECT_CARD' },
    actionCode: 'ACTION_CODE_ADD',
    cardIdentification: { cardNumber, expDate },
    accountNumber,
    serviceParameters: { phoneNumber: '375291234567', email: 'jo@shop.example' },
    cardAcceptorParameters: shop,
  }),
  blockCard: ({ other: { cardNumber } }) => ({
    cardIdentification: { cardNumber },
    hotCardStatus: 6,
    cardAcceptorParameters: shop,
  }),
  validateCard: ({ blocked: { cardNumber } }) => ({ cardIdentification: { cardNumber }, cardAcceptorParameters: shop }),
  cardStatusInquiry: ({ owner: { cardNumber } }) => ({
    cardIdentification: { cardNumber },
    cardAcceptorParameters: shop,
  }),
  changeCardStatus: ({ blocked: { cardNumber } }) => ({
    cardIdentification: { cardNumber },
    hotCardStatus: 0,
    cardAcceptorParameters: shop,
  }),
  bindCardToAccount: ({ owner: { cardNumber, expDate, customerNumber } }) => ({
    cardIdentification: { cardNumber, expDate },
    accountNumber: `new-${cardNumber}`,
    accountType: 'ACCOUNT_TYPE_SAVING',
    accountCurrency: EURO,
    personalData: { firstName: 'Jo', lastName: 'Doe' },
    customerId: customerNumber,
    cardAcceptorParameters: shop,
  }),
  createVirtualCard: ({ owner: { accountNumber } }) => ({
    cardIdentification: { cardNumber: '4000000000000000' },
    virtualCardIdentification: { expDate: '203411', productType: '5C' },
    amount: 0,
    currency: EURO,
    accountNumber,
    deliveryMethod: 'WS',
    personalData: { firstName: 'Jo', lastName: 'Doe' },
    cardAcceptorParameters: shop,
  }),
  getCardData: ({ owner: { cardId } }) => ({ cardIdentification: { cardId } }),
  getCardListByOwner: ({ owner: { customerNumber } }) => ({ cardIdentification: { customerId: customerNumber } }),
  getCardFees: ({ owner: { cardNumber } }) => ({ cardNumber }),
  getCardLimits: ({ owner: { cardId } }) => ({ cardIdentification: { cardId } }),
  addCardLimitException: ({ owner: { cardId } }) => ({
    cardIdentification: { cardId },
    limitException: { limitName: 'DAILY_AMOUNT', ...dates, ...cycle },
    cardAcceptorParameters: shop,
  }),
  changeCardLimit: ({ owner: { cardId } }) => ({
    cardIdentification: { cardId },
    limit: { name: 'DAILY_AMOUNT', ...dates, ...cycle, currency: EURO, currentValue: 0 },
    cardAcceptorParameters: shop,
  }),
  getTransactionSchemeAdditions: ({ owner: { cardId } }) => ({ cardIdentification: { cardId }, templateSchemeId: 1 }),
  getPin: ({ owner: { cardId } }) => ({ cardIdentification: { cardId }, cardAcceptorParameters: shop }),
  changePin: ({ owner: { cardId } }) => ({
    cardIdentification: { cardId },
    newPinData: '0123456789ABCDEF',
    cardAcceptorParameters: shop,
  }),
  resetPinCounter: ({ owner: { cardId } }) => ({ cardIdentification: { cardId }, cardAcceptorParameters: shop }),
  generateCVC2: ({ owner: { cardId } }) => ({
    cardIdentification: { cardId },
    deliveryMethod: 'WS',
    cardAcceptorParameters: shop,
  }),
  setGeoRestrictions: ({ owner: { cardId } }) => ({
    cardIdentification: { cardId },
    restrictions: [{ countryId: 196, transactionGroupId: 1, status: 'DISABLED', ...dates }],
  }),
  getGeoRestrictions: ({ owner: { cardId } }) => ({ cardIdentification: { cardId } }),
  debitCard: ({ other }) =>
    debitOf(other, 100, {
      preAuthorization: true,
      fee: { feeType: 'ACQUIRER', feeValue: 1 },
      cardAcceptorParameters: shop,
      tds,
    }),
  p2PTransfer: ({ owner, other }) => ({
    ...transferOf(other, owner),
    preAuthorization: false,
    tds,
    pointOfServiceDataCode: '810',
    cardAcceptorParameters: shop,
    securityLevelIndicator: '2',
    posCardholderPresence: 5,
    businessApplicationIdentifier: 'PP',
  }),
  getTransactions: ({ owner: { cardId } }) => ({ cardIdentification: { cardId }, period }),
  getTransactionDetails: ({ utrnno }) => ({ utrnno, reversal: false }),
  getTransactionCurrencies: ({ owner: { cardId } }) => ({ cardIdentification: { cardId } }),
  getPaymentOrders: () => ({ merchantNumber, institutionId: '1', period }),
  getOrderDetails: ({ orderId }) => ({ orderId }),
}
