/** What a page's checkout is given, and waited for. */
export interface Turn {
  readonly events: readonly string[]
  /** The ticket of an order, where it is to be another one. */
  readonly order?: string
}

/** Runs on the page: gives the checkout its order, and tells which event comes first, or `nothing` in twenty seconds. */
export function turn({ events, order }: Turn): Promise<string> {
  const checkout = document.querySelector('tender-checkout')!
  return new Promise((resolve) => {
    setTimeout(() => resolve('nothing'), 20_000)
    for (const event of events) checkout.addEventListener(event, () => resolve(event), { once: true })
    if (order !== undefined) checkout.setAttribute('order', order)
  })
}
