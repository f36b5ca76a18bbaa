import 'server-only'
import { merchantClient, MerchantError, signOrder, type Order } from 'tender-checkout/merchant'

const { PORT = 3000, SHOP_URL = `http://localhost:${PORT}` } = process.env

export const catalogue = { tea: { title: 'A tin of tea', amount: 4990 } }
type Item = keyof typeof catalogue

/** A database in a shop that is one; pages and routes are separate bundles, and share what is global. */
const kept = globalThis as typeof globalThis & { orders?: Map<string, Item>; sent?: Set<string> }
export const orders = (kept.orders ??= new Map<string, Item>())
const sent = (kept.sent ??= new Set<string>())

export const proxy = () => process.env.TENDER_PUBLIC_URL!

/** What has become of an order. The gateway does not know it before the checkout has been shown. */
export async function stateOf(orderNumber: string): Promise<string> {
  const merchant = merchantClient({ base: proxy(), apiKey: process.env.TENDER_API_KEY! })
  try {
    return (await merchant.order({ orderNumber })).state
  } catch (error) {
    if (error instanceof MerchantError && error.code === 'order_unknown') return 'open'
    throw error
  }
}

export function ticketFor(orderNumber: string): Promise<string> {
  const { amount } = catalogue[orders.get(orderNumber)!]
  const order = { orderNumber, amount, currency: '978', returnUrl: `${SHOP_URL}/orders/${orderNumber}` }
  return signOrder(order, process.env.TENDER_TICKET_SECRET!)
}

/** Sends the goods of an order that is paid in full. A webhook may arrive more than once. */
export function send({ orderNumber, current }: Order): void {
  const item = catalogue[orders.get(orderNumber)!]
  if (current?.amount !== item?.amount || sent.has(orderNumber)) return
  sent.add(orderNumber)
  console.log(`Sending ${item.title} of order ${orderNumber}`)
}
