import { describe, expect, test } from 'vitest'
import { cardNamed, credentials } from '../../../conformance/gateway/fixture.ts'
import { sealStamp } from '../../../conformance/gateway/seal-card.ts'
import { notEnrolled, stored } from '../../../conformance/gateway/stored-cards.ts'
import { challenged, changing, losing, openShop, order, plain, type Shop } from '../support/sandbox-shop.ts'
import { browser } from '../support/test-proxy.ts'

const jane = { clientId: 'jane' }

/** A stored card's payment: its CVC sealed for the order. */
const bindingBody = async (shop: Shop, orderId: string, bindingId: string, cvc = plain.cvc) => ({
  orderId,
  bindingId,
  seToken: await shop.sealed([...sealStamp, '', cvc, '', orderId, bindingId].join('/')),
  browser,
})

describe('the checkout', () => {
  test('lists the common cards of the ticket’s client, and nobody else’s', async () => {
    const shop = await openShop()
    const bindingId = await stored(shop.fixture, 'jane')
    await stored(shop.fixture, 'jane', { type: 'R', card: challenged })
    await stored(shop.fixture, 'john')
    const { savedCards } = await shop.checkout(jane)
    expect(savedCards).toEqual([
      {
        bindingId,
        maskedPan: '444455**3333',
        brand: 'visa',
        expiry: plain.expiry,
        expired: false,
        label: '**** 3333',
      },
    ])
  })

  test('has the name that a card has at its bank', async () => {
    const shop = await openShop()
    await stored(shop.fixture, 'jane', { card: cardNamed('4000001111111118') })
    const { savedCards } = await shop.checkout(jane)
    expect(savedCards).toMatchObject([{ label: 'Corporate card of the Frankfurt am Main office, second floor' }])
  })

  test('marks an expired card by the clock, a day after its month', async () => {
    const shop = await openShop()
    await stored(shop.fixture, 'jane')
    const [year, month] = [Number(plain.expiry.slice(0, 4)), Number(plain.expiry.slice(4))]
    const over = Date.UTC(year, month, 1)
    shop.fixture.clock.advance(over - shop.fixture.clock.now() + 3_600_000)
    expect((await shop.checkout(jane)).savedCards).toMatchObject([{ expired: false }])
    shop.fixture.clock.advance(24 * 3_600_000)
    expect((await shop.checkout(jane)).savedCards).toMatchObject([{ expired: true }])
  })

  test('lists what the gateway returns of a card, and leaves out one that cannot be named or distinguished from another', async () => {
    const shop = await openShop()
    await stored(shop.fixture, 'jane')
    const bindingCategory = 'COMMON'
    const bindings = [
      { bindingId: 'b-1', bindingCategory, maskedPan: '411111**1111' },
      { bindingId: 'b-2', bindingCategory, displayLabel: '**** 2222', expiryDate: '203412' },
      { bindingId: 'b-3', bindingCategory },
      { bindingId: 'b-4', bindingCategory: 'Recurrent', maskedPan: '411111**4444' },
      { bindingId: 'b-5', maskedPan: '411111**5555', expiryDate: '203412' },
      { bindingId: 'b-6', bindingCategory: 'OTHER', maskedPan: '411111**6666' },
      { bindingCategory, maskedPan: '411111**7777' },
      { bindingId: 'b-8', bindingCategory, maskedPan: ' ', displayLabel: ' ' },
    ]
    shop.state.wire = changing('getBindings.do', (answer) => ({ ...answer, bindings }))
    expect((await shop.checkout(jane)).savedCards).toEqual([
      { bindingId: 'b-1', maskedPan: '411111**1111', brand: 'visa', expiry: '', expired: false },
      { bindingId: 'b-2', maskedPan: '**** 2222', expiry: '203412', expired: false, label: '**** 2222' },
      { bindingId: 'b-5', maskedPan: '411111**5555', brand: 'visa', expiry: '203412', expired: false },
      { bindingId: 'b-6', maskedPan: '411111**6666', brand: 'visa', expiry: '', expired: false },
    ])
  })

  test.each([
    ['01/20', '202001', true],
    ['never', '', false],
  ])('reads an expiry of another form: %s', async (expiryDate, expiry, expired) => {
    const shop = await openShop()
    await stored(shop.fixture, 'jane')
    const bindings = [{ bindingId: 'b-1', maskedPan: '411111**1111', expiryDate }]
    shop.state.wire = changing('getBindings.do', (answer) => ({ ...answer, bindings }))
    expect((await shop.checkout(jane)).savedCards).toMatchObject([{ expiry, expired }])
  })

  test('pays by a card of a list that says no categories', async () => {
    const shop = await openShop()
    const bindingId = await stored(shop.fixture, 'jane')
    const bare = ({ maskedPan, expiryDate }: Record<string, unknown>) => ({ bindingId, maskedPan, expiryDate })
    shop.state.wire = changing('getBindings.do', ({ bindings, ...answer }) => ({
      ...answer,
      bindings: (bindings as Record<string, unknown>[]).map(bare),
    }))
    const body = await bindingBody(shop, await shop.prepared(jane), bindingId)
    expect(await shop.outcome('pay', body, jane)).toMatchObject({ state: 'paid' })
  })

  test('has none without a client, where the ticket excludes them, and where the gateway does not answer', async () => {
    const shop = await openShop()
    await stored(shop.fixture, 'jane')
    expect((await shop.checkout()).savedCards).toEqual([])
    expect((await shop.checkout({ ...jane, methods: ['card'] })).savedCards).toEqual([])
    expect((await shop.checkout({ clientId: 'nobody' })).savedCards).toEqual([])
    shop.state.wire = losing('getBindings.do')
    expect(await shop.checkout(jane)).toMatchObject({ savedCards: [], outcome: { state: 'open' } })
  })
})

describe('a stored card', () => {
  test('pays at its holder’s request, with the CVC sealed', async () => {
    const shop = await openShop()
    const bindingId = await stored(shop.fixture, 'jane')
    const body = await bindingBody(shop, await shop.prepared(jane), bindingId)
    expect(await shop.outcome('pay', body, jane)).toMatchObject({ state: 'paid', orderNumber: 'S-1' })
    const sent = new URLSearchParams(shop.request('paymentOrderBinding.do')[0])
    expect([sent.get('tii'), sent.get('language')]).toEqual(['F', null])
    expect(await shop.statusOf('S-1')).toMatchObject({ orderStatus: 2, bindingInfo: { bindingId } })
  })

  test('goes through the method and to the challenge', async () => {
    const shop = await openShop()
    const bindingId = await stored(shop.fixture, 'jane', { card: challenged })
    const body = await bindingBody(shop, await shop.prepared(jane), bindingId, challenged.cvc)
    const first = await shop.outcome('pay', body, jane)
    expect(first).toMatchObject({ state: 'authenticate', step: { kind: 'method' } })
    const { continuation } = (first as unknown as { step: { continuation: string } }).step
    const second = await shop.outcome('authenticate', { ...body, continuation }, jane)
    expect(second).toMatchObject({ state: 'authenticate', step: { kind: 'challenge' } })
  })

  test('of another client is refused, and nothing is sent', async () => {
    const shop = await openShop()
    await stored(shop.fixture, 'jane')
    const foreign = await stored(shop.fixture, 'john')
    const recurrent = await stored(shop.fixture, 'jane', { type: 'R' })
    const orderId = await shop.prepared(jane)
    for (const [bindingId, status] of [
      [foreign, 404],
      ['no-such-card', 404],
      [recurrent, 400],
    ] as const) {
      const refused = await shop.refusal('pay', await bindingBody(shop, orderId, bindingId), jane)
      expect(refused).toMatchObject({ status, field: 'bindingId' })
    }
    expect(await shop.refusal('pay', await bindingBody(shop, orderId, foreign))).toMatchObject({ status: 404 })
    expect(shop.request('paymentOrderBinding.do')).toEqual([])
  })

  test('is declined with the reason, and the card form may try again', async () => {
    const shop = await openShop()
    const bindingId = await stored(shop.fixture, 'jane')
    const orderId = await shop.prepared(jane)
    shop.fixture.switches.set({ declineWith: 116 })
    const body = await bindingBody(shop, orderId, bindingId)
    expect(await shop.outcome('pay', body, jane)).toMatchObject({
      state: 'declined',
      reason: 'insufficient_funds',
      again: true,
    })
  })

  test('whose answer was lost is decided by the status, and not sent again', async () => {
    const shop = await openShop()
    const bindingId = await stored(shop.fixture, 'jane')
    const body = await bindingBody(shop, await shop.prepared(jane), bindingId)
    shop.state.wire = losing('paymentOrderBinding.do')
    expect(await shop.outcome('pay', body, jane)).toMatchObject({ state: 'paid' })
    expect(await shop.outcome('pay', body, jane)).toMatchObject({ state: 'paid' })
    expect(shop.request('paymentOrderBinding.do')).toHaveLength(1)
  })

  test('is refused where the ticket excludes stored cards', async () => {
    const shop = await openShop()
    const bindingId = await stored(shop.fixture, 'jane')
    const claims = { ...jane, methods: ['card'] as const }
    const body = await bindingBody(shop, await shop.prepared(jane), bindingId)
    const refused = await shop.refusal('pay', body, { ...claims, methods: ['card'] })
    expect(refused).toMatchObject({ status: 400, code: 'ticket_invalid', field: 'methods' })
  })

  test('is removed only by its own client', async () => {
    const shop = await openShop()
    const [own, foreign] = [await stored(shop.fixture, 'jane'), await stored(shop.fixture, 'john')]
    const other = await stored(shop.fixture, 'jane', { card: challenged })
    expect(await shop.refusal('cards/remove', { bindingId: foreign }, jane)).toMatchObject({ field: 'bindingId' })
    expect(await shop.refusal('cards/remove', { bindingId: own })).toMatchObject({ status: 404 })
    expect(shop.request('unBindCard.do')).toEqual([])
    const left = await shop.ask('cards/remove', { bindingId: own }, jane)
    expect(left.json()).toMatchObject({ savedCards: [{ bindingId: other }] })
    const none = await shop.ask('cards/remove', { bindingId: other }, jane)
    expect(none.json()).toEqual({ savedCards: [] })
    expect((await shop.checkout({ clientId: 'john' })).savedCards).toHaveLength(1)
  })
})

describe('consent to store a card', () => {
  const paidWith = async (claims: object, save?: boolean) => {
    const shop = await openShop()
    const body = await shop.cardBody(await shop.prepared(claims), notEnrolled)
    expect(await shop.outcome('pay', { ...body, ...(save !== undefined && { save }) }, claims)).toMatchObject({
      state: 'paid',
    })
    const sent = new URLSearchParams(shop.request('paymentorder.do')[0])
    const { savedCards } = await shop.checkout({ ...jane, orderNumber: order.orderNumber })
    return { tii: sent.get('tii'), unneeded: sent.get('bindingNotNeeded'), stored: savedCards.length }
  }

  test.each([
    ['given where it is asked for', { ...jane, save: 'ask' }, true, { tii: 'CI', unneeded: null, stored: 1 }],
    ['withheld', { ...jane, save: 'ask' }, false, { tii: null, unneeded: 'true', stored: 0 }],
    ['not spoken of', { ...jane, save: 'ask' }, undefined, { tii: null, unneeded: 'true', stored: 0 }],
    ['that nobody asked for', jane, true, { tii: null, unneeded: 'true', stored: 0 }],
    ['that is required', { ...jane, save: 'required' }, undefined, { tii: 'CI', unneeded: null, stored: 1 }],
    ['of nobody', { save: 'ask' }, true, { tii: null, unneeded: null, stored: 0 }],
    [
      'to recurrent payments',
      { ...jane, save: 'ask', saveAs: 'recurrent', recurringFrequency: '30', recurringExpiry: '20301231' },
      true,
      { tii: 'RI', unneeded: null, stored: 0 },
    ],
  ] as const)('%s', async (_, claims, save, expected) => {
    expect(await paidWith(claims, save)).toEqual(expected)
  })

  test.each([
    ['given', true, { recurringFrequency: '30', recurringExpiry: '20301231' }, 'RECURRENT'],
    ['withheld', false, null, undefined],
  ] as const)(
    'to recurrent payments, %s: the payment says until when, and how often',
    async (_, save, terms, stored) => {
      const shop = await openShop()
      const recurrent = { recurringFrequency: '30', recurringExpiry: '20301231' }
      const claims = { ...jane, save: 'ask', saveAs: 'recurrent', ...recurrent } as const
      const body = await shop.cardBody(await shop.prepared(claims), notEnrolled)
      expect(await shop.outcome('pay', { ...body, save }, claims)).toMatchObject({ state: 'paid' })
      const registered = new URLSearchParams(shop.request('register.do')[0]).get('jsonParams')
      expect(Object.keys(JSON.parse(String(registered)) as object)).toEqual(['tenderTerms'])
      const sent = new URLSearchParams(shop.request('paymentorder.do')[0]).get('jsonParams')
      expect(JSON.parse(String(sent))).toEqual(terms)
      const { bindings } = await shop.fixture.gateway.getBindings({ ...credentials, clientId: jane.clientId })
      expect(bindings?.[0]?.bindingCategory).toBe(stored)
    },
  )

  test('is returned with its terms', async () => {
    const shop = await openShop()
    const claims = { save: 'ask', saveAs: 'recurrent', recurringFrequency: '30', recurringExpiry: '20301231' } as const
    const saving = { mode: 'ask', as: 'recurrent', frequency: '30', until: '20301231' }
    expect((await shop.checkout({ ...jane, ...claims })).saving).toEqual(saving)
    expect((await shop.checkout(claims)).saving).toEqual({ ...saving, mode: 'never' })
  })
})

test('while the gateway is asked whose the card is, a read of the order returns pending', async () => {
  const shop = await openShop()
  const bindingId = await stored(shop.fixture, 'jane')
  const body = await bindingBody(shop, await shop.prepared(jane), bindingId)
  let answer = (): void => {}
  const isSlow = new Promise<void>((go) => (answer = go))
  const requested = new Promise<void>((arrive) => {
    shop.state.wire = async (request, fetch) => {
      if (request.url.includes('getBindings')) {
        arrive()
        await isSlow
      }
      return fetch(request)
    }
  })
  const paying = shop.outcome('pay', body, jane)
  await requested
  expect(await shop.outcome('outcome', undefined, jane)).toMatchObject({ state: 'pending' })
  answer()
  expect(await paying).toMatchObject({ state: 'paid' })
})
