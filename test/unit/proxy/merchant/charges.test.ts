import { describe, expect, test } from 'vitest'
import { NotDelivered } from '#gateway-client/delivery.ts'
import { openCounter } from './counter.ts'
import { storedCard } from '../../../support/fake-gateway.ts'

const terms = { orderNumber: 'S-1', amount: 900, currency: '978', clientId: 'jane', bindingId: 'b-1' }

/** A merchant whose client has a card of each kind. */
async function openShop() {
  const counter = await openCounter()
  counter.gateway.bindings.set('jane', [storedCard('b-1'), storedCard('b-2', 'RECURRENT')])
  counter.gateway.bindings.set('john', [storedCard('b-3')])
  return counter
}

const lost = { status: 502 }

test('a charge that is refused as its order is may be under way by another request: nothing more is sent until then', async () => {
  const { order, gateway, proxy } = await openShop()
  Object.assign(gateway.state, { chargeRefusal: 'The order is in no state to be paid', chargeErrorCode: 7 })
  expect(await order('charges', terms)).toMatchObject({ state: 'pending' })
  expect(await order('charges', terms)).toMatchObject({ state: 'pending' })
  expect(gateway.of('paymentOrderBinding.do')).toHaveLength(1)
  gateway.state.chargeRefusal = undefined
  proxy.clock.advance(600_000)
  expect(await order('charges', terms)).toMatchObject({ state: 'paid' })
})

/** What both kinds of charge have in common. */
describe.each([
  ['charge', 'charges', 'paymentOrderBinding.do', terms],
  ['recurrent charge', 'charges/recurrent', 'recurrentPayment.do', { ...terms, bindingId: 'b-2' }],
] as const)('%s', (_, path, what, requested) => {
  test('is paid, once, however often it is asked for', async () => {
    const { order, gateway } = await openShop()
    const paid = { orderNumber: 'S-1', state: 'paid', current: { amount: 900, depositedAmount: 900 } }
    expect(await order(path, requested)).toMatchObject(paid)
    expect(await order(path, requested)).toMatchObject(paid)
    expect(gateway.of(what)).toHaveLength(1)
  })

  test('that the bank declines is returned with its reason, and is not tried again', async () => {
    const { order, gateway } = await openShop()
    Object.assign(gateway.state, { chargeStatus: 6, chargeCode: 116 })
    const declined = { state: 'declined', current: { reason: 'insufficient_funds', code: 116 } }
    expect(await order(path, requested)).toMatchObject(declined)
    gateway.state.chargeStatus = 2
    expect(await order(path, requested)).toMatchObject(declined)
    expect(gateway.of(what)).toHaveLength(1)
  })

  test('whose answer was lost is decided by its status', async () => {
    const { order, gateway, proxy } = await openShop()
    gateway.state.wire = async (request, work) => {
      const answer = await work()
      return request.url.endsWith(what) ? new Response('', lost) : answer
    }
    expect(await order(path, requested)).toMatchObject({ state: 'paid' })
    expect(proxy.log.join('')).toContain(`"op":"${what}","order":"S-1","code":"ambiguous","message":"HTTP 502"`)
  })

  test.each([undefined, 'OTHER'])('is paid where the list says the category %s', async (category) => {
    const { order, gateway } = await openShop()
    gateway.bindings.set('jane', [{ ...storedCard(requested.bindingId), bindingCategory: category }])
    expect(await order(path, requested)).toMatchObject({ state: 'paid' })
  })

  test('of the same number and another amount is refused', async () => {
    const { order, refusal, gateway } = await openShop()
    await order(path, requested)
    expect(await refusal(path, { ...requested, amount: 901 })).toMatchObject({ status: 409, code: 'order_mismatch' })
    expect(gateway.of(what)).toHaveLength(1)
  })

  test('by a card of another client, or of the other kind, sends nothing', async () => {
    const { refusal, gateway } = await openShop()
    const other = await refusal(path, { ...requested, bindingId: 'b-3' })
    expect(other).toMatchObject({ status: 404, code: 'not_found', field: 'bindingId' })
    const kind = await refusal(path, { ...requested, bindingId: requested.bindingId === 'b-1' ? 'b-2' : 'b-1' })
    expect(kind).toMatchObject({ status: 400, code: 'field_invalid', field: 'bindingId' })
    expect([...gateway.of(what), ...gateway.of('register.do')]).toEqual([])
  })

  test('that the gateway refuses is a fault in its words, and may be sent again', async () => {
    const { order, refusal, gateway } = await openShop()
    gateway.state.chargeRefusal = 'The card may not be charged'
    const refused = await refusal(path, requested)
    expect(refused).toMatchObject({ status: 422, code: 'gateway_refused' })
    expect(refused.message).toContain('The card may not be charged')
    gateway.state.chargeRefusal = undefined
    expect(await order(path, requested)).toMatchObject({ state: 'paid' })
  })

  test('that never reached the gateway may be sent again', async () => {
    const { order, refusal, gateway } = await openShop()
    const { wire } = gateway.state
    gateway.state.wire = async (request, work) => {
      if (request.url.endsWith(what)) throw new NotDelivered('no connection')
      return work()
    }
    expect(await refusal(path, requested)).toMatchObject({ status: 503, code: 'gateway_unreachable' })
    gateway.state.wire = wire
    expect(await order(path, requested)).toMatchObject({ state: 'paid' })
  })
})

test('a charge goes as the merchant requests: one-phase, of the client, with tii U', async () => {
  const { order, gateway } = await openShop()
  await order('charges', { ...terms, description: 'March' })
  expect(gateway.of('registerPreAuth.do')).toEqual([])
  expect(gateway.of('register.do')).toMatchObject([
    { fields: { clientId: 'jane', description: 'March', amount: '900' } },
  ])
  expect(gateway.of('paymentOrderBinding.do')[0]!.fields).toMatchObject({
    mdOrder: 'id-of-S-1',
    bindingId: 'b-1',
    tii: 'U',
  })
})

test('an undecided charge is pending and is not sent again until its lock is over', async () => {
  const { order, gateway, proxy } = await openShop()
  gateway.state.wire = async (request, work) =>
    request.url.endsWith('paymentOrderBinding.do') && gateway.of('paymentOrderBinding.do').length === 0
      ? (gateway.calls.push({ what: 'paymentOrderBinding.do', fields: {} }), new Response('', lost))
      : work()
  expect(await order('charges', terms)).toMatchObject({ state: 'pending', current: { orderId: 'id-of-S-1' } })
  expect(await order('charges', terms)).toMatchObject({ state: 'pending' })
  expect(await order('orders/S-1')).toMatchObject({ state: 'pending' })
  expect(gateway.of('paymentOrderBinding.do')).toHaveLength(1)
  proxy.clock.advance(75_001)
  expect(await order('orders/S-1')).toMatchObject({ state: 'open' })
})

test('a process that has forgotten the lock does not send the charge of the one before', async () => {
  const { add, order, gateway, proxy } = await openShop()
  add('S-1', 0, { amount: 900 })
  proxy.clock.advance(1000)
  await proxy.restart()
  expect(await order('charges', terms)).toMatchObject({ state: 'pending' })
  expect(gateway.of('paymentOrderBinding.do')).toEqual([])
})

test('a recurrent charge that is lost without a trace is a lost answer, and locks its number', async () => {
  const { refusal, gateway } = await openShop()
  const requested = { ...terms, bindingId: 'b-2' }
  let sent = 0
  gateway.state.wire = async (request, work) =>
    request.url.endsWith('recurrentPayment.do') ? ((sent += 1), new Response('', lost)) : work()
  expect(await refusal('charges/recurrent', requested)).toMatchObject({ status: 504, code: 'answer_lost' })
  expect(await refusal('charges/recurrent', requested)).toMatchObject({ status: 504, code: 'answer_lost' })
  expect(sent).toBe(1)
})

test('two charges of one number at once pay once', async () => {
  const { send, gateway } = await openShop()
  const answers = await Promise.all([send('charges', terms), send('charges', terms)])
  expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
  expect(gateway.of('paymentOrderBinding.do')).toHaveLength(1)
})

describe('stored cards', () => {
  test('are listed for their client', async () => {
    const { send } = await openShop()
    const { cards } = (await send('clients/jane/cards')).json<{ cards: object[] }>()
    expect(cards).toEqual([storedCard('b-1'), storedCard('b-2', 'RECURRENT')])
    expect((await send('clients/nobody/cards')).json()).toEqual({ cards: [] })
  })

  test('of a client with a long and odd name are found by it', async () => {
    const { send, gateway } = await openShop()
    const name = `a/b ?ä${'x'.repeat(240)}`
    gateway.bindings.set(name, [storedCard('b-9')])
    expect((await send(`clients/${encodeURIComponent(name)}/cards`)).json()).toEqual({ cards: [storedCard('b-9')] })
  })

  test('are removed', async () => {
    const { send, gateway } = await openShop()
    expect((await send('clients/jane/cards/b-1/remove', {})).json()).toEqual({
      cards: [storedCard('b-2', 'RECURRENT')],
    })
    expect(gateway.of('unBindCard.do')).toMatchObject([{ fields: { bindingId: 'b-1' } }])
  })

  test('of another client are not', async () => {
    const { refusal, gateway } = await openShop()
    expect(await refusal('clients/jane/cards/b-3/remove', {})).toMatchObject({ status: 404, code: 'not_found' })
    expect(gateway.of('unBindCard.do')).toEqual([])
  })
})
