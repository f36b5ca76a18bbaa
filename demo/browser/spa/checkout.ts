import 'tender-checkout/define'

interface Order {
  readonly orderNumber: string
  readonly ticket: string
  readonly price: string
  /** Address of the page that shows the order again. */
  readonly address: string
}

export const checkout = document.createElement('tender-checkout')
checkout.src = document.body.dataset['proxy'] ?? ''
let latest = 0

/** Shows the order that the shop's server signs; what is typed stays. */
export async function show(basket: URLSearchParams): Promise<Order | undefined> {
  const mine = (latest += 1)
  const answer = await fetch(`/spa/order?${basket.toString()}`)
  const order = (await answer.json()) as Order
  if (mine !== latest) return undefined // a later basket is on its way
  checkout.order = order.ticket
  return order
}
