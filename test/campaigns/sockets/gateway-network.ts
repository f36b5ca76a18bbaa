import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Agent } from 'undici'
import { systemClock } from '#ports/system.ts'
import type { Chance } from '../simulation/chance.ts'

/** The faults between the proxies and the gateway. */
export interface NetworkConditions {
  /** The longest usual delay of a request, milliseconds. */
  readonly delay: number
  /** Of a hundred thousand payments, how many arrive only after `late` milliseconds, … */
  readonly answerDelay: number
  readonly late: number
  /** … and how many lose their answer. */
  readonly loss: number
}

/** The charges of a gateway that would charge every request it gets. */
export interface Ledger {
  /** Orders that were charged. */
  readonly charged: ReadonlySet<string>
  /** Orders for which a payment came while another was being processed, or after one had charged. */
  readonly doubled: ReadonlySet<string>
  readonly payments: number
}

/** The network between the proxies and the gateway, which every payment passes through. */
export interface GatewayNetwork {
  readonly address: string
  readonly ledger: Ledger
  close(): void
}

/** Opens a network to the gateway at `target`. The order number up to its first `-` identifies an order. */
export async function openNetwork(
  target: () => string,
  conditions: NetworkConditions,
  chance: Chance,
): Promise<GatewayNetwork> {
  const tables = buildTables()
  const agent = new Agent()
  const forward = forwarder(agent, target)
  const server = createServer((request, response) => {
    travel(request, response).catch(() => response.destroy())
  })
  async function travel(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const isPayment = request.url!.endsWith('/paymentorder.do')
    await systemClock.sleep(
      isPayment && chance.hits(conditions.answerDelay) ? conditions.late : chance.below(conditions.delay + 1),
    )
    const end = isPayment ? tables.arrived(body) : undefined
    const answer = await forward(request, body)
    end?.(answer.body)
    if (request.url!.includes('/register')) tables.registered(body, answer.body)
    if (isPayment && chance.hits(conditions.loss)) response.destroy()
    else response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    ledger: tables,
    close() {
      server.close()
      server.closeAllConnections()
      void agent.close()
    },
  }
}

const forwarder = (agent: Agent, target: () => string) => async (request: IncomingMessage, body: string) => {
  const {
    statusCode,
    headers,
    body: message,
  } = await agent.request({
    origin: target(),
    path: request.url!,
    method: request.method as 'GET' | 'POST',
    headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
    ...(request.method === 'POST' && { body }),
  })
  return { status: statusCode, type: String(headers['content-type']), body: await message.text() }
}

function buildTables() {
  const orders = new Map<string, string>()
  const [charged, doubled, atWork] = [new Set<string>(), new Set<string>(), new Set<string>()]
  return {
    charged,
    doubled,
    payments: 0,
    registered(body: string, answer: string) {
      const { orderId } = JSON.parse(answer) as { orderId?: string }
      const [order] = (new URLSearchParams(body).get('orderNumber') ?? '').split('-')
      if (orderId) orders.set(orderId, order!)
    },
    /** Records that a payment has reached the gateway; the returned function records the answer. */
    arrived(body: string) {
      const order = orders.get(new URLSearchParams(body).get('MDORDER') ?? '')!
      this.payments += 1
      if (charged.has(order) || atWork.has(order)) doubled.add(order)
      atWork.add(order)
      return (answer: string): void => {
        atWork.delete(order)
        if (isApproved(answer)) charged.add(order)
      }
    },
  }
}

function isApproved(answer: string): boolean {
  const { errorCode, error } = JSON.parse(answer) as { errorCode?: unknown; error?: unknown }
  return String(errorCode) === '0' && error === undefined
}
