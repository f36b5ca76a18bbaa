import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Debit } from '#server-contract/issuing/debits.ts'
import { systemRandom } from '#ports/system.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { appleDetails } from '#sandbox/wallets/methods/apple-pay-sheet.ts'
import { googleDetails } from '#sandbox/wallets/methods/google-pay-sheet.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'
import { inProcess, setFixture, stateOf, type Fixture } from '../../../conformance/gateway/fixture.ts'
import { googleData, payADirect, payBDirect } from '../../../conformance/gateway/wallet-payments.ts'

const debits: Debit[] = []
let fixture: Fixture
beforeAll(async () => {
  const refuse = async (debit: Debit) => {
    debits.push(debit)
    return { responseCode: '05' }
  }
  fixture = await setFixture(inProcess(), { issuer: { debitCard: refuse as never } })
})
afterAll(() => fixture.close())
beforeEach(() => {
  debits.length = 0
})

const card = testCards[0]!
const apple = appleDetails({ card, amount: 4321, currency: '978' }, systemRandom)
const later = { originalPaymentNetRefNum: '1', originalPaymentDate: '1' }

test('the issuer receives the device’s proof', async () => {
  await payADirect(fixture, { paymentToken: packPaymentToken(apple) })
  const { onlinePaymentCryptogram: cavv } = apple.paymentData as { onlinePaymentCryptogram: string }
  expect(debits).toMatchObject([
    {
      cardIdentification: { cardNumber: card.pan, expDate: card.expiry },
      amount: 4321,
      currency: 978,
      tds: { authenticationIndicator: 'TDS_PERFORMED', cavv },
    },
  ])
  expect(debits[0]!.cardIdentification).not.toHaveProperty('cvv2')
})

test('an eci of one digit is sent as two', async () => {
  const { paymentMethodDetails } = googleDetails({ card, merchant: '', authMethod: 'CRYPTOGRAM_3DS' }, systemRandom)
  const details = { ...paymentMethodDetails, eciIndicator: '6' }
  await payBDirect(fixture, { paymentToken: googleData(fixture, { paymentMethodDetails: details }) })
  expect(debits[0]!.tds).toEqual({ authenticationIndicator: 'TDS_MERCHANT_ONLY', cavv: details.cryptogram })
})

test.each([
  ['6', 6],
  ['05', 5],
])('the order has the eci %s as %j', async (eciIndicator, eci) => {
  const { paymentMethodDetails } = googleDetails({ card, merchant: '', authMethod: 'CRYPTOGRAM_3DS' }, systemRandom)
  const paymentToken = googleData(fixture, { paymentMethodDetails: { ...paymentMethodDetails, eciIndicator } })
  const { data } = await payBDirect(fixture, { paymentToken })
  expect(await stateOf(fixture, data!.orderId)).toMatchObject({ cardAuthInfo: { secureAuthInfo: { eci } } })
})

test.each([
  ['R', 'RECURRENT_PAYMENT_AUTH'],
  ['U', 'NOT_PERFORMED'],
] as const)(
  'a payment of the merchant’s, tii %s, brings no proof of a device',
  async (tii, authenticationIndicator) => {
    await payADirect(fixture, { tii, clientId: 'jane', ...later, paymentToken: packPaymentToken(apple) })
    expect(debits[0]!.tds).toEqual({ authenticationIndicator })
  },
)
