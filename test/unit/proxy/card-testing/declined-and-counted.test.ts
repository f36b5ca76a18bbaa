import { describe, expect, test } from 'vitest'
import { requireFewCards } from '#proxy/card-testing/cards.ts'
import { memoryCounters, type Counters } from '#proxy/card-testing/counters.ts'
import { openSetup, standards } from './setup.ts'
import { IP, far, tryMany } from './robots.ts'
import { fakeClock } from '../../../support/clock.ts'
import { approve, declineWith } from '../../../support/fake-gateway.ts'

describe('what cannot be counted', () => {
  const down: Counters = {
    add: () => Promise.reject(new Error('down')),
    count: () => Promise.reject(new Error('down')),
    remove: () => Promise.reject(new Error('down')),
  }

  test('is not sent, and the form opens all the same', async () => {
    const setup = await openSetup({ options: { counters: down } })
    const visitor = await setup.visitor('A-1', IP)
    expect((await visitor.ask('checkout')).statusCode).toBe(200)
    const answer = (await visitor.tryCard(1))!
    expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([503, 'busy'])
    expect(setup.tried).toEqual([])
  })

  test('after it was sent is answered all the same', async () => {
    const counters = { ...memoryCounters(fakeClock()) }
    const setup = await openSetup({ options: { counters } })
    setup.state.answer = (...all) => (Object.assign(counters, down), approve(...all))
    expect((await (await setup.visitor('A-1', IP)).tryCard(1))!.json()).toMatchObject({ state: 'paid' })
  })
})

test('a wrong security code is shown like a wrong number', async () => {
  const setup = await openSetup({ env: { ...standards, TENDER_LIMIT_FORM_TIME_MS: 'none' } })
  const outcomes = []
  for (const [at, code] of [73, 82, 88, 111, 125, 71015].entries()) {
    setup.state.answer = declineWith(code)
    const {
      orderNumber: _,
      orderId: __,
      ...rest
    } = (await (await setup.visitor(`o-${at}`, far(at))).tryCard(at))!.json()
    outcomes.push(JSON.stringify(rest))
  }
  expect(new Set(outcomes).size).toBe(1)
  expect(outcomes[0]).toContain('wrong_details')
})

test('an operator is not limited as a shopper is', async () => {
  const setup = await openSetup()
  await tryMany(setup, 10)
  setup.gateway.state.wire = async (request, work) =>
    request.url.includes('motoPayment') ? Response.json({ errorCode: '0', mdOrder: 'm-1' }) : work()
  const operator = await setup.visitor('M-1', IP, {}, { channel: 'moto' })
  const answer = await operator.ask('moto', { seToken: 'Q0FSRA==', cardholder: 'JANE DOE' })
  expect(answer.statusCode).toBe(200)
})

test('the store receives no address, no card and nothing that was sealed', async () => {
  const outcomes: string[] = []
  const kept = memoryCounters(fakeClock())
  const watching = <N extends keyof Counters>(name: N) =>
    ((...all: Parameters<Counters[N]>) => {
      outcomes.push(...all.map(String))
      return (kept[name] as (...of: Parameters<Counters[N]>) => ReturnType<Counters[N]>)(...all)
    }) as Counters[N]
  const counters = { add: watching('add'), count: watching('count'), remove: watching('remove') }
  const setup = await openSetup({ options: { counters } })
  await (await setup.visitor('A-1', IP)).tryCard('4111111111111111')
  const limits = { ...setup.config.limits }
  const options = { counters, config: { limits, signingSecret: setup.config.signingSecret } }
  await requireFewCards(options, 'A-1', { pan: '4111111111111111', expiry: '203412' })
  expect(outcomes.length).toBeGreaterThan(9)
  for (const canary of [IP, '4111111111111111', Buffer.from('card/4111111111111111').toString('base64').slice(0, 20)])
    expect(outcomes.join(' ')).not.toContain(canary)
})
