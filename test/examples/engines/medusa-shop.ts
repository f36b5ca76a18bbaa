import { spawnSync } from 'node:child_process'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { RunningEngine } from './engine.ts'
import { plain } from '../shop.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/** Makes the tables, the product and an operator in a database; returns the variables that Medusa is started with. */
export function prepareMedusa(folder: string, database: string, { email, password }: Credentials): readonly string[] {
  const variables = {
    DATABASE_URL: database,
    JWT_SECRET: password,
    COOKIE_SECRET: password,
    MEDUSA_DISABLE_TELEMETRY: 'true',
  }
  const run = (...command: readonly string[]): void => {
    const env = { ...plain(), ...variables }
    const { status, stdout, stderr } = spawnSync('npm', command, { cwd: folder, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm ${command.join(' ')} failed: ${(stdout + stderr).slice(-3000)}`)
  }
  run('run', 'setup')
  run('exec', '--', 'medusa', 'user', '-e', email, '-p', password)
  return Object.entries(variables).map(([name, value]) => `${name}=${value}`)
}

export const cartOn = (page: Page): Promise<string> => page.evaluate(() => localStorage.getItem('cart')!)

/** Asks the Store API as the page does. */
export const asPage = <T>(page: Page, path: string, fields?: object, token = ''): Promise<T> =>
  page.evaluate(
    async ([of, body, bearer]) => {
      const key = /'x-publishable-api-key': '(\w+)'/.exec(document.documentElement.innerHTML)![1]!
      const own = { 'content-type': 'application/json', 'x-publishable-api-key': key }
      const headers = bearer ? { ...own, authorization: `Bearer ${bearer}` } : own
      return (await fetch(`/store/${of}`, { method: body ? 'POST' : 'GET', headers, body: body ?? null })).json()
    },
    [path, fields && JSON.stringify(fields), token] as const,
  ) as Promise<T>

interface Cart {
  readonly total: number
  readonly payment_collection: {
    readonly id: string
    readonly payment_sessions: readonly { readonly data: { orderNumber: string; amount: number; ticket: string } }[]
  }
}
export const cart = async (page: Page, id: string): Promise<Cart> =>
  (await asPage<{ cart: Cart }>(page, `carts/${id}?fields=total,*payment_collection.payment_sessions`)).cart
export const numberOn = async (page: Page): Promise<string> =>
  (await cart(page, await cartOn(page))).payment_collection.payment_sessions[0]!.data.orderNumber

interface Payment {
  readonly id: string
  readonly amount: number
  readonly captured_at: string | null
  readonly canceled_at: string | null
  readonly captures: readonly { readonly amount: number }[]
  readonly refunds: readonly { readonly id: string; readonly amount: number; readonly note: string | null }[]
  readonly data: { readonly orderNumber: string }
}
interface ShopOrder {
  readonly id: string
  readonly status: string
  readonly payment_status: string
  readonly total: number
  readonly summary: { readonly paid_total: number; readonly refunded_total: number }
  readonly payment_collections: readonly {
    readonly id: string
    readonly payments: readonly Payment[]
    readonly payment_sessions: readonly { readonly id: string }[]
  }[]
}

/** An operator of the back office. */
export async function operatorOf({ shop }: RunningEngine, credentials: Credentials) {
  const post = async (path: string, fields: object, authorization = '') => {
    const headers = { 'content-type': 'application/json', authorization }
    const response = await fetch(shop.url + path, { method: 'POST', headers, body: JSON.stringify(fields) })
    const text = await response.text()
    return [response.status, text.startsWith('{') ? JSON.parse(text) : {}] as const
  }
  const [, { token }] = await post('/auth/user/emailpass', credentials)
  const authorization = `Bearer ${token}`
  const change = async <T>(path: string, fields: object = {}): Promise<T> => {
    const [status, answer] = await post(`/admin/${path}`, fields, authorization)
    expect(status, `${path}: ${(answer as { message?: string }).message}`).toBe(200)
    return answer as T
  }
  const orders = async (): Promise<ShopOrder[]> => {
    const collections = ['payments', 'payments.refunds', 'payments.captures', 'payment_sessions']
    const of = ['total,summary.*', ...collections.map((one) => `*payment_collections.${one}`)].join(',')
    const answer = await fetch(`${shop.url}/admin/orders?limit=100&fields=${of}`, { headers: { authorization } })
    return ((await answer.json()) as { orders: ShopOrder[] }).orders
  }
  /** The order that was paid under a number at the gateway. */
  const order = async (orderNumber: string): Promise<ShopOrder | undefined> =>
    (await orders()).find(({ payment_collections: all }) =>
      all.some(({ payments }) => payments.some(({ data }) => data.orderNumber === orderNumber)),
    )
  const payment = async (orderNumber: string): Promise<Payment | undefined> =>
    (await order(orderNumber))?.payment_collections
      .flatMap(({ payments }) => payments)
      .find(({ data }) => data.orderNumber === orderNumber)
  return { change, orders, order, payment, post }
}
