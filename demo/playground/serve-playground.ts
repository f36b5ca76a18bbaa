import type { FastifyInstance } from 'fastify'
import type { Random } from '#contract/ports.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { givenSwitches, OrderChange } from '#sandbox/console/scenario-change.ts'
import type { Scenario, ScenarioChange, Switches } from '#sandbox/scenario/fault-switches.ts'
import { policyFor, type PolicyOrigins } from '../policy.ts'
import { readQuery } from '../query.ts'
import type { SeenOrders } from '../seen-orders.ts'
import { claimsOf, readWanted, type Wanted } from '../shop/order.ts'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import { events } from '#element/description.ts'
import { banner, documentOf } from '../markup.ts'
import { cardTable } from '../shop/card-table.ts'
import { controls } from './controls.ts'

export interface PlaygroundOptions {
  readonly random: Random
  readonly cards: readonly TestCard[]
  readonly addresses: () => PolicyOrigins & { readonly shop: string }
  readonly sign: (claims: OrderClaims) => Promise<string>
  readonly seen: SeenOrders
  readonly switches: Switches
  /** Whether the checkout itself has test cards and messages. */
  readonly hasHelp: boolean
}

/** The parameters of a query that begin with a prefix, without it. */
function under(search: URLSearchParams, prefix: string): URLSearchParams {
  const found = new URLSearchParams()
  for (const [name, value] of search) if (name.startsWith(prefix)) found.append(name.slice(prefix.length), value)
  return found
}

/**
 * Serves `/playground`, and `/playground/order`, which signs an order: `order.…` are its claims, `fault.…` the faults
 * that only it meets, and `back` the query of the page that shows it again.
 */
export function servePlayground(app: FastifyInstance, options: PlaygroundOptions): void {
  app.get('/playground', (_, reply) =>
    reply
      .type('text/html')
      .headers(policyFor(options.addresses()))
      .send(playgroundPage({ ...options, ...options.addresses(), faults: options.switches.read() })),
  )
  app.get('/playground/order', async ({ url }, reply) => {
    const { searchParams } = new URL(url, 'http://shop')
    const order = readWanted(under(searchParams, 'order.'))
    if ('rule' in order) return reply.code(400).send(order)
    const faults = readQuery(OrderChange, under(searchParams, 'fault.'))
    if ('rule' in faults) return reply.code(400).send(faults)
    return reply
      .header('cache-control', 'no-store')
      .send(await signed(options, order, givenSwitches(faults), searchParams))
  })
}

/** The ticket of an order, whose number is new where the page has none yet. */
async function signed(
  { addresses, random, seen, sign, switches }: PlaygroundOptions,
  wanted: Wanted,
  faults: ScenarioChange,
  search: URLSearchParams,
): Promise<object> {
  const { orderNumber = `play-${random.uuid().slice(0, 8)}` } = wanted
  const back = new URLSearchParams(search.get('back') ?? '')
  back.set('orderNumber', orderNumber)
  seen.see(orderNumber)
  switches.orders.set(orderNumber, faults)
  const returnUrl = `${addresses().shop}/playground?${back.toString()}`
  return { orderNumber, ticket: await sign(claimsOf({ ...wanted, orderNumber }, returnUrl)) }
}

interface Playground {
  readonly proxy: string
  readonly console: string
  readonly cards: readonly TestCard[]
  /** The faults that all orders meet. */
  readonly faults: Scenario
  /** Whether the checkout itself has test cards and messages. */
  readonly hasHelp: boolean
}

/** The page with a live checkout and a control for everything about it. */
const playgroundPage = ({ proxy, console, cards, faults, hasHelp }: Playground): string =>
  documentOf({
    title: 'Playground',
    data: { 'data-console': console, 'data-proxy': proxy, 'data-events': Object.keys(events).join(' ') },
    head: `<script async crossorigin src="${escapeHtml(proxy)}/v1/checkout.js"></script>
<script src="/playground.js" type="module"></script>`,
    body: `${banner({ about: 'Every setting of the checkout', here: '/playground', console })}
<main class="playground">
  <div class="column">${controls(faults)}
    ${hasHelp ? '' : `<details><summary>Test cards</summary>${cardTable(cards)}</details>`}
  </div>
  <div class="column">
    <section class="basket" aria-labelledby="live" id="preview"><h1 id="live">A live checkout</h1></section>
    <p class="dim" role="status" id="note"></p>
    <details open><summary>Code</summary><pre id="code" tabindex="0"></pre>
      <div class="actions"><button type="button" id="copy-code">Copy the code</button><button type="button" id="copy-link">Copy a link to these settings</button></div>
    </details>
    <details open><summary>Events</summary><ol class="timeline" id="events" tabindex="0"></ol></details>
    ${hasHelp ? '' : '<details><summary>Messages between all parties</summary><ol class="timeline" id="timeline" aria-live="off" tabindex="0"></ol></details>'}
  </div>
</main>`,
  })
