import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { systemClock } from '#ports/system.ts'
import type { Chance } from '../simulation/chance.ts'

/** The merchant's server, which receives the webhooks. */
export interface Merchant {
  readonly address: string
  /** Orders that a webhook reported as paid, with the time of the first one, Unix milliseconds. */
  readonly result: ReadonlyMap<string, number>
  /** Webhooks with a wrong signature. */
  readonly forged: number
  close(): void
}

/** Of a hundred thousand webhooks, how many are refused, so that they must be sent again: one of twenty-five. */
const REFUSED = 4000

export async function openMerchant(secret: string, chance: Chance): Promise<Merchant> {
  const result = new Map<string, number>()
  let forged = 0
  const webhook = new Webhook(secret)
  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await text(request)
    try {
      webhook.verify(body, request.headers as Record<string, string>)
    } catch {
      forged += 1
      return 400
    }
    if (chance.hits(REFUSED)) return 500
    const { type, data } = JSON.parse(body) as { type: string; data: { orderNumber: string } }
    if (type === 'order.paid' && !result.has(data.orderNumber)) result.set(data.orderNumber, systemClock.now())
    return 204
  }
  const server = createServer((request, response) => {
    void receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${(server.address() as { port: number }).port}/webhooks`,
    result,
    get forged() {
      return forged
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
