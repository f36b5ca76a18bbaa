import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuingClient, type IssuingClient } from '../../../server/issuing.ts'
import { startSandbox, type RunningSandbox } from '../../../server/sandbox.ts'
import { errorOf } from './bank.ts'

let sandbox: RunningSandbox
let bank: IssuingClient
beforeAll(async () => {
  sandbox = await startSandbox()
  bank = issuingClient({ url: sandbox.addresses.issuing, ...sandbox.credentials.issuing })
})
afterAll(() => sandbox.close())

const EURO = 978
let customers = 0

/** A new customer with a virtual card on an account of 10 000.00 euros. */
async function newCard(): Promise<{ cardNumber: string; accountNumber: string; customerNumber: string }> {
  const number = `C${++customers}`
  const { accountNumber, customerNumber } = await bank.registerCustomer({
    productName: 'CRCU1001',
    parameters: [
      { name: 'customer_number', value: number },
      { name: 'surname', value: 'Doe' },
      { name: 'firstName', value: 'Jo' },
    ],
  })
  const { virtualCardIdentification } = await bank.createVirtualCard({
    cardIdentification: { cardNumber: `${sandbox.credentials.issuing.bin}0000000000` },
    virtualCardIdentification: { expDate: '204912', productType: '5C' },
    amount: 0,
    currency: EURO,
    accountNumber: accountNumber!,
    deliveryMethod: 'WS',
  })
  return {
    cardNumber: virtualCardIdentification!.cardNumber!,
    accountNumber: accountNumber!,
    customerNumber: customerNumber!,
  }
}

const balanceOf = async (accountNumber: string): Promise<number> =>
  (await bank.getAccountData({ accountNumber })).accountData!.balance

test('a card is issued, pays, is given its money back and is found', async () => {
  const { cardNumber, accountNumber, customerNumber } = await newCard()
  const cardIdentification = { cardNumber }
  expect(await bank.isCustomerExist({ customerNumber })).toEqual({ result: true })
  const debited = await bank.debitCard({ cardIdentification, amount: 4990, currency: EURO })
  expect(await balanceOf(accountNumber)).toBe(995_010)
  const { processingCode, systemTraceAuditNumber, localTransactionDate: transactionDate, rrn } = debited
  const original = { cardIdentification, currency: EURO, processingCode, systemTraceAuditNumber, transactionDate, rrn }
  await bank.reversal({ ...original, amount: 990 })
  expect(await balanceOf(accountNumber)).toBe(996_000)
  const { transactions } = await bank.getTransactions({ cardIdentification, period: {} })
  expect(transactions!.filter(({ amount }) => amount === 4990)).toHaveLength(1)
  expect(await errorOf(bank.reversal({ ...original, amount: 4001 }))).toMatchObject({
    operation: 'reversal',
    outcome: 'refused',
    code: '95',
    field: 'amount',
  })
})

test('a hold is completed, and a card pays another', async () => {
  const [one, other] = [await newCard(), await newCard()]
  const cardIdentification = { cardNumber: one.cardNumber }
  const held = await bank.debitCard({ cardIdentification, amount: 1000, currency: EURO, preAuthorization: true })
  const { processingCode, systemTraceAuditNumber, localTransactionDate: transactionDate, rrn } = held
  const original = { cardIdentification, currency: EURO, processingCode, systemTraceAuditNumber, transactionDate, rrn }
  await bank.completion({ ...original, amount: 600 })
  await bank.p2PTransfer({
    sourceCardIdentification: { cardNumber: one.cardNumber, expDate: '204912' },
    destinationCardIdentification: { cardNumber: other.cardNumber },
    amount: 400,
    currency: EURO,
    senderReceiverInfo: { senderName: 'Doe, Jo', senderAddress: '1 High Street' },
    pointOfServiceConditionCode: 'web',
  })
  expect(await balanceOf(other.accountNumber)).toBe(1_000_400)
})

test('refusals come with their code, field and sentence, by HTTP 200, 422 and 400', async () => {
  const { cardNumber, accountNumber } = await newCard()
  const cardIdentification = { cardNumber }
  const poor = await errorOf(bank.debitCard({ cardIdentification, amount: 1_000_001, currency: EURO }))
  expect(poor).toMatchObject({ outcome: 'refused', code: '51', status: 200 })
  const nobody = await errorOf(bank.getCardData({ cardIdentification: { cardNumber: '4999999999999999' } }))
  expect(nobody).toMatchObject({ outcome: 'refused', code: '14', status: 422 })
  const ours = await errorOf(bank.changeAccountStatus({ accountNumber, accountStatus: 17 }))
  expect(ours).toMatchObject({ outcome: 'refused', code: '30', status: 400, field: 'accountStatus' })
})

test('wrong credentials are refused', async () => {
  const stranger = issuingClient({ url: sandbox.addresses.issuing, login: 'nobody', password: 'nothing' })
  expect(await errorOf(stranger.isCustomerExist({ customerNumber: 'C1' }))).toMatchObject({
    kind: 'refused',
    status: 401,
    code: '401',
  })
})

test('every read of a card, an account and a merchant has an answer', async () => {
  const { cardNumber, accountNumber, customerNumber } = await newCard()
  const cardIdentification = { cardNumber }
  const { cardData } = await bank.getCardData({ cardIdentification })
  expect(cardData!.accounts).toHaveLength(1)
  const byId = { cardIdentification: { cardId: cardData!.cardId! } }
  expect((await bank.getCustomerInfo({ customerNumber })).accounts).toHaveLength(1)
  expect((await bank.getCardListByOwner({ cardIdentification: { customerId: customerNumber } })).cards).toHaveLength(1)
  expect((await bank.getCardLimits({ cardIdentification })).limits!.length).toBeGreaterThan(0)
  expect((await bank.getAccountLimits({ accountNumber })).limits!.length).toBeGreaterThan(0)
  expect(await bank.cardStatusInquiry({ cardIdentification })).toEqual({ hotCardStatus: 0 })
  expect(await bank.getAllowedMccList({ accountNumber })).toEqual({ mccList: [] })
  expect(await bank.getAllowedBeneficiaries({ accountNumber })).toEqual({ beneficiaries: [] })
  expect((await bank.getGeoRestrictions({ cardIdentification })).restrictions).toEqual([])
  expect((await bank.getTransactionCurrencies(byId)).currencies).toEqual([])
  expect((await bank.getTransactionSchemeAdditions(byId)).transactionSchemeAdditions).toEqual(expect.any(Array))
  expect((await bank.getCardFees({ cardNumber })).fees).toEqual(expect.any(Array))
})
