import { beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutError, Opened } from '#bridge/protocol.ts'
import { LazyFeatures, type LazyFeaturesHost } from '#element/lazy-features.ts'
import { fakeClock } from '../../support/clock.ts'
import { facts } from './outcomes.ts'

const lost = Object.assign(new Error('The file was lost'), { name: 'script_failed' })
const reported: CheckoutError = { code: 'script_failed', message: 'The file was lost' }

/** What a frame reports of an order that wallets can pay. */
const order = (orderNumber: string, card: boolean): Opened =>
  ({
    outcome: { state: 'open', ...facts, orderNumber },
    amount: 4990,
    currencyCode: 'EUR',
    fractionDigits: 2,
    card,
    sandbox: undefined,
    wallets: {
      googlePay: { merchantName: 'Shop', merchantId: '1', gateway: 'g', gatewayMerchantId: 'm', networks: [] },
    },
  }) as unknown as Opened

/** A payment that records what becomes of it. */
const paymentOf = (log: unknown[], name: string) => ({
  isAtForm: true,
  fail: (error: CheckoutError) => log.push([name, 'fail', error]),
  report: (error: CheckoutError) => log.push([name, 'report', error]),
})

describe('the code of the wallets cannot be loaded', () => {
  let log: unknown[]
  let payment: ReturnType<typeof paymentOf>
  let lose: (error: Error) => void
  let dataset: DOMStringMap
  let features: LazyFeatures

  beforeEach(() => {
    log = []
    payment = paymentOf(log, 'A')
    dataset = { reserved: 'stack' }
    const updateComplete = new Promise<boolean>((_, reject) => (lose = reject))
    updateComplete.catch(() => undefined)
    const host = {
      updateComplete,
      renderRoot: { dataset, getRootNode: () => ({ activeElement: null }) },
      requestUpdate() {},
      layout: 'stack',
    }
    const context = { clock: fakeClock(0), complain() {} }
    const featuresHost = { host, context, origin: () => '', payment: () => payment }
    features = new LazyFeatures(featuresHost as unknown as LazyFeaturesHost)
  })

  /** Opens an order; resolves when its wallets were given up. */
  function open(opened: Opened): Promise<void> {
    void features.opened(opened)
    return features.offerWallets()
  }

  test('fails an order that only wallets can pay, and only once', async () => {
    const given = open(order('A', false))
    void features.offerWallets()
    lose(lost)
    await given
    expect(log).toEqual([['A', 'fail', reported]])
  })

  test('is reported where a card can pay, whose place keeps a blank until the next order', async () => {
    const given = open(order('A', true))
    lose(lost)
    await given
    expect([log, 'lost' in dataset]).toEqual([[['A', 'report', reported]], true])
    void features.opened(order('B', true))
    expect('lost' in dataset).toBe(false)
  })

  test('fails no payment that is under way', async () => {
    const given = open(order('A', false))
    payment.isAtForm = false
    lose(lost)
    await given
    expect(log).toEqual([['A', 'report', reported]])
  })

  test.each(['has opened', 'has not opened yet'])('is nothing to another order, which the frame %s', async (which) => {
    const given = open(order('A', false))
    payment = paymentOf(log, 'B')
    if (which === 'has opened') void features.opened({ ...order('B', true), outcome: { state: 'paid', ...facts } })
    lose(lost)
    await given
    expect([log, 'lost' in dataset]).toEqual([[], false])
  })
})
