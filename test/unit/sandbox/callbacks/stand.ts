import { buildJournal } from '#ports/journal.ts'
import { buildCallbacks } from '#sandbox/gateway/callbacks/callbacks.ts'
import type { CallbackSettings } from '#sandbox/gateway/merchants/callback-settings.ts'
import type { Event } from '#sandbox/gateway/orders/order-lifecycle.ts'
import type { Order } from '#sandbox/gateway/orders/order.ts'
import { buildSwitches, type Scenario } from '#sandbox/scenario/fault-switches.ts'
import { fakeClock } from '../../../support/clock.ts'
import { onRequest } from '../../../support/on-request.ts'

export const secret = 'ooc7slpvc61k7sf7ma7p4hrefr'

export const order: Order = {
  id: '06cf5599-3f17-7c86-bdbc-bd7d00a8b38b',
  number: '2003',
  merchant: 'shop-api',
  amount: 1234,
  fee: 0,
  currency: '978',
  returnUrl: 'https://shop.test/back',
  language: 'en',
  payer: { contact: false, billing: false },
  params: {},
  twoPhase: false,
  features: [],
  registeredAt: 0,
  expiresAt: 1,
  state: 'registered',
  actionCode: -100,
  ledger: { approved: 0, deposited: 0, refunded: 0 },
  refunds: [],
  method: 'CARD',
}

/** The merchant server's reaction to a callback: a status, or no answer. */
export type Answer = number | 'gone'

/** Sends a gateway's callbacks to a merchant who answers as scripted, and then with 200. */
export function openIssuer(
  settings: CallbackSettings,
  script: readonly Answer[] = [],
  callbacks?: Scenario['callbacks'],
) {
  const clock = fakeClock()
  const journal = buildJournal(clock)
  const switches = buildSwitches()
  if (callbacks) switches.set({ callbacks })
  const came: { at: number; request: Request; fields: Record<string, string> }[] = []
  const fetch = onRequest(async (request) => {
    const text = request.method === 'POST' ? await request.text() : new URL(request.url).search
    came.push({ at: clock.now(), request, fields: Object.fromEntries(new URLSearchParams(text)) })
    const answer = script[came.length - 1] ?? 200
    if (answer === 'gone') throw new TypeError('fetch failed')
    return new Response('answered', { status: answer })
  })
  const shop = { login: order.merchant, password: 'p', token: 't', name: 'Shop', mcc: '5499', currency: '978' }
  const context = buildCallbacks({ clock, fetch, journal, switches, merchants: [{ ...shop, callback: settings }] })
  return {
    ...context,
    clock,
    journal,
    came,
    switches,
    operations: () => came.map(({ fields }) => fields['operation']),
    async emit(event: Event, after: Partial<Order> = {}) {
      context.enqueue({ event, before: order, after: { ...order, ...after } })
      await quiet()
    },
  }
}

/** Waits until everything has happened that needs no time. */
export const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
}
