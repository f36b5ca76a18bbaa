import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import type { MerchantError } from '#proxy/merchant/merchant-error.ts'
import { newPaymentRecord } from '#proxy/shop-server/reconcile-order.ts'
import { root } from '../support/root.ts'
import { catalogue } from './catalogue.ts'
import { php, PhpShop, selfSigned } from './php-shop.ts'
import { listening } from './shop.ts'

const missing = catalogue['php']!.missing!()

/** An order as the proxy answers it. */
const orderOf = (orderNumber: string, state: string, version: number, more: object = {}) => {
  const current = { orderNumber, orderId: 'id', state, amount: 4990, currency: '978', ...more }
  return { orderNumber, state, version, current, tries: [current] }
}
const event = (data: unknown, type = 'order.paid') => ({ type, timestamp: new Date().toISOString(), data })

if (missing !== undefined) test.skip(`skipped: ${missing}`)
else {
  const cases = JSON.parse(
    readFileSync(join(root, 'test/unit/proxy/shop-server/reconcile-cases.json'), 'utf8'),
  ) as readonly (readonly [string, object, readonly { version: number; state: string }[], unknown[], object])[]
  const terms = { orderNumber: 'A-17', amount: 4990, currency: '978' }

  test.each(cases)('tender.php reconciles as the package does: %s', async (_, before, reported, changes, after) => {
    const orders = reported.map(({ version, state, ...more }) => orderOf('A-17', state, version, more))
    const printed = await php(
      `$record = $input['record']; $happened = [];
       foreach ($input['orders'] as $order) {
         [$record, $changes] = Tender::reconcile($record, $order);
         array_push($happened, ...$changes);
       }
       echo json_encode([$happened, $record]);`,
      { record: { ...newPaymentRecord(terms), ...before }, orders },
    )
    const [happened, record] = JSON.parse(printed) as [unknown, object]
    expect(happened).toEqual(changes)
    expect(record).toMatchObject(after)
  })

  describe('the attacks that modules for shop systems have fallen to', () => {
    const shop = new PhpShop()
    let number: string
    beforeAll(() => shop.start())
    afterAll(() => shop.close())
    beforeEach(async () => {
      shop.answers(() => [404, { error: { code: 'order_unknown' } }])
      number = await shop.order()
    })
    const reads = (order: unknown): void => shop.answers(() => [200, order])

    test('what the browser sends as the amount is not what is signed', async () => {
      const cheap = await shop.order({ amount: '1', 'record[amount]': '1' })
      expect(await shop.ticketOf(cheap)).toMatchObject({ amount: 4990, currency: '978', orderNumber: cheap })
    })

    test("another order's number or id in the return address", async () => {
      const other = await shop.order()
      shop.answers((path) =>
        path.endsWith(other) ? [200, orderOf(other, 'paid', 5)] : [200, orderOf(number, 'open', 1)],
      )
      expect(await shop.shows(number, `?orderId=id&orderNumber=${other}&mdOrder=id&status=paid`)).toBe('checkout')
    })

    test("another order's answer", async () => {
      reads(orderOf(await shop.order(), 'paid', 5))
      expect(await shop.shows(number)).toBe(500)
      expect(shop.sent(number)).toBe(0)
    })

    test.each([
      ['a paid order of one rouble for a big one', { amount: 100 }],
      ['a foreign currency', { currency: '051' }],
      ['an amount as text', { amount: '4990' }],
    ])('%s', async (_, more) => {
      reads(orderOf(number, 'paid', 5, more))
      expect(await shop.shows(number)).not.toBe('paid')
      await shop.webhook(event(orderOf(number, 'paid', 5, more)))
      expect(shop.sent(number)).toBe(0)
    })

    test.each([
      'open',
      'pending',
      'authenticating',
      'held',
      'declined',
      'cancelled',
      'expired',
      'reversed',
      'PAID',
      '0',
    ])('an answer without an error that is not paid: %s', async (state) => {
      reads({ ...orderOf(number, state, 5), errorCode: '0', errorMessage: 'Success' })
      expect(await shop.shows(number)).toBe('checkout')
      // The type only says why a webhook is sent.
      expect(await shop.webhook(event(orderOf(number, state, 6)))).toBe(204)
      expect(shop.sent(number)).toBe(0)
    })

    test.each([
      ['a page of a load balancer', 200, '<html>OK</html>'],
      ['nothing', 200, ''],
      ['true', 200, true],
      ['an order without its sums', 200, { state: 'paid' }],
      ['a refusal', 401, { error: { code: 'key_invalid' } }],
      ['a failure', 500, { state: 'paid' }],
    ])('%s in place of an order', async (_, status, body) => {
      shop.answers(() => [status, body])
      expect(await shop.shows(number)).toBe(500)
    })

    test('a webhook that is forged', async () => {
      const paid = event(orderOf(number, 'paid', 5))
      const now = new Date()
      for (const signature of ['', 'v1,', 'v1,AAAA', 'v2,AAAA', '0', 'v1'])
        expect(await shop.webhook(paid, now, { 'webhook-signature': signature })).toBe(400)
      expect(await shop.webhook(paid, now, { 'webhook-id': 'msg_2' })).toBe(400)
      expect(await shop.webhook(paid, now, { 'webhook-timestamp': String(Math.floor(now.getTime() / 1000) + 1) })).toBe(
        400,
      )
      expect(shop.sent(number)).toBe(0)
    })

    test('a webhook that is replayed: after minutes, twice, and older than what is known', async () => {
      const paid = event(orderOf(number, 'paid', 5))
      const minutes = 60_000
      for (const ago of [6 * minutes, -6 * minutes])
        expect(await shop.webhook(paid, new Date(Date.now() - ago))).toBe(400)
      for (let again = 0; again < 3; again++) expect(await shop.webhook(paid)).toBe(204)
      await shop.webhook(event(orderOf(number, 'declined', 3), 'order.declined'))
      await shop.webhook(paid)
      expect(shop.sent(number)).toBe(1)
    })

    test('the page after the payment and the webhook at once, many times', async () => {
      reads(orderOf(number, 'paid', 5))
      const paid = event(orderOf(number, 'paid', 5))
      const both = Array.from({ length: 12 }, () => [shop.webhook(paid), shop.shows(number)]).flat()
      expect(new Set(await Promise.all(both))).toEqual(new Set([204, 'paid']))
      expect(shop.sent(number)).toBe(1)
    })

    test('an order that was paid and given back before the shop heard of it', async () => {
      await shop.webhook(event(orderOf(number, 'refunded', 7, { refundedAmount: 4990 }), 'order.refunded'))
      expect(shop.sent(number)).toBe(0)
    })

    test('numbers that are no order, and paths', async () => {
      for (const path of [
        '/orders/..%2f..%2fetc%2fpasswd',
        '/orders/0',
        '/orders/%00',
        `/orders/${number}%0a`,
        '/orders.php',
      ])
        expect((await shop.get(path)).status, path).toBe(404)
    })
  })

  describe.each([
    ['cURL', []],
    ['streams', ['-d', 'disable_functions=curl_init']],
  ])('the client by %s', (_, settings) => {
    const read = (proxy: string) =>
      php(
        `$tender = new Tender($input, 'a', 'the-key', 'whsec_AAAA');
         try { echo json_encode($tender->order('A-17')); } catch (TenderError $error) { echo $error->reason; }`,
        proxy,
        ...settings,
      )

    test('reads an order, and knows one that the gateway has not', async () => {
      const answers: Record<string, readonly [number, unknown]> = {
        'Bearer the-key': [200, orderOf('A-17', 'paid', 9_007_199_254_740_991)],
      }
      let unknown = false
      const server = createServer(({ headers }, response) => {
        const [status, body] = unknown
          ? [404, { error: { code: 'order_unknown' } }]
          : (answers[headers.authorization ?? ''] ?? [401, {}])
        response.writeHead(status).end(JSON.stringify(body))
      })
      const proxy = `http://localhost:${await listening(server)}`
      expect(JSON.parse(await read(proxy))).toMatchObject({ state: 'paid', version: 9_007_199_254_740_991 })
      unknown = true
      expect(await read(proxy)).toBe('null')
      server.close()
    })

    test('follows no redirect with the key', async () => {
      const asked: string[] = []
      const server = createServer(({ url = '' }, response) => {
        asked.push(url)
        response.writeHead(302, { location: '/elsewhere' }).end()
      })
      expect(await read(`http://localhost:${await listening(server)}`)).toBe('answer_unreadable')
      expect(asked).toEqual(['/merchant/orders/A-17'])
      server.close()
    })

    test('trusts no certificate that nobody has signed', async () => {
      const { certificate, privateKey } = await makeKeys('localhost', systemClock, systemRandom)
      const server = selfSigned(privateKey, certificate)
      expect(await read(`https://localhost:${await listening(server)}`)).toBe('answer_lost')
      server.close()
    })
  })

  const refused = (code: string) => JSON.stringify({ error: { code, message: 'No.' } })
  test.each([
    [0, ''],
    [200, '<html>OK</html>'],
    [200, '{}'],
    [302, ''],
    [400, refused('field_invalid')],
    [404, refused('order_unknown')],
    [409, refused('order_mismatch')],
    [409, refused('state_refused')],
    [429, '<html>Too many requests</html>'],
    [500, refused('internal')],
    [502, '<html>Bad gateway</html>'],
    [503, refused('busy')],
    [503, '<html>Unavailable</html>'],
    [504, refused('answer_lost')],
    [504, refused('GatewayTimeout')],
  ])('whether a refund may have been made is said as the package does, by %d %s', async (status, body) => {
    const server = createServer((request, response) => {
      if (status) response.writeHead(status).end(body)
      else request.destroy()
    })
    const base = `http://localhost:${await listening(server)}`
    const asked = { orderNumber: 'A-17', amount: 100, refundId: 'return-3' }
    const failure = await merchantClient({ base, apiKey: 'the-key' })
      .refund(asked)
      .catch((error: MerchantError) => error)
    const printed = php(
      `$tender = new Tender($input, 'a', 'the-key', 'whsec_AAAA');
       try { $tender->refund('A-17', 100, 'return-3'); } catch (TenderError $error) { echo $error->outcome; }`,
      base,
    )
    expect(failure).toMatchObject({ outcome: await printed })
    server.close()
  })

  test('a ticket that PHP signs is one that the proxy takes, and an amount as text is none', async () => {
    const sign = (amount: string) =>
      php(
        `$tender = new Tender('https://pay-shop.example', $input, 'key', 'whsec_AAAA');
         try { echo $tender->sign(['orderNumber' => 'Ж/1', 'amount' => ${amount}, 'currency' => '978', 'returnUrl' => 'https://shop.example/']); }
         catch (InvalidArgumentException $error) { echo $error->getMessage(); }`,
        'a-ticket-secret-of-more-than-32-bytes',
      )
    const { payload } = await jwtVerify(
      await sign('4990'),
      new TextEncoder().encode('a-ticket-secret-of-more-than-32-bytes'),
    )
    expect(payload).toMatchObject({ orderNumber: 'Ж/1', amount: 4990 })
    expect(await sign("'4990'")).toBe('amount must be an integer of minor units')
  })

  test('an empty secret is refused', async () => {
    const printed = await php(
      `try { new Tender('https://pay-shop.example', '', 'key', 'whsec_AAAA'); } catch (InvalidArgumentException $error) { echo $error->getMessage(); }`,
      null,
    )
    expect(printed).toBe('ticketSecret is empty')
  })
}
