import { decodeJwt } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readArguments } from '#cli/arguments.ts'
import { signCommand } from '#cli/sign-command.ts'
import { order, secret } from '../proxy/support/test-proxy.ts'

afterEach(() => vi.restoreAllMocks())

const sign = (claims: object) =>
  signCommand.run(readArguments(signCommand, [JSON.stringify(claims)]), {
    env: { TENDER_TICKET_SECRET: secret },
  } as never)

const item = { positionId: 1, name: 'Tea', quantity: { value: 1, measure: 'pcs' }, itemPrice: 4990 }
const basketOf = (...items: object[]) => ({ cartItems: { items } })

describe('tender sign', () => {
  test('prints the ticket of a fiscal basket, with every field of it', async () => {
    const print = vi.spyOn(console, 'log').mockReturnValue()
    const orderBundle = basketOf({ ...item, tax: { taxType: 6 }, itemCode: 'tea' })
    await sign({ ...order, orderBundle, taxSystem: 1 })
    expect(decodeJwt(String(print.mock.calls[0]![0]))).toMatchObject({ orderBundle, taxSystem: 1 })
  })

  test('takes a currency by its letters, and says both forms where it knows none', async () => {
    const print = vi.spyOn(console, 'log').mockReturnValue()
    await sign({ ...order, currency: 'EUR' })
    expect(decodeJwt(String(print.mock.calls[0]![0]))).toMatchObject({ currency: '978' })
    await expect(sign({ ...order, currency: 'EURO' })).rejects.toThrow(
      "The order's currency must be a currency of ISO 4217 by its number or its letters, such as 978 or EUR",
    )
  })

  test.each([
    [
      { orderBundle: basketOf({ ...item, vat: 20 }) },
      "The order's orderBundle.cartItems.items.0.vat is not a known field",
    ],
    [
      { orderBundle: basketOf(item), channel: 'moto' },
      "The order's orderBundle must not be given where channel is moto",
    ],
    [
      { jsonParams: { note: 'x'.repeat(100_000) } },
      "The order's jsonParams must be shorter: a ticket has at most 131072",
    ],
  ])('names the field and the rule of %o', async (claims, sentence) => {
    await expect(sign({ ...order, ...claims })).rejects.toThrow(sentence)
  })
})
