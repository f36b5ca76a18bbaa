import { expect } from 'vitest'
import { DAY } from '#contract/time/periods.ts'
import { afterwards, debitOf, EURO, newShop, shopNamed, transferOf } from '../money-moves.ts'
import type { Fixture } from '../fixture.ts'
import { rulesOf } from './rule.ts'

const whose = { institutionId: '1', agentId: '2', customerNumber: '3', contractNumber: '4' }
const institutionId = '1'

const nextDay = ({ clock }: Fixture): void => clock.advance(DAY - (clock.now() % DAY))

const ordersOf = async ({ issuing }: Fixture, merchantNumber: string, period: object = {}) =>
  (await issuing.getPaymentOrders({ merchantNumber, institutionId, period })).orderList!

/** Rules of merchants, terminals and their transactions. */
export const acquiringRules = rulesOf({
  async '4.3 changeMerchantStatus: a merchant that is not active is refused with 03 until it is again'(fixture) {
    const owner = await fixture.newOwner()
    const shop = newShop()
    const merchantNumber = shop.merchantIdentification
    const pay = () => fixture.issuing.debitCard(debitOf(owner, 1, { cardAcceptorParameters: shop }))
    expect(await pay()).toMatchObject({ responseCode: '00' })
    for (const [status, responseCode] of [
      ['SUSPENDED', '03'],
      ['ACTIVE', '00'],
      ['CLOSED', '03'],
    ] as const) {
      expect(await fixture.issuing.changeMerchantStatus({ merchantNumber, ...whose, status })).toEqual({
        responseCode: '00',
      })
      expect(await pay()).toMatchObject({ responseCode })
    }
  },
  async '3 changeMerchantStatus and changeTerminalStatus each write an entry into the history of whose status it is'(
    fixture,
  ) {
    const { merchantIdentification: merchantNumber, terminalIdentification: terminalNumber } = newShop()
    const refused = { ...whose, contractNumber: '9', status: 'ACTIVE' } as const
    await fixture.issuing.changeMerchantStatus({ merchantNumber, ...whose, status: 'SUSPENDED' })
    await fixture.issuing.changeTerminalStatus({ merchantNumber, terminalNumber, ...whose, status: 'CLOSED' })
    await fixture.issuing.changeMerchantStatus({ merchantNumber, ...refused })
    await fixture.issuing.changeTerminalStatus({ merchantNumber, terminalNumber, ...refused })
    const historyOf = async (terminal: object) =>
      (
        await fixture.issuing.getMerchantTransactions({
          merchantId: merchantNumber,
          institutionId,
          period: {},
          ...terminal,
        })
      ).transactions
    const result = await historyOf({})
    expect(result).toMatchObject([
      { transactionType: 'MERCHANT_STATUS_CHANGE', merchantId: merchantNumber, transactionAmount: 0 },
      { transactionType: 'TERMINAL_STATUS_CHANGE', merchantId: merchantNumber, terminalId: terminalNumber },
    ])
    expect(await historyOf({ terminalId: terminalNumber })).toEqual([result![1]])
    const { transaction } = await fixture.issuing.getTransactionDetails({ utrnno: result![0]!.utrnno })
    expect(transaction).toMatchObject({
      operationDirection: 'NOOP',
      transactionDescription: 'Status ACTIVE to SUSPENDED',
    })
  },
  async '4.3 changeTerminalStatus: another terminal of the merchant, and that number at another merchant, go on'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const [shop, other] = [newShop(), newShop()]
    const { merchantIdentification: merchantNumber, terminalIdentification: terminalNumber } = shop
    const change = { merchantNumber, terminalNumber, ...whose, status: 'SUSPENDED' } as const
    expect(await fixture.issuing.changeTerminalStatus(change)).toEqual({ responseCode: '00' })
    const pay = async (cardAcceptorParameters: typeof shop) =>
      (await fixture.issuing.debitCard(debitOf(owner, 1, { cardAcceptorParameters }))).responseCode
    expect(await pay(shop)).toBe('03')
    expect(await pay(shopNamed(merchantNumber, '10000002'))).toBe('00')
    expect(await pay(other)).toBe('00')
  },
  async 'sandbox: merchants and terminals are whose the first call says; a closed one stays closed'(fixture) {
    const merchantNumber = newShop().merchantIdentification
    const terminal = { merchantNumber, terminalNumber: '7', ...whose, status: 'ACTIVE' } as const
    const merchant = { merchantNumber, ...whose, status: 'ACTIVE' } as const
    await fixture.issuing.changeTerminalStatus(terminal)
    await fixture.issuing.changeMerchantStatus(merchant)
    for (const field of Object.keys(whose)) {
      const refused = { responseCode: '03', message: `${field} is not the one that was given first` }
      expect(await fixture.issuing.changeMerchantStatus({ ...merchant, [field]: '9' })).toEqual(refused)
      expect(await fixture.issuing.changeTerminalStatus({ ...terminal, [field]: '9' })).toEqual(refused)
    }
    await fixture.issuing.changeMerchantStatus({ ...merchant, status: 'CLOSED' })
    const closed = { responseCode: '03', message: 'merchantNumber is closed, and stays so' }
    expect(await fixture.issuing.changeMerchantStatus(merchant)).toEqual(closed)
    expect(await fixture.issuing.changeTerminalStatus(terminal)).toEqual(closed)
  },
  async '4.3 changeMerchantStatus refuses a status that is not listed'({ send }) {
    expect(await send('changeMerchantStatus', { merchantNumber: '1', ...whose, status: 'active' })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^status must be one of ACTIVE/) },
    })
  },
  async '2.9 getMerchantTransactions returns every field of a debit, and what was settled on the next day'(fixture) {
    const owner = await fixture.newOwner()
    const shop = newShop()
    const merchantId = shop.merchantIdentification
    const debited = await fixture.issuing.debitCard(debitOf(owner, 1234, { cardAcceptorParameters: shop }))
    const rows = async () =>
      (await fixture.issuing.getMerchantTransactions({ merchantId, institutionId, period: {} })).transactions
    const row = {
      utrnno: expect.any(Number),
      reversal: false,
      merchantId,
      terminalId: shop.terminalIdentification,
      transactionDate: debited.localTransactionDate,
      cardNumberMask: `${owner.cardNumber.slice(0, 6)}******${owner.cardNumber.slice(-4)}`,
      transactionAmount: 1234,
      transactionCurrency: EURO,
      responseCode: 0,
      authorizationCode: debited.authorizationIdResponse,
      cashbackAmount: 0,
      transactionType: 'PURCHASE',
      networkType: 'VISA',
      cardType: '5C',
      orderNumber: expect.stringMatching(/^PO-\d{8}$/),
      orderId: expect.any(Number),
    }
    expect(await rows()).toEqual([row])
    nextDay(fixture)
    const settlementDate = new Date(fixture.clock.now()).toISOString().replace('.000Z', '+00:00')
    expect(await rows()).toEqual([{ ...row, settlementDate, submittedAmount: 1234, submittedCurrency: EURO }])
  },
  async '4.3 getMerchantTransactions lists a period, of one terminal if asked, oldest first'(fixture) {
    const owner = await fixture.newOwner()
    const merchantId = newShop().merchantIdentification
    const start = fixture.clock.now()
    const pay = (amount: number, terminal: string) =>
      fixture.issuing.debitCard(debitOf(owner, amount, { cardAcceptorParameters: shopNamed(merchantId, terminal) }))
    await pay(1, '1')
    await pay(2, '2')
    fixture.clock.advance(DAY)
    await pay(3, '1')
    await pay(2_000_000, '1')
    const amounts = async (change: object) =>
      (
        await fixture.issuing.getMerchantTransactions({ merchantId, institutionId, period: {}, ...change })
      ).transactions!.map(({ transactionAmount }) => transactionAmount)
    expect(await amounts({})).toEqual([1, 2, 3, 2_000_000])
    expect(await amounts({ terminalId: '1' })).toEqual([1, 3, 2_000_000])
    expect(await amounts({ terminalId: '9' })).toEqual([])
    const startDate = new Date(start + DAY).toISOString().slice(0, 10)
    expect(await amounts({ period: { startDate } })).toEqual([3, 2_000_000])
    expect(await amounts({ period: { start: startDate }, terminalId: '2' })).toEqual([])
  },
  async '4.3 getMerchantTransactions takes merchantIdn too, one of the two, of a merchant that is known there'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const shop = newShop()
    const merchantId = shop.merchantIdentification
    await fixture.issuing.debitCard(debitOf(owner, 1, { cardAcceptorParameters: shop }))
    const ask = (fields: object) => fixture.send('getMerchantTransactions', { institutionId, period: {}, ...fields })
    expect(await ask({ merchantIdn: merchantId })).toMatchObject({
      status: 200,
      body: { transactions: [{ merchantId }] },
    })
    for (const fields of [{}, { merchantId, merchantIdn: merchantId }])
      expect(await ask(fields)).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^merchantId /) },
      })
    expect(await ask({ merchantId: 'nobody' })).toEqual({
      status: 422,
      body: { responseCode: '03', message: expect.stringMatching(/^merchantId /) },
    })
    await fixture.issuing.changeMerchantStatus({ merchantNumber: merchantId, ...whose, status: 'ACTIVE' })
    expect(await ask({ merchantId, institutionId: '9' })).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^institutionId /) },
    })
  },
  async '4.4 getPaymentOrders: a day and a currency of a merchant make an order, which is settled once the day is over'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const shop = newShop()
    const merchant = shop.merchantIdentification
    nextDay(fixture)
    const day = new Date(fixture.clock.now()).toISOString().slice(0, 10)
    const pay = (amount: number, change: object = {}) =>
      fixture.issuing.debitCard(debitOf(owner, amount, { cardAcceptorParameters: shop, ...change }))
    const first = await pay(500)
    await pay(50, { currency: 392 })
    const hold = await pay(300, { preAuthorization: true })
    await pay(9_999_999)
    expect(await ordersOf(fixture, merchant)).toEqual([
      {
        id: expect.any(Number),
        eventDate: day,
        purpose: `Settlement with ${merchant} for ${day}`,
        currency: EURO,
        amount: 500,
        status: 'OPEN',
        orderNumber: expect.stringMatching(/^PO-\d{8}$/),
      },
      expect.objectContaining({ currency: 392, amount: 50 }),
    ])
    await fixture.issuing.reversal(afterwards(owner, first, 100))
    await fixture.issuing.completion(afterwards(owner, hold, 200))
    const [today] = await ordersOf(fixture, merchant)
    expect(today).toMatchObject({ amount: 600 })
    nextDay(fixture)
    await fixture.issuing.reversal(afterwards(owner, first, 400))
    expect(await ordersOf(fixture, merchant)).toMatchObject([
      { id: today!.id, status: 'SETTLED', amount: 600 },
      { status: 'SETTLED' },
      { status: 'OPEN', amount: -400 },
    ])
    expect(await ordersOf(fixture, merchant, { start: day, end: day })).toHaveLength(2)
    const evening = { start: `${day}T18:00:00`, end: `${day}T19:00:00` }
    expect(await ordersOf(fixture, merchant, evening)).toHaveLength(2)
    expect(await ordersOf(fixture, merchant, { endDate: '2000-01-01' })).toEqual([])
  },
  async '4.4 getOrderDetails returns the transactions of an order, and A8 is one that does not exist'(fixture) {
    const [owner, other] = [await fixture.newOwner(), await fixture.newOwner()]
    const shop = newShop()
    const change = { cardAcceptorParameters: shop }
    const debited = await fixture.issuing.debitCard(debitOf(owner, 500, change))
    await fixture.issuing.reversal(afterwards(owner, debited, 100))
    const transfer = transferOf(owner, other, 5, { ...change, preAuthorization: true })
    const held = await fixture.issuing.p2PTransfer(transfer)
    await fixture.issuing.completion(afterwards(owner, held, 5))
    await fixture.issuing.reversal(afterwards(owner, held, 5))
    const [order] = await ordersOf(fixture, shop.merchantIdentification)
    expect(await fixture.issuing.getOrderDetails({ orderId: order!.id })).toEqual({
      transactionList: [
        {
          merchantId: shop.merchantIdentification,
          terminalId: shop.terminalIdentification,
          transactionDate: debited.localTransactionDate,
          cardNumberMask: `${owner.cardNumber.slice(0, 6)}******${owner.cardNumber.slice(-4)}`,
          transactionAmount: 500,
          transactionCurrency: EURO,
          authorizationCode: debited.authorizationIdResponse,
          cashbackAmount: 0,
          transactionType: 'PURCHASE',
          networkType: 'VISA',
          cardType: '5C',
          orderNumber: order!.orderNumber,
        },
        expect.objectContaining({ transactionType: 'REVERSAL', transactionAmount: 100 }),
      ],
    })
    expect(await fixture.send('getOrderDetails', { orderId: 99_999_999 })).toEqual({
      status: 422,
      body: { responseCode: 'A8', message: expect.stringMatching(/^orderId /) },
    })
  },
})
