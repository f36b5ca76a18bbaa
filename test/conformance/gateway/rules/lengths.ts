import { expect } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { basket, rightRequests } from '../right-requests.ts'
import type { Fixture } from '../fixture.ts'
import { withValue } from '../wrong-fields.ts'
import { ask, messageOf } from './fields.ts'
import { rulesOf } from './rule.ts'

const item = 'orderBundle.cartItems.items.0'

/** The message about a register.do whose only item has another value at a dotted path. */
async function messageAbout(fixture: Fixture, at: string, value: number): Promise<string | undefined> {
  const { fields } = await rightRequests.register(fixture)
  const path = ['orderBundle', 'cartItems', 'items', 0, ...at.split('.')]
  return messageOf(await ask(fixture, gatewayApi.register, withValue({ ...fields, orderBundle: basket }, path, value)))
}

/** Lengths of numbers (8) that no table of fields has; those it has are compared in test/conformance/document. */
export const lengthRules = rulesOf({
  async '2.4 a quantity has at most 18 characters, also where JavaScript would write it with an exponent'(fixture) {
    for (const value of [1e18, 1e22])
      expect(await messageAbout(fixture, 'quantity.value', value)).toBe(
        `Field ${item}.quantity.value must be a number of at most 18 characters`,
      )
  },
  async '2.4 itemPrice has up to 18 digits'(fixture) {
    const tooLong = `Field ${item}.itemPrice must be a number of at most 18 digits`
    expect(await messageAbout(fixture, 'itemPrice', 1e19)).toBe(tooLong)
    expect(await messageAbout(fixture, 'itemPrice', 1.5)).toMatch('itemPrice must be a whole number')
    expect(await messageAbout(fixture, 'itemPrice', 999_999_999_999_999_900)).toBeUndefined()
  },
})
