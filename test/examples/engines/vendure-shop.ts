import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { RunningEngine } from './engine.ts'

/** An administrator of the shop. */
export async function administratorOf({ shop }: RunningEngine, password: string) {
  let token = ''
  const ask = async <T>(query: string, variables: object = {}): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const body = JSON.stringify({ query, variables })
    const response = await fetch(`${shop.url}/admin-api`, { method: 'POST', headers, body })
    token ||= response.headers.get('vendure-auth-token') ?? ''
    const { data, errors } = (await response.json()) as { data: T; errors?: unknown }
    expect(errors).toBeUndefined()
    return data
  }
  await ask('mutation ($password: String!) { login(username: "superadmin", password: $password) { __typename } }', {
    password,
  })
  const order = async (code: string): Promise<ShopOrder> => {
    const query = `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
      id code state totalWithTax currencyCode
      payments { id state amount transactionId refunds { id state total transactionId reason } } } } }`
    return (await ask<{ orders: { items: ShopOrder[] } }>(query, { code })).orders.items[0]!
  }
  return { ask, order }
}

export interface ShopOrder {
  readonly id: string
  readonly code: string
  readonly state: string
  readonly totalWithTax: number
  readonly payments: readonly {
    readonly id: string
    readonly state: string
    readonly amount: number
    readonly transactionId: string
    readonly refunds: readonly { id: string; state: string; total: number; transactionId: string; reason: string }[]
  }[]
}

/** Asks the Shop API as the page of a shopper does. */
export const asPage = (page: Page, query: string): Promise<unknown> =>
  page.evaluate(async (of) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch('/shop-api', { method: 'POST', headers, body: JSON.stringify({ query: of }) })
    return response.json()
  }, query)

/** A shopper who asks for a payment to be booked again, in every way and many times at once. */
export async function booksTwice(page: Page, orderNumber: string): Promise<void> {
  const metadata = `{ orderNumber: "${orderNumber}", record: { orderNumber: "${orderNumber}", paid: 100000, held: 0 } }`
  const payment = `addPaymentToOrder(input: { method: "tender", metadata: ${metadata} }) { __typename }`
  const mutations = [payment, `tenderBook(orderNumber: "${orderNumber}")`]
  const asked = Array.from({ length: 6 }, () => mutations.map((one) => asPage(page, `mutation { ${one} }`)))
  await Promise.all(asked.flat())
}
