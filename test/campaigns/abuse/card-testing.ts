import { memoryCounters } from '#proxy/card-testing/counters.ts'
import { fakeClock } from '../../support/clock.ts'
import { openSetup, standards } from '../../unit/proxy/card-testing/setup.ts'

/** The result of a robot that tries a list of cards. */
export interface Loot {
  /** Cards that were tried. */
  readonly offered: number
  /** Cards that reached the gateway. */
  readonly reached: number
}

/** Tries every card on one order; the ticket is renewed after each refusal. */
export async function oneSession(cards: number): Promise<Loot> {
  const setup = await openSetup()
  const robot = await setup.visitor('bot', '203.0.113.5')
  for (let card = 0; card < cards; card += 1) await robot.tryCard(card)
  return { offered: cards, reached: setup.tried.length }
}

/** The same where the gateway leaves a declined order open, so that only the proxy limits the tries. */
export async function oneOpenSession(cards: number): Promise<Loot> {
  const setup = await openSetup({ env: { ...standards, TENDER_LIMIT_DECLINES: 'none' } })
  setup.state.answer = () => ({ errorCode: 0, error: 'Check the data' })
  const robot = await setup.visitor('bot', '203.0.113.5')
  for (let card = 0; card < cards; card += 1) await robot.tryCard(card)
  return { offered: cards, reached: setup.tried.length }
}

/** Tries one card on each of many orders from one address, all at once or one after the other. */
export async function oneAddress(sessions: number, behaviour: 'at once' | 'in turn'): Promise<Loot> {
  const setup = await openSetup({ env: { ...standards, TENDER_LIMIT_DECLINED_PERCENT: 'none' } })
  const one = async (session: number): Promise<void> => {
    const robot = await setup.visitor(`bot-${session}`, '203.0.113.5')
    await robot.tryCard(session)
  }
  const all = Array.from({ length: sessions }, (_, session) => session)
  if (behaviour === 'at once') await Promise.all(all.map(one))
  else for (const session of all) await one(session)
  return { offered: sessions, reached: setup.tried.length }
}

/** Tries one card on each of many orders from one address; the bank challenges every one, and no challenge is finished. */
export async function challengedOrders(sessions: number, processes: number): Promise<Loot> {
  const setup = await openSetup({
    env: { ...standards, TENDER_LIMIT_DECLINED_PERCENT: 'none' },
    options: { counters: memoryCounters(fakeClock()) },
  })
  setup.state.answer = (order) => {
    order.status = 5
    return { errorCode: 0, acsUrl: 'https://acs.example/', packedCReq: 'e30' }
  }
  for (let session = 0; session < sessions; session += 1) {
    if (session % Math.ceil(sessions / processes) === 0) await setup.restart()
    const robot = await setup.visitor(`bot-${session}`, '203.0.113.5')
    await robot.tryCard(session)
  }
  return { offered: sessions, reached: setup.tried.length }
}

/** One robot with forged addresses, or many shoppers behind a trusted reverse proxy. */
export async function forwarded(addresses: number, isTrusted: boolean): Promise<Loot> {
  const trust: Record<string, string> = isTrusted ? { TENDER_TRUST_PROXY: '10.0.0.0/8' } : {}
  const setup = await openSetup({ env: { ...standards, TENDER_LIMIT_DECLINED_PERCENT: 'none', ...trust } })
  for (let at = 0; at < addresses; at += 1) {
    const visitor = await setup.visitor(`order-${at}`, '10.0.0.1', {
      'x-forwarded-for': `198.51.${at >> 8}.${at & 255}`,
    })
    await visitor.tryCard(at)
  }
  return { offered: addresses, reached: setup.tried.length }
}
