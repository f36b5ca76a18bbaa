import { ticketedApi } from '#proxy/checkout-operations.ts'
import { approve } from '../../support/fake-gateway.ts'
import { browser, proxyUrl, unlimited } from '../../unit/proxy/support/test-proxy.ts'
import { openSetup, sealedCard } from '../../unit/proxy/card-testing/setup.ts'

/** Sends every request with a ticket copied from another page, from foreign origins; counts what is not refused. */
export async function stolenTicket(): Promise<{ tried: number; opened: number }> {
  const setup = await openSetup({ env: unlimited })
  const { ticket } = await setup.visitor('A-1', '203.0.113.5')
  const sites = ['cross-site', 'same-site', 'none', '', 'Same-Origin', undefined]
  const origins = ['https://evil.example', 'https://shop.example', 'null', 'http://pay.shop.example', `${proxyUrl}.evil.example`, `${proxyUrl}:444`, ''] // oxfmt-ignore
  const strange = [...sites.map((site) => ({ 'sec-fetch-site': site })), ...origins.map((origin) => ({ origin }))]
  const asks = Object.values(ticketedApi)
  let [tried, opened] = [0, 0]
  for (const headers of strange)
    for (const { path, method } of asks) {
      const request = await setup.requestFor(path.replace('/api/', ''), method === 'GET' ? undefined : {}, ticket)
      const all = Object.entries({ ...request.headers, ...headers }).filter(([, value]) => value !== undefined)
      const answer = await setup.app.inject({ ...request, headers: Object.fromEntries(all) as Record<string, string> })
      tried += 1
      opened += Number(answer.statusCode !== 403)
    }
  return { tried, opened: opened + setup.gateway.calls.length }
}

/** Repeats every request that a ticket allows after its order is paid. */
export async function replayed(times: number): Promise<{ replays: number; payments: number; moved: number }> {
  const setup = await openSetup({ env: { ...unlimited, TENDER_LIMIT_TRIES: 'none' } })
  setup.state.answer = approve
  const me = await setup.visitor('A-1', '203.0.113.5')
  await me.tryCard(1)
  const before = setup.gateway.calls.filter(isMoving).length
  const pay = { orderId: 'id-of-A-1', seToken: sealedCard(1), cardholder: 'JANE DOE', browser }
  const bodies = [['pay', pay], ['prepare', {}], ['cancel', {}], ['pay', { ...pay, seToken: sealedCard(2) }]] as const // oxfmt-ignore
  for (let time = 0; time < times; time += 1) {
    const [name, body] = bodies[time % bodies.length]!
    await me.ask(name, body)
  }
  return {
    replays: times,
    payments: setup.tried.length,
    moved: setup.gateway.calls.filter(isMoving).length - before,
  }
}

const isMoving = ({ what }: { readonly what: string }): boolean => what !== 'getOrderStatusExtended.do'
