import type { Holding } from './holding.ts'

const card = ({ card }: Holding): object => ({ cardNumber: card?.cardNumber ?? '' })
const carded = (holding: Holding): object => ({ cardIdentification: card(holding) })
const account = ({ account }: Holding): object => ({ accountNumber: account?.number ?? '' })

/** A day as the bank writes it, counted from today. */
const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

const owned = { institutionId: '1', agentId: '1', customerNumber: '1', contractNumber: '1', status: 'SUSPENDED' }
const shop = { merchantNumber: 'sandbox-api' }

const acceptor = {
  terminalIdentification: '10000001',
  merchantIdentification: 'sandbox-api',
  merchantType: '5499',
}

const limit = { name: 'DAILY_AMOUNT', value: 10_000 }

/** What a form begins with: fields that the chosen card answers, and an example where an empty form would teach nothing. */
export const drafts: Readonly<Record<string, (holding: Holding) => object>> = {
  getCustomerInfo: ({ customer }) => ({ customerNumber: customer ?? '' }),
  isCustomerExist: ({ customer }) => ({ customerNumber: customer ?? '' }),
  changeAccountLimit: (it) => ({ ...account(it), limit }),
  getAccountLimits: account,
  changeAccountStatus: (it) => ({ ...account(it), accountStatus: 2 }),
  changeAccountStatusInFe: (it) => ({ ...account(it), accountStatus: 2 }),
  getAccountData: account,
  setAllowedBeneficiaries: account,
  getAllowedBeneficiaries: account,
  setAllowedMccList: (it) => ({ ...account(it), mccList: [5499] }),
  getAllowedMccList: account,
  changeMerchantStatus: () => ({ ...shop, ...owned }),
  changeTerminalStatus: () => ({ ...shop, terminalNumber: '10000001', ...owned }),
  getMerchantTransactions: () => ({ merchantId: 'sandbox-api', institutionId: '1', period: { startDate: day(-7) } }),
  generateKey: () => ({ terminalNumber: '10000001', hostId: 1, keyType: 'ENKTTMKP', keyLength: 'ENKL_0032' }),
  setKey: () => ({ terminalNumber: '10000001', hostId: 1, keyType: 'ENKTTMKP', newKeyPrefix: 'U' }),
  serviceAction: ({ card }) => ({
    serviceIdentification: { serviceType: 'SMS', serviceId: '1', serviceObjectType: 'SERVICE_OBJECT_CARD' },
    actionCode: 'ACTION_CODE_ADD',
    cardIdentification: { cardNumber: card?.cardNumber ?? '', expDate: card?.expiryDate ?? '' },
  }),
  blockCard: (it) => ({ ...carded(it), hotCardStatus: 6 }),
  changeCardStatus: (it) => ({ ...carded(it), hotCardStatus: 0 }),
  bindCardToAccount: (it) => ({
    cardIdentification: { ...card(it), expDate: it.card?.expiryDate ?? '' },
    accountType: 'ACCOUNT_TYPE_DEFAULT',
  }),
  createVirtualCard: (it) => ({
    cardIdentification: { cardNumber: `${it.bin}0000000000` },
    virtualCardIdentification: { expDate: '203412', productType: '5C' },
    amount: 0,
    currency: 978,
    ...account(it),
    deliveryMethod: 'WS',
  }),
  getCardListByOwner: ({ customer }) => ({ cardIdentification: { customerId: customer ?? '' } }),
  getCardFees: card,
  addCardLimitException: (it) => ({
    ...carded(it),
    limitException: { limitName: 'DAILY_AMOUNT', startDate: day(0), endDate: day(7), value: 100_000 },
  }),
  changeCardLimit: (it) => ({ ...carded(it), limit }),
  getTransactionSchemeAdditions: ({ card }) => ({ cardIdentification: { cardId: card?.cardId ?? '' } }),
  getTransactionCurrencies: ({ card }) => ({ cardIdentification: { cardId: card?.cardId ?? '' } }),
  generateCVC2: (it) => ({ ...carded(it), deliveryMethod: 'WS' }),
  setGeoRestrictions: (it) => ({
    ...carded(it),
    restrictions: [{ countryId: 276, transactionGroupId: 1, status: 'DISABLED' }],
  }),
  debitCard: (it) => ({
    cardIdentification: { ...card(it), expDate: it.card?.expiryDate ?? '' },
    amount: 1000,
    currency: 978,
    cardAcceptorParameters: acceptor,
  }),
  p2PTransfer: ({ card, bin: _ }) => ({
    sourceCardIdentification: { cardNumber: card?.cardNumber ?? '', expDate: card?.expiryDate ?? '' },
    destinationCardIdentification: { cardNumber: '4444555511113333' },
    amount: 1000,
    currency: 978,
    senderReceiverInfo: { senderName: 'Doe, Jo', senderAddress: '1 High Street' },
    pointOfServiceConditionCode: '59',
  }),
  getTransactions: (it) => ({ ...carded(it), period: { startDate: day(-7) } }),
  getPaymentOrders: () => ({ ...shop, institutionId: '1' }),
}

/** A new customer, whose number nobody has. */
export const newCustomer = (): object => ({
  productName: 'CRCU1001',
  parameters: Object.entries({
    institutionId: '1',
    customer_number: String(Date.now()),
    surname: 'Doe',
    firstName: 'Jo',
    email: 'jo@shop.example',
    mobile_phone: '375291234567',
    country_code: '112',
    city: 'Minsk',
  }).map(([name, value]) => ({ name, value })),
})

export const draftFor = (operation: string, holding: Holding): object =>
  operation === 'registerCustomer' ? newCustomer() : (drafts[operation] ?? carded)(holding)
