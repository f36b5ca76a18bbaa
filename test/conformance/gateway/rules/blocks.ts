import { expect } from 'vitest'
import type { Registration } from '#server-contract/gateway/orders.ts'
import { credentials, newNumber, post, type Fixture } from '../fixture.ts'
import { rulesOf } from './rule.ts'

const cup = { positionId: 1, name: 'A cup', quantity: { value: 2, measure: 'pcs' }, itemPrice: 617 }

/** Registers an order with blocks as form fields, without a typed client's checks. */
async function registering(
  fixture: Fixture,
  blocks: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const fields = { ...credentials, orderNumber: newNumber(), amount: '1234', returnUrl: 'https://shop.test/' }
  const texts = Object.entries(blocks).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const answer = await post(fixture, `${fixture.base}/payment/rest/register.do`, {
    ...fields,
    ...Object.fromEntries(texts),
  })
  return (await answer.json()) as Record<string, string>
}

const withItems = (fixture: Fixture, ...items: object[]) =>
  registering(fixture, { orderBundle: { cartItems: { items } } })

const refused = (rule: RegExp, errorCode = '5') => ({ errorCode, errorMessage: expect.stringMatching(rule) })
const done = { orderId: expect.any(String) }

/** Rules of the blocks that requests share. */
export const blockRules = rulesOf({
  async '2.4 a whole basket with its customer and delivery is taken'(fixture) {
    const orderBundle: Registration['orderBundle'] = {
      orderCreationDate: '2030-05-01T12:00:00',
      customerDetails: {
        contact: 'any time',
        fullName: 'Jane Doe',
        passport: 'AB 1234567',
        deliveryInfo: { deliveryType: 'courier', country: 'CY', city: 'Limassol', postAddress: '1 High Street' },
      },
      cartItems: {
        items: [
          { ...cup, itemAmount: 1234, itemCurrency: 978, itemCode: 'cup-1' },
          {
            positionId: 2,
            name: 'Tea',
            quantity: { value: 0.125, measure: 'kg' },
            itemAmount: 99,
            itemDetails: { itemDetailsParams: [{ name: 'kind', value: 'green' }] },
          },
        ],
      },
    }
    expect(await registering(fixture, { orderBundle })).toMatchObject(done)
  },
  async '2.4 itemAmount is required only when itemPrice is absent, and equals itemPrice times quantity when both are there'(
    fixture,
  ) {
    const { itemPrice: _, ...unpriced } = cup
    expect(await withItems(fixture, unpriced)).toMatchObject(refused(/items\.0 .*itemAmount/))
    expect(await withItems(fixture, { ...unpriced, itemAmount: 1 })).toMatchObject(done)
    expect(await withItems(fixture, cup)).toMatchObject(done)
    expect(await withItems(fixture, { ...cup, itemAmount: 1235 })).toMatchObject(refused(/itemPrice × quantity/))
    const weighed = { ...cup, quantity: { value: 1.005, measure: 'kg' }, itemPrice: 1000 }
    expect(await withItems(fixture, { ...weighed, itemAmount: 1005 })).toMatchObject(done)
    expect(await withItems(fixture, { ...weighed, itemAmount: 1000 })).toMatchObject(refused(/itemPrice × quantity/))
    const dear = { ...cup, quantity: { value: 1.001, measure: 'kg' }, itemPrice: 12_345_678_000 }
    expect(await withItems(fixture, { ...dear, itemAmount: 12_358_023_678 })).toMatchObject(done)
    for (const itemAmount of [12_358_023_677, 12_358_023_679])
      expect(await withItems(fixture, { ...dear, itemAmount })).toMatchObject(refused(/itemPrice × quantity/))
    const third = { ...cup, quantity: { value: 0.333, measure: 'kg' }, itemPrice: 1 }
    for (const itemAmount of [0, 1])
      expect(await withItems(fixture, { ...third, itemAmount })).toMatchObject(refused(/itemPrice × quantity/))
  },
  async '2.4 a quantity has at most 3 decimals and is never negative'(fixture) {
    const quantity = (value: number) => withItems(fixture, { ...cup, quantity: { value, measure: 'kg' } })
    for (const value of [0.001, 1.125, 3, 123_456.789]) expect(await quantity(value)).toMatchObject(done)
    for (const value of [0.0001, 1.000_000_1, 1e-7, 1.0005])
      expect(await quantity(value)).toMatchObject(refused(/quantity\.value .*3 decimals/))
    expect(await quantity(-1)).toMatchObject(refused(/quantity\.value must be at least 0/))
  },
  async '2.4 positionId is unique in the cart, and each mandatory field of an item is required'(fixture) {
    expect(await withItems(fixture, cup, cup)).toMatchObject(refused(/positionId is unique/))
    expect(await withItems(fixture, cup, { ...cup, positionId: 2 })).toMatchObject(done)
    for (const field of ['positionId', 'name', 'quantity'])
      expect(await withItems(fixture, { ...cup, [field]: undefined })).toMatchObject(
        refused(new RegExp(`items\\.0\\.${field} is required`), '4'),
      )
    expect(await registering(fixture, { orderBundle: {} })).toMatchObject(refused(/cartItems is required/, '4'))
    const delivery = { deliveryInfo: { country: 'CY', city: 'Limassol' } }
    const orderBundle = { customerDetails: delivery, cartItems: { items: [cup] } }
    expect(await registering(fixture, { orderBundle })).toMatchObject(refused(/postAddress is required/, '4'))
  },
  async '2.4 a phone is digits with the country code, 7 to 15 of them, with + or 00 before it or without'(fixture) {
    const phone = (mobilePhone: string) => registering(fixture, { orderPayerData: { mobilePhone } })
    for (const good of ['1234567', '123456789012345', '+35799988877', '0035799988877'])
      expect(await phone(good)).toMatchObject(done)
    for (const wrong of ['123456', '1234567890123456', '+357 999', 'phone', '++1234567'])
      expect(await phone(wrong)).toMatchObject(refused(/^Field orderPayerData\.mobilePhone/))
  },
  async '2.4 billingCountry is a code or a name, billingState is in Latin characters'(fixture) {
    for (const billingCountry of ['CY', 'CYP', '196', 'Cyprus', 'Côte d’Ivoire'])
      expect(await registering(fixture, { billingPayerData: { billingCountry } })).toMatchObject(done)
    expect(await registering(fixture, { billingPayerData: { billingState: 'CY-02' } })).toMatchObject(done)
    expect(await registering(fixture, { billingPayerData: { billingState: 'Λεμεσός' } })).toMatchObject(
      refused(/billingState .*Latin/),
    )
  },
  async 'family: delivery and pre-order indicators are of their lists, written with a zero or without'(fixture) {
    const shipping = (fields: object) => registering(fixture, { shippingPayerData: fields })
    const preOrder = (fields: object) => registering(fixture, { preOrderPayerData: fields })
    for (const shippingMethodIndicator of ['01', '7', 3])
      expect(await shipping({ shippingMethodIndicator })).toMatchObject(done)
    expect(await shipping({ shippingMethodIndicator: 8 })).toMatchObject(
      refused(/^Field shippingPayerData\.shippingMethodIndicator must be one of 1, 2, 3, 4, 5, 6, 7$/),
    )
    expect(await shipping({ deliveryTimeframe: '05' })).toMatchObject(refused(/deliveryTimeframe/))
    expect(await preOrder({ preOrderPurchaseInd: '00' })).toMatchObject(refused(/preOrderPurchaseInd/))
    expect(await preOrder({ reorderItemsInd: '03' })).toMatchObject(refused(/reorderItemsInd/))
    expect(await preOrder({ preOrderDate: '20310101', reorderItemsInd: '02' })).toMatchObject(done)
    expect(await registering(fixture, { billingAndShippingAddressMatchIndicator: 'Y' })).toMatchObject(done)
    expect(await registering(fixture, { billingAndShippingAddressMatchIndicator: 'X' })).toMatchObject(
      refused(/billingAndShippingAddressMatchIndicator must be one of Y, N/),
    )
  },
})
