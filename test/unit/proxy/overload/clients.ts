import type { ProxyOptions } from '#proxy/proxy-options.ts'
import { configOf, openProxy, openTestProxy } from '../support/test-proxy.ts'

/** A proxy with an event-loop delay set by the test, and a gateway that holds some orders' answers until release. */
export async function openClients(options: Partial<ProxyOptions> = {}) {
  const proxy = await openTestProxy()
  const { clock, gateway } = proxy
  const log: string[] = []
  const state = { eventLoopDelay: 0 }
  const eventLoopDelay = (): number => state.eventLoopDelay
  proxy.app = await openProxy(configOf(), { clock, fetch: gateway.fetch, log, eventLoopDelay, ...options })
  const held: (() => void)[] = []
  gateway.state.wire = async (request, work) => {
    if ((await request.clone().text()).includes('=slow-')) await new Promise<void>((resolve) => held.push(resolve))
    return work()
  }
  const ask = async (name: string, orderNumber: string, body?: object) =>
    proxy.app.inject(await proxy.requestFor(name, body, await proxy.ticketFor({ orderNumber })))
  return {
    ...proxy,
    log,
    state,
    ask,
    /** So many reads of orders that wait for the gateway. */
    async clients(size: number) {
      const requested = Array.from({ length: size }, (_, index) => ask('outcome', `slow-${index}`))
      while (held.length < size) await new Promise(setImmediate)
      return requested
    },
    /** Releases the gateway's answers. */
    release: () => held.splice(0).forEach((go) => go()),
  }
}
