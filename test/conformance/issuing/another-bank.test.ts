import { expect, test } from 'vitest'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { inProcess } from '../gateway/fixture.ts'
import { setFixture } from './fixture.ts'

const whose = { institutionId: '1', agentId: '2', customerNumber: '3', contractNumber: '4' }
const cardIdentification = { cardNumber: '4000000000000002' }
const dates = { startDate: '2031-01-01', endDate: '2031-12-31' }
const long = 'x'.repeat(300)
const needed = Object.entries({ customer_number: 'C-1', surname: 'Doe', firstName: 'Jo' }).map(([name, value]) => ({
  name,
  value,
}))

/** Values that no document lists: a client sends them, as test/unit/issuing-client says, and the sandbox names them. */
const free = [
  ['changeMerchantStatus', { merchantNumber: '1', ...whose, status: 'O' }, 'status'],
  ['changeTerminalStatus', { merchantNumber: '1', terminalNumber: '1', ...whose, status: 'O' }, 'status'],
  ['changeTerminalStatus', { merchantNumber: '1', terminalNumber: long, ...whose, status: 'ACTIVE' }, 'terminalNumber'],
  ['changeAccountStatus', { accountNumber: '1', accountStatus: 7 }, 'accountStatus'],
  ['changeAccountLimit', { accountNumber: '1', limit: { name: 'L', cycleType: 9 } }, 'limit.cycleType'],
  ['changeAccountLimit', { accountNumber: '1', limit: { name: 'L', cycleLength: 0 } }, 'limit.cycleLength'],
  ['changeAccountLimit', { accountNumber: '1', limit: { name: 'L', value: -1 } }, 'limit.value'],
  ['registerCustomer', { productName: 'CRCU1002', parameters: needed }, 'productName'],
  ['registerCustomer', { productName: 'CRCU1001', parameters: [{ name: 'vip', value: '1' }] }, 'parameters.0.name'],
  ['getCardData', { cardIdentification: { ...cardIdentification, plasticNumber: 12345 } }, 'plasticNumber'],
  [
    'debitCard',
    { cardIdentification: { cardNumberMask: '**0002', phoneNumber: 'x' }, amount: 1, currency: 978 },
    'Mask',
  ],
  ['generateKey', { hostId: 1234567890, keyType: 'K', keyLength: 'ENKL_0016' }, 'hostId'],
  ['getPaymentOrders', { merchantNumber: '1', institutionId: long }, 'institutionId'],
  [
    'setGeoRestrictions',
    { cardIdentification, restrictions: [{ regionId: 10_001, transactionGroupId: 1, status: 'ENABLED' }] },
    'restrictions.0.regionId',
  ],
  [
    'addCardLimitException',
    { cardIdentification, limitException: { limitName: 'L', startDate: '2031-02-01', endDate: '2031-01-01' } },
    'limitException.startDate',
  ],
] as const

test.each(free)('4 %s may say what no document lists, which the contract takes: %o', async (name, request, field) => {
  expect(issuingApi[name].request.safeParse(request).success).toBe(true)
  const fixture = await setFixture(inProcess())
  expect(await fixture.send(name, request)).toEqual({
    status: 400,
    body: {
      responseCode: '30',
      message: expect.stringMatching(new RegExp(`${field.replaceAll('.', '\\.')} (?:must|is)`)),
    },
  })
})

test('2.1 null for an optional field is the same as none, in requests', async () => {
  const fixture = await setFixture(inProcess())
  const { cardNumber, accountNumber, customerNumber } = await fixture.newOwner()
  const requests = [
    ['isCustomerExist', { customerNumber, institutionId: null }],
    ['getAccountData', { accountNumber, returnCardNumber: null }],
    ['debitCard', { cardIdentification: { cardNumber, cvv2: null }, amount: 1, currency: 978, fee: null, tds: null }],
    [
      'changeCardLimit',
      { cardIdentification: { cardNumber }, limit: { name: 'DAILY_AMOUNT', value: 5, ...dates, currency: null } },
    ],
  ] as const
  for (const [name, request] of requests) expect(await fixture.send(name, request)).toMatchObject({ status: 200 })
})

test('2.1 a Long has up to 19 digits, in requests', async () => {
  const fixture = await setFixture(inProcess())
  expect(await fixture.send('getOrderDetails', '{"orderId":9223372036854775807}')).toMatchObject({
    status: 422,
    body: { responseCode: 'A8' },
  })
  for (const orderId of ['9223372036854775808', '12345678901234567890', '"12"', '1.5', 'null'])
    expect(await fixture.send('getOrderDetails', `{"orderId":${orderId}}`)).toMatchObject({ status: 400 })
})

test('2.1 numbers of cards and accounts may be JSON numbers of any length, and are read without loss', async () => {
  const fixture = await setFixture(inProcess())
  const { cardNumber } = await fixture.newOwner()
  const beneficiaries = ['4000000000000000019', '9007199254740993', '1234567890123456789012345678901234']
  const body = `{"accountNumber":${cardNumber},"beneficiaries":[${beneficiaries.join()}, "say \\"12345678901234567890\\""]}`
  expect(await fixture.send('setAllowedBeneficiaries', body)).toMatchObject({
    status: 200,
    body: { responseCode: '00' },
  })
  expect((await fixture.issuing.getAllowedBeneficiaries({ accountNumber: cardNumber })).beneficiaries).toEqual([
    ...beneficiaries,
    'say "12345678901234567890"',
  ])
  expect(
    await fixture.send(
      'changeAccountStatus',
      '{"accountNumber":12345678901234567890,"accountStatus":12345678901234567890}',
    ),
  ).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^accountStatus /) },
  })
})

test('4 the sandbox nests lists as the examples do where the switch says so, and the client reads both alike', async () => {
  const fixture = await setFixture(inProcess())
  const { cardNumber, cardId, customerNumber, accountNumber } = await fixture.newOwner()
  const named = { cardIdentification: { cardNumber } }
  const period = {}
  await fixture.issuing.addCardLimitException({
    ...named,
    limitException: { limitName: 'DAILY_AMOUNT', ...dates, value: 1 },
  })
  const read = async () => [
    await fixture.issuing.getTransactions({ ...named, period }),
    await fixture.issuing.getCardListByOwner({ cardIdentification: { customerId: customerNumber } }),
    await fixture.issuing.getCardLimits(named),
    await fixture.issuing.getCustomerInfo({ customerNumber }),
    await fixture.issuing.getAccountData({ accountNumber }),
    await fixture.issuing.getGeoRestrictions(named),
    await fixture.issuing.getAllowedMccList({ accountNumber }),
    await fixture.issuing.getTransactionSchemeAdditions({ cardIdentification: { cardId } }),
  ]
  const plain = await read()
  fixture.setLists('nested')
  expect(await read()).toEqual(plain)
  expect((await fixture.send('getTransactions', { ...named, period })).body).toEqual({
    transactions: { transaction: (plain[0] as { transactions: object[] }).transactions },
  })
  expect(
    await fixture.send('getCardListByOwner', { cardIdentification: { customerId: customerNumber } }),
  ).toMatchObject({
    body: { cards: { card: [{ cardNumber, accounts: { account: [{ number: accountNumber }] } }] } },
  })
  expect(await fixture.send('getTransactionSchemeAdditions', { cardIdentification: { cardId } })).toMatchObject({
    body: { transactionSchemeAdditions: { addition: [{}, {}, {}] } },
  })
})
