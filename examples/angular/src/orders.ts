export interface Order {
  title: string
  /** As the server reads it from the gateway. */
  state: string
  /** Signed by the server. */
  ticket: string
  /** The proxy's address. */
  proxy: string
}

async function json<Body>(answer: Response): Promise<Body> {
  if (!answer.ok) throw new Error(`${answer.url} answers ${answer.status}`)
  return answer.json()
}

/** Only the item is sent: the server knows what it costs. */
export async function buy(item: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch('/api/orders', { method: 'POST', headers, body: JSON.stringify({ item }) })
  const { orderNumber } = await json<{ orderNumber: string }>(answer)
  location.assign(`/orders/${orderNumber}`)
}

export const readOrder = async (orderNumber: string): Promise<Order> =>
  json<Order>(await fetch(`/api/orders/${orderNumber}`))
