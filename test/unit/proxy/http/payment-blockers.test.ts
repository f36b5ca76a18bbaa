import { describe, expect, test } from 'vitest'
import { proxyErrors } from '#contract/proxy-errors.ts'
import { blockerSentence, paymentBlockers, type PaymentBlockerName } from '#server-contract/payment-blockers.ts'
import { meaningOf } from '#element/state/errors.ts'
import { buildMetrics } from '#proxy/metrics/metrics.ts'
import { language as english } from '#texts/languages/en.ts'
import { valueIn } from '../metrics/scraped.ts'
import { cardFor, openTestProxy } from '../support/test-proxy.ts'

const names = Object.keys(paymentBlockers) as PaymentBlockerName[]

describe('what keeps shoppers from paying', () => {
  test.each(names)('%s has a sentence for the shopper', (name) => {
    const { shopper } = paymentBlockers[name]
    expect({ ...english.checkout, ...english.reasons }).toHaveProperty(shopper)
    if (Object.hasOwn(proxyErrors, name)) expect(shopper).toBe(meaningOf(name).text)
  })

  test('is one line for an operator', () => {
    for (const name of names)
      expect(blockerSentence(name, 'a detail')).toMatch(/^\p{Lu}[^\n]+: a detail\. \p{Lu}[^\n]+\.$/u)
  })

  test('is counted by its cause, each from zero', async () => {
    const metrics = buildMetrics()
    const proxy = await openTestProxy({ options: { metrics } })
    const count = async (cause: PaymentBlockerName): Promise<number> =>
      valueIn(await metrics.text(), 'tender_payment_blockers_total', { cause })
    for (const name of names) expect(await count(name)).toBe(0)
    proxy.gateway.state.script = () => ({ errorCode: '5' })
    await proxy.ask('pay', cardFor((await proxy.prepare()).orderId!))
    proxy.gateway.orders.get('A-17')!.currency = '840'
    await proxy.ask('outcome')
    proxy.gateway.state.wire = async () => new Response('', { status: 502 })
    await proxy.ask('outcome')
    expect(await count('payment_not_permitted')).toBe(1)
    expect(await count('order_mismatch')).toBe(1)
    expect(await count('gateway_unreachable')).toBeGreaterThan(0)
  })
})
