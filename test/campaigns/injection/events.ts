/** An order for a page's checkout, and the events to wait for. */
export interface Wait {
  readonly events: readonly string[]
  /** The ticket of the order; absent, the order stays. */
  readonly order?: string
}

/** Runs on the page: sets the checkout's order; returns the first event, or `nothing` after twenty seconds. */
export function nextEvent({ events, order }: Wait): Promise<string> {
  const checkout = document.querySelector('tender-checkout')!
  return new Promise((resolve) => {
    setTimeout(() => resolve('nothing'), 20_000)
    for (const event of events) checkout.addEventListener(event, () => resolve(event), { once: true })
    if (order !== undefined) checkout.setAttribute('order', order)
  })
}
