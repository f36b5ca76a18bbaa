import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '#demo/ports.ts'
import { readArguments } from '#cli/arguments.ts'
import { headerLine, lineOf } from '#cli/orders/csv.ts'
import { listTries } from '#cli/orders/list-tries.ts'
import { ordersCommand } from '#cli/orders/orders-command.ts'
import { periodOf } from '#cli/orders/period.ts'
import { timeZone } from '#cli/orders/time-zone.ts'
import { PAGE_SIZE } from '#server-contract/merchant/order-list.ts'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import { startSandbox } from '../../../server/sandbox.ts'
import { debitedOrder, refund } from '../../conformance/gateway/paid-orders.ts'
import { openBank } from '../proxy/merchant/bank.ts'
import { root } from '../../support/root.ts'
import { openRealProxy } from '../proxy/support/real-proxy.ts'

afterEach(() => vi.restoreAllMocks())

const at = (text: string): number => Date.parse(text)
const iso = (time: number): string => new Date(time).toISOString()

describe('a day of a time zone', () => {
  test.each([
    ['UTC', '2030-05-01', '2030-05-01T00:00:00Z', '2030-05-01T23:59:59Z'],
    ['Europe/Vilnius', '2030-05-01', '2030-04-30T21:00:00Z', '2030-05-01T20:59:59Z'],
    ['Asia/Kathmandu', '2030-05-01', '2030-04-30T18:15:00Z', '2030-05-01T18:14:59Z'],
    // Days of 23 and of 25 hours.
    ['Europe/Vilnius', '2024-03-31', '2024-03-30T22:00:00Z', '2024-03-31T20:59:59Z'],
    ['Europe/Vilnius', '2024-10-27', '2024-10-26T21:00:00Z', '2024-10-27T21:59:59Z'],
    // Midnight is left out, is there twice, or begins the day before once more.
    ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00Z', '2024-04-26T20:59:59Z'],
    ['America/Havana', '2024-11-03', '2024-11-03T04:00:00Z', '2024-11-04T04:59:59Z'],
    ['America/Asuncion', '2024-03-23', '2024-03-23T03:00:00Z', '2024-03-24T03:59:59Z'],
  ])('%s %s is from %s to %s', (name, day, from, to) => {
    expect(periodOf(day, undefined, timeZone(name), 0)).toEqual({ from: at(from), to: at(to) })
  })

  test('is yesterday where none is given, and the last day is included', () => {
    const [zone, now] = [timeZone('Europe/Vilnius'), at('2030-05-01T22:30:00Z')]
    expect(periodOf(undefined, undefined, zone, now)).toEqual({
      from: at('2030-05-01T00:00:00+03:00'),
      to: at('2030-05-01T23:59:59+03:00'),
    })
    expect(periodOf('2030-04-29', '2030-05-01', zone, now)).toEqual({
      from: at('2030-04-29T00:00:00+03:00'),
      to: at('2030-05-01T23:59:59+03:00'),
    })
    expect(periodOf('2030-05-01T10:00:00-05:00', undefined, zone, now)).toEqual({
      from: at('2030-05-01T15:00:00Z'),
      to: at('2030-05-01T20:59:59Z'),
    })
  })

  test.each([
    ['2030-02-30', undefined, '--from must be a day'],
    ['2030-05-01T00:00:00', undefined, '--from must be a day'],
    ['yesterday', undefined, '--from must be a day'],
    ['2030-05-02', '2030-05-01', '--to must not be before --from'],
    ['2011-12-30', undefined, '--from: there was no 2011-12-30'],
  ])('%s to %s is refused', (from, to, sentence) => {
    expect(() => periodOf(from, to, timeZone('Pacific/Apia'), 0)).toThrow(sentence)
  })

  test.each([
    ['UTC', '2030-05-01T21:30:15Z'],
    ['Europe/Vilnius', '2030-05-02T00:30:15+03:00'],
    ['America/St_Johns', '2030-05-01T19:00:15-02:30'],
  ])('in %s an instant is written %s', (name, written) => {
    expect(timeZone(name).written(at('2030-05-01T21:30:15.900Z'))).toBe(written)
  })
})

describe('a line of CSV', () => {
  test.each([
    [['A-17', 4990, undefined, '49.90'], 'A-17,4990,,49.90'],
    [['say "tea", please', 'two\nlines'], '"say ""tea"", please","two\nlines"'],
    [['Заказ №7', 'a;b'], '"Заказ №7","a;b"'],
    [['=1+1', '+1', '-1', '@SUM(A1)'], "'=1+1,'+1,'-1,'@SUM(A1)"],
    [['\t=1', ' =1', '＝1', '\rx'], '"\'\t=1","\' =1",\'＝1,"\'\rx"'],
    [['=HYPERLINK("https://evil.example","A-17")'], '"\'=HYPERLINK(""https://evil.example"",""A-17"")"'],
    [['A=1', 'A-17-2', '2030-05-01T00:00:00Z'], 'A=1,A-17-2,2030-05-01T00:00:00Z'],
  ])('%j', (cells, line) => {
    expect(lineOf(cells)).toBe(`${line}\r\n`)
  })
})

test('the document describes every column', () => {
  const [, section = ''] = readFileSync(join(root, 'docs/integration/close-the-day.md'), 'utf8').split('## The columns')
  const cells = [...section.split('\n## ')[0]!.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell!)
  const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
  expect(named.toSorted()).toEqual(headerLine().trim().split(',').toSorted())
})

describe('all pages of a list', () => {
  const orders = ({ tries }: Awaited<ReturnType<typeof listTries>>) => tries.map(({ orderNumber }) => orderNumber)

  test('have each order once, though one of them is refunded between two pages', async () => {
    const { fixture, merchant } = await openBank()
    const numbers: string[] = []
    const from = iso(fixture.clock.now())
    for (let index = 0; index < PAGE_SIZE + 3; index += 1) {
      fixture.clock.advance(1000)
      numbers.push(`A-${index + 1}`)
      await debitedOrder(fixture, { orderNumber: numbers.at(-1)! })
    }
    const question = { from, to: iso(fixture.clock.now()), by: 'paid' } as const
    const first = await merchant.orders(question)
    const between = async (asked: Parameters<typeof merchant.orders>[0]) => {
      if (asked.page === 2) await refund(fixture, first.tries[0]!.orderId, 1234)
      return merchant.orders(asked)
    }
    expect(orders(await listTries({ orders: between }, question))).toEqual(numbers)
    expect((await merchant.order({ orderNumber: 'A-1' })).state).toBe('refunded')
  })

  test('are no list where it has lost an order meanwhile, and end without a total too', async () => {
    const one = (orderId: string) => ({ order: 'A', orderNumber: 'A', orderId, state: 'paid', amount: 1 }) as const
    const full = Array.from({ length: PAGE_SIZE }, (_, index) => one(`id-${index}`))
    const question = { from: '2030-05-01T00:00:00Z' }
    const pages = (second: readonly ReturnType<typeof one>[], total?: number, first = full) => ({
      orders: async ({ page = 1 }) => ({
        tries: page === 1 ? first : [...second],
        ...(page === 1 && first !== full && { unreadable: PAGE_SIZE - first.length }),
        page,
        size: PAGE_SIZE,
        ...(total !== undefined && { total }),
      }),
    })
    for (const total of [PAGE_SIZE + 1, undefined]) {
      const all = await listTries(pages([one('last')], total), question)
      expect([all.tries.length, all.unreadable]).toEqual([PAGE_SIZE + 1, 0])
      const some = await listTries(pages([one('last')], total, full.slice(2)), question)
      expect([some.tries.length, some.unreadable]).toEqual([PAGE_SIZE - 1, 2])
    }
    const changed = `The list changed while it was read: ${PAGE_SIZE} of ${PAGE_SIZE + 1} tries were found.`
    await expect(listTries(pages([one('id-3')], PAGE_SIZE + 1), question)).rejects.toThrow(changed)
    await expect(listTries(pages([], PAGE_SIZE + 1), question)).rejects.toThrow(changed)
  })

  test('of two days have an order before midnight in the first, and one at midnight in the second', async () => {
    const { fixture, merchant } = await openBank()
    const zone = timeZone('Europe/Vilnius')
    const midnight = zone.startOf(zone.dayOf(fixture.clock.now() + 2 * 86_400_000))!
    fixture.clock.advance(midnight - 1 - fixture.clock.now())
    await debitedOrder(fixture, { orderNumber: 'EVE' })
    expect(fixture.clock.now()).toBe(midnight - 1)
    fixture.clock.advance(1)
    await debitedOrder(fixture, { orderNumber: 'MIDNIGHT' })
    const of = async (day: string) => {
      const { from, to } = periodOf(day, undefined, zone, 0)
      return orders(await listTries(merchant, { from: zone.written(from), to: zone.written(to), by: 'paid' }))
    }
    expect(await of(zone.dayOf(midnight - 1))).toEqual(['EVE'])
    expect(await of(zone.dayOf(midnight))).toEqual(['MIDNIGHT'])
  })
})

describe('tender orders', () => {
  const apiKey = 'an-api-key-of-the-merchant-of-32-bytes'

  async function openShop() {
    const sandbox = await startSandbox()
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    const { userName, password } = sandbox.credentials.gateway
    const { app } = await openRealProxy({
      TENDER_PUBLIC_URL: base,
      TENDER_GATEWAY_URL: sandbox.addresses.gateway,
      TENDER_GATEWAY_USERNAME: userName,
      TENDER_GATEWAY_PASSWORD: password,
      TENDER_API_KEYS: `${apiKey}, another-key-of-the-merchant-of-32-bytes`,
      TENDER_PLAIN_CARDS: 'allowed',
    })
    await app.listen({ port, host: '127.0.0.1' })
    const env = { TENDER_PUBLIC_URL: base, TENDER_API_KEYS: `${apiKey},another-key-of-the-merchant-of-32-bytes` }
    return { sandbox, merchant: merchantClient({ base, apiKey }), env }
  }

  async function printed(args: readonly string[], env: object) {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const error = vi.spyOn(console, 'error').mockReturnValue()
    try {
      await ordersCommand.run(readArguments(ordersCommand, args), { env } as never)
      return { out: out.mock.calls.join(''), error: error.mock.calls.join('\n') }
    } finally {
      vi.restoreAllMocks()
    }
  }

  /** The rows of a CSV whose cells have neither commas nor quotes, by the names of its columns. */
  function rowsOf(csv: string): readonly Readonly<Record<string, string>>[] {
    const [header = '', ...lines] = csv.trimEnd().split('\r\n')
    const names = header.split(',')
    return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index]!, cell])))
  }

  test('prints what was paid, over HTTP and on more than one page, with what was given back', async () => {
    const { sandbox, merchant, env } = await openShop()
    const card = { pan: '4444555511113333', expiry: '203412', cvc: '123', cardholder: 'JANE DOE' }
    const declined = { ...card, pan: '4000000000000010' }
    const charge = (orderNumber: string, currency = 'EUR', by = card) =>
      merchant.moto({ orderNumber, amount: 4990, currency, reference: `cart-of-${orderNumber}`, ...by })
    for (let index = 1; index <= PAGE_SIZE; index += 1) await charge(`A-${index}`)
    await charge('-2+3')
    await charge('YEN', 'JPY')
    await charge('NONE', 'EUR', declined)
    await merchant.refund({ orderNumber: 'A-2', amount: 990, refundId: 'r-1' })
    const { current } = await merchant.order({ orderNumber: 'A-2' })

    const day = ['--from', iso(Date.now() - 3_600_000), '--to', iso(Date.now() + 60_000)]
    const { out, error } = await printed(day, env)
    const rows = rowsOf(out)
    expect(error).toMatch(/^52 paid from \S+ to \S+$/)
    const numbers = Array.from({ length: PAGE_SIZE }, (_, index) => `A-${index + 1}`)
    expect(rows.map((row) => row['order'])).toEqual([...numbers, "'-2+3", 'YEN'])
    expect(rows[1]).toEqual({
      order: 'A-2',
      order_number: 'A-2',
      order_id: current.orderId,
      registered: `${iso(current.date!).slice(0, 19)}Z`,
      authorised: `${iso(current.authDateTime!).slice(0, 19)}Z`,
      state: 'refunded',
      currency: 'EUR',
      amount: '49.90',
      debited: (current.depositedAmount! / 100).toFixed(2),
      refunded: '9.90',
      amount_minor: '4990',
      debited_minor: String(current.depositedAmount),
      refunded_minor: '990',
      method: current.paymentWay ?? '',
      brand: 'VISA',
      card: current.maskedPan,
      auth_ref_num: current.authRefNum,
      approval_code: current.approvalCode,
      reference: 'cart-of-A-2',
      mismatch: '',
    })
    expect(rows.at(-1)).toMatchObject({ currency: 'JPY', amount: '4990', amount_minor: '4990' })

    const only = await printed([...day, '--by', 'registered', '--state', 'declined,refunded'], env)
    expect(rowsOf(only.out).map(({ order, state }) => [order, state])).toEqual([
      ['A-2', 'refunded'],
      ['NONE', 'declined'],
    ])
    const zoned = await printed([...day, '--time-zone', 'Asia/Kathmandu'], env)
    expect(rowsOf(zoned.out)[0]!['registered']).toMatch(/\+05:45$/)
    expect(rowsOf((await printed([], env)).out)).toEqual([])
    await sandbox.close()
  })

  test.each([
    [['--time-zone', 'Mars/Olympus'], {}, '--time-zone must be the name of a time zone'],
    [['--by', 'refunded'], {}, '--by must be registered or paid'],
    [['--state', 'paid,lost'], {}, '--state must be of open, '],
    [[], { TENDER_API_KEYS: 'a-key' }, '--url ORIGIN or TENDER_PUBLIC_URL is required.'],
    [[], { TENDER_PUBLIC_URL: 'https://pay.shop.example' }, 'TENDER_API_KEY or TENDER_API_KEYS is required.'],
    [['--url', 'http://pay.shop.example'], { TENDER_API_KEY: 'a-key' }, 'The address of the proxy must be https'],
  ])('%j with %j is refused in a sentence', async (args, env, sentence) => {
    await expect(printed(args, env)).rejects.toThrow(sentence)
  })
})
