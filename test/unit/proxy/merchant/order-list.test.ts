import { describe, expect, test } from 'vitest'
import type { TryState } from '#contract/outcome.ts'
import { headerLine, tryLine } from '#cli/orders/csv.ts'
import { timeZone } from '#cli/orders/time-zone.ts'
import { Secret } from '#proxy/config/secret.ts'
import { termsParam } from '#proxy/orders/order-terms.ts'
import { buildSigner } from '#proxy/tickets/signatures.ts'
import { credentials, newNumber, paid, registered, type Fixture } from '../../../conformance/gateway/fixture.ts'
import { debitedOrder, heldOrder, refund, reverse } from '../../../conformance/gateway/paid-orders.ts'
import { newClient, notEnrolled, penniless, stored } from '../../../conformance/gateway/stored-cards.ts'
import { configOf, environment } from '../support/test-proxy.ts'
import { openBank } from './bank.ts'

const HOUR = 3_600_000

const at = (time: number): string => new Date(time).toISOString()

/** The period that ends now. */
const last = ({ clock }: Fixture, lasting = HOUR) => ({ from: at(clock.now() - lasting), to: at(clock.now()) })

/** What the proxy adds to the registration of an order, so that it knows a later try of it. */
const terms = termsParam({ config: configOf(), signer: buildSigner(new Secret(environment.TENDER_SIGNING_SECRET)) }, {
  orderNumber: 'A-17',
  amount: 1234,
  currency: '933',
  returnUrl: 'https://shop.example',
} as never)

describe('a list of orders', () => {
  test('has the tries of a period in our words, each with the order that it is of', async () => {
    const { fixture, merchant } = await openBank()
    await paid(fixture, await registered(fixture, { orderNumber: 'A-17', jsonParams: terms }), penniless)
    const orderId = await debitedOrder(fixture, { orderNumber: 'A-17-2', jsonParams: terms })
    await registered(fixture, { orderNumber: 'B-2' })
    const { tries, ...page } = await merchant.orders(last(fixture))
    expect(page).toEqual({ total: 3, page: 1, size: 50 })
    expect(tries).toMatchObject([
      { order: 'A-17', orderNumber: 'A-17', state: 'declined', reason: 'insufficient_funds', code: 116 },
      {
        order: 'A-17',
        orderNumber: 'A-17-2',
        orderId,
        state: 'paid',
        amount: 1234,
        currency: '933',
        depositedAmount: 1234,
        maskedPan: '444455**3333',
      },
      { order: 'B-2', orderNumber: 'B-2', state: 'open' },
    ])
    const { current } = await merchant.order({ orderNumber: 'A-17' })
    expect(tries[1]).toEqual({ order: 'A-17', ...current })
  })

  test('has pages from 1, and their total', async () => {
    const { fixture, merchant } = await openBank()
    const numbers = [newNumber(), newNumber(), newNumber()]
    for (const orderNumber of numbers) {
      fixture.clock.advance(1000)
      await registered(fixture, { orderNumber })
    }
    const list = async (page: number) => {
      const answer = await merchant.orders({ ...last(fixture), page, size: 2 })
      return { ...answer, tries: answer.tries.map(({ orderNumber }) => orderNumber) }
    }
    expect(await list(1)).toEqual({ tries: numbers.slice(0, 2), total: 3, page: 1, size: 2 })
    expect(await list(2)).toEqual({ tries: numbers.slice(2), total: 3, page: 2, size: 2 })
    expect(await list(3)).toEqual({ tries: [], total: 3, page: 3, size: 2 })
  })

  test('a hold of another sum than registered is not captured', async () => {
    const { fixture, merchant, refusal } = await openBank()
    await heldOrder(fixture, { orderNumber: 'A-17', amount: 4321, jsonParams: terms })
    expect(await refusal('orders/A-17/capture', {})).toMatchObject({ status: 409, code: 'order_mismatch' })
    expect((await merchant.orders(last(fixture))).tries).toMatchObject([{ mismatch: 'amount', depositedAmount: 0 }])
  })

  test('shows no payment of another sum than registered as paid, as the order does not', async () => {
    const { fixture, merchant, refusal } = await openBank()
    await debitedOrder(fixture, { orderNumber: 'A-17', amount: 4321, jsonParams: terms })
    const { tries } = await merchant.orders({ ...last(fixture), by: 'paid' })
    expect(tries).toMatchObject([{ order: 'A-17', state: 'pending', mismatch: 'amount', depositedAmount: 4321 }])
    expect(await refusal('orders/A-17')).toMatchObject({ status: 409, code: 'order_mismatch' })
    const zone = timeZone('UTC')
    const cells = tryLine(tries[0]!, zone).trim().split(',')
    const row = Object.fromEntries(
      headerLine()
        .trim()
        .split(',')
        .map((name, at) => [name, cells[at]]),
    )
    expect(row).toMatchObject({ state: 'pending', mismatch: 'amount', debited_minor: '4321' })
  })

  test('can be restricted to some states', async () => {
    const { fixture, merchant } = await openBank()
    await registered(fixture)
    await heldOrder(fixture)
    await debitedOrder(fixture)
    await refund(fixture, await debitedOrder(fixture), 34)
    await reverse(fixture, await heldOrder(fixture))
    await paid(fixture, await registered(fixture), penniless)
    await fixture.gateway.decline({ ...credentials, orderId: await registered(fixture) })
    await registered(fixture, { sessionTimeoutSecs: 60 })
    fixture.clock.advance(60_000)
    const listed = async (...state: Parameters<typeof merchant.orders>[0]['state'] & object): Promise<TryState[]> =>
      (await merchant.orders({ ...last(fixture), state })).tries.map((one) => one.state)
    for (const state of ['open', 'held', 'paid', 'refunded', 'reversed'] as const)
      expect(await listed(state)).toEqual([state])
    expect(await listed('declined')).toEqual(['declined', 'cancelled', 'expired'])
    expect(await listed('refunded', 'held')).toEqual(['held', 'refunded'])
  })

  test('is by the day of the payment where that is asked for, to the second and in any zone', async () => {
    const { fixture, merchant } = await openBank()
    const orderNumber = newNumber()
    const orderId = await registered(fixture, { orderNumber })
    fixture.clock.advance(HOUR / 4)
    await paid(fixture, orderId, notEnrolled)
    const time = fixture.clock.now()
    fixture.clock.advance(HOUR / 4)
    const numbers = async (change: object) =>
      (await merchant.orders({ ...last(fixture, HOUR / 3), ...change })).tries.map((one) => one.orderNumber)
    expect(await numbers({})).toEqual([])
    expect(await numbers({ by: 'paid' })).toEqual([orderNumber])
    expect(await numbers({ by: 'paid', to: undefined })).toEqual([orderNumber])
    const inZone = new Date(time - 5 * HOUR).toISOString().replace(/\.\d+Z$/, '-05:00')
    expect(await numbers({ by: 'paid', from: inZone, to: inZone })).toEqual([orderNumber])
    expect(await numbers({ by: 'paid', to: at(time - 1000) })).toEqual([])
  })

  test('asks the gateway as its clients do: dates in UTC+3, pages from 0, states by its own words, all of its merchants', async () => {
    const { merchant, state } = await openBank()
    const sent: Record<string, string>[] = []
    state.wire = async (request, fetch) => {
      sent.push(Object.fromEntries(new URLSearchParams(await request.clone().text())))
      return fetch(request)
    }
    const [from, to] = ['2029-12-31T22:30:15.900Z', '2030-01-01T00:00:00Z']
    await merchant.orders({ from, to, state: ['open', 'paid'], page: 3, size: 7 })
    expect(sent[0]).toMatchObject({
      from: '20300101013015',
      to: '20300101030000',
      transactionStates: 'CREATED,DEPOSITED',
      page: '2',
      size: '7',
      merchants: '',
      searchByCreatedDate: 'true',
    })
    await merchant.orders({ from })
    expect(sent[1]).toMatchObject({
      transactionStates: 'CREATED,APPROVED,DEPOSITED,REVERSED,REFUNDED,DECLINED',
      page: '0',
      size: '50',
    })
  })

  test.each([
    ['', 'from', 'is required'],
    ['from=2030-05-01', 'from', 'must be an instant with its offset'],
    ['from=2030-05-01T00:00:00', 'from', 'must be an instant with its offset'],
    ['from=2026-02-30T00:00:00Z', 'from', 'must be a date that exists'],
    ['from=2030-05-01T00:00:00Z&to=2030-04-30T23:59:59Z', 'to', 'must not be before 2030-05-01T00:00:00Z'],
    ['from=2030-05-01T00:00:00Z&state=cancelled', 'state.0', 'must be one of'],
    ['from=2030-05-01T00:00:00Z&page=0', 'page', 'must be at least 1'],
    ['from=2030-05-01T00:00:00Z&size=201', 'size', 'must be at most 200'],
    ['from=2030-05-01T00:00:00Z&of=jane', 'of', 'is not a known field'],
  ])('refuses %s by the name of the field, and nothing is sent', async (query, field, rule) => {
    const { refusal, sent } = await openBank()
    const answer = await refusal(`orders?${query}`)
    expect(answer).toMatchObject({ status: 400, field })
    expect(answer.message).toContain(rule)
    expect(sent.filter((one) => one.startsWith('getLast'))).toEqual([])
  })

  const whole = (orderNumber: string, more: object = {}) => ({
    orderNumber,
    orderStatus: 2,
    amount: 1234,
    currency: '933',
    attributes: [{ name: 'mdOrder', value: `id-of-${orderNumber}` }],
    ...more,
  })
  test.each<[string, unknown]>([
    ['no identifier', whole('B-2', { attributes: [] })],
    ['no amount', whole('B-2', { amount: null })],
    ['an amount in words', whole('B-2', { amount: 'much' })],
    ['no status', whole('B-2', { orderStatus: undefined })],
  ])('leaves out and counts a row of %s, and says so in the log', async (_, odd) => {
    const { fixture, merchant, state, log } = await openBank()
    state.wire = async () => Response.json({ errorCode: 0, orderStatuses: [whole('A-17'), odd], totalCount: 2 })
    const { tries, ...page } = await merchant.orders(last(fixture))
    expect(tries).toMatchObject([{ orderNumber: 'A-17', state: 'paid' }])
    expect(page).toEqual({ total: 2, unreadable: 1, page: 1, size: 50 })
    expect(log.join('')).toContain('"code":"rows_unreadable"')
  })

  test('keeps a row with a name that is given twice', async () => {
    const { fixture, merchant, state } = await openBank()
    const text = JSON.stringify({ errorCode: 0, orderStatuses: [whole('A-17'), whole('B-2')] })
    state.wire = async () => new Response(text.replace('"amount":1234,', '"ip":"1","ip":"2","amount":1234,'))
    expect((await merchant.orders(last(fixture))).tries).toHaveLength(2)
  })

  test('that the gateway refuses or fails at is an error that says so', async () => {
    const { fixture, refusal, state, merchant } = await openBank()
    await registered(fixture)
    const query = `orders?${new URLSearchParams(last(fixture))}`
    const answered = (answer: unknown, status = 200) => {
      state.wire = async () => new Response(JSON.stringify(answer), { status })
    }
    answered({ errorCode: 5, errorMessage: 'Access denied' })
    expect(await refusal(query)).toMatchObject({ status: 422, code: 'gateway_refused' })
    answered({}, 500)
    expect(await refusal(query)).toMatchObject({ status: 503, code: 'gateway_unreachable' })
    answered({ errorCode: 0, orderStatuses: 'none' })
    expect(await refusal(query)).toMatchObject({ status: 503, code: 'gateway_unreachable' })
    answered({ errorCode: 0 })
    expect(await merchant.orders(last(fixture))).toEqual({ tries: [], page: 1, size: 50 })
  })
})

test('an operation that the bank does not have is refused by its name, whether that is set or found out', async () => {
  const names = ['getLastOrdersForMerchants', 'getReceiptStatus', 'extendBinding']
  const set = await openBank(async () => ({ TENDER_GATEWAY_ABSENT: names.join(',') }))
  const found = await openBank()
  found.state.wire = async (request, fetch) =>
    names.some((name) => request.url.endsWith(`/${name}.do`)) ? new Response('', { status: 404 }) : fetch(request)
  for (const { fixture, refusal } of [set, found]) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    await registered(fixture, { orderNumber: 'A-17' })
    const refused = (name: string) => ({
      status: 422,
      code: 'gateway_refused',
      message: `The gateway has no ${name}.do: ask the bank to enable it.`,
    })
    expect(await refusal('orders?from=2020-05-01T00:00:00Z')).toMatchObject(refused(names[0]!))
    expect(await refusal('orders/A-17/receipts')).toMatchObject(refused(names[1]!))
    const path = `clients/${clientId}/cards/${bindingId}/extend`
    expect(await refusal(path, { newExpiry: '203712' })).toMatchObject(refused(names[2]!))
  }
})
