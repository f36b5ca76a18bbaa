import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '#cli/dev/page-assets.ts'
import { centsIn } from '#cli/dev/serve-page.ts'
import { eventNames } from '#element/state/events.ts'
import { openDev, type RunningDev } from '../support/dev-command.ts'
import { built, occupyPort, processes, slow } from '../unit/cli/tender.ts'

const start = processes()

test.each([
  ['49.90', 4990],
  ['49,9', 4990],
  [' 12 ', 1200],
  ['0.01', 1],
  ['0.29', 29],
  ['0', undefined],
  ['0.00', undefined],
  ['1.005', undefined],
  ['-1', undefined],
  ['', undefined],
  ['1e3', undefined],
])('%j euros are %s cents', (text, cents) => {
  expect(centsIn(text)).toBe(cents)
})

test('the page lists every event of the checkout', () => {
  expect(new Set(events)).toEqual(new Set(eventNames))
})

describe('tender dev', () => {
  let running: RunningDev
  beforeAll(async () => {
    running = await openDev()
  })
  afterAll(() => running.close())

  test('opens every address that it prints, and ends all of them on Ctrl+C', slow, async () => {
    const { dev, close } = await openDev()
    const addresses = [dev.page, dev.proxy, dev.gateway, dev.console, dev.wallets]
    expect(new Set(addresses.map((address) => new URL(address).port)).size).toBe(5)
    for (const address of addresses) expect((await fetch(address)).status).toBeLessThan(500)
    const ready = await fetch(`${dev.proxy}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
    expect(await close('SIGINT')).toBe(0)
    for (const address of addresses) await expect(fetch(address)).rejects.toThrow('fetch failed')
  })

  test('gives each visit an order of its own, which keeps its number when the page is loaded again', slow, async () => {
    const { dev } = running
    const [first, second] = await Promise.all([fetch(dev.page), fetch(dev.page)])
    expect(first.url).not.toBe(second.url)
    const order = new URL(first.url).searchParams.get('order')!
    const text = await (await fetch(first.url)).text()
    expect(text).toContain(`Order ${order}`)
    const [, ticket] = /order="([^"]+)" src/.exec(text)!
    const claims = JSON.parse(Buffer.from(ticket!.split('.')[1]!, 'base64url').toString()) as object
    expect(claims).toMatchObject({ orderNumber: order, amount: 4990, currency: '978', returnUrl: first.url })
  })

  test('shows a bad amount, and escapes what its address says', slow, async () => {
    const { dev } = running
    const query = new URLSearchParams({ order: '<script>1</script>', amount: '"><b>x' })
    const answer = await fetch(`${dev.page}/?${query.toString()}`)
    const text = await answer.text()
    expect(answer.status).toBe(400)
    expect(text).toContain('The amount must be a number')
    expect(text).not.toContain('<script>1')
    expect(text).not.toContain('<b>x')
  })

  test('says which port is in use, and leaves the others', slow, async () => {
    const held = await occupyPort()
    const { ended, out, error } = start(process.execPath, [built, 'dev', '--port', String(held.port - 1)])
    expect([await ended, out()]).toEqual([1, ''])
    await held.release()
    expect(error()).toMatch(
      /^Port \d+ on 127\.0\.0\.1 is in use by another process\. Give --port N, the first of seven free ports in a row/,
    )
  })

  test(
    'runs a shop of one’s own, which the proxy allows and knows the secrets of, and ends with it',
    slow,
    async () => {
      const shop = `
      console.log(JSON.stringify(Object.fromEntries(Object.entries(process.env).filter(([name]) => /^TENDER_/.test(name)))))
      setTimeout(() => process.exit(3), 3_000)`
      const options = ['--shop', 'http://localhost:3999', '--webhook', 'http://localhost:3999/webhooks']
      const args = [built, 'dev', ...options, '--json', '--', process.execPath, '-e', shop]
      const { ended, out, printed } = start(process.execPath, args)
      await printed('TENDER_PUBLIC_URL')
      const [described, given] = out()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, string>)
      expect(given).toEqual({
        TENDER_PUBLIC_URL: described!['proxy'],
        TENDER_TICKET_SECRET: described!['ticketSecret'],
        TENDER_API_KEY: described!['apiKey'],
        TENDER_WEBHOOK_SECRET: expect.stringMatching(/^whsec_/),
      })
      const framed = { headers: { 'sec-fetch-dest': 'iframe' } }
      const { headers } = await fetch(`${described!['proxy']}/card?locale=en`, framed)
      const policy = headers.get('content-security-policy')
      expect(policy).toContain(`frame-ancestors ${described!['page']} http://localhost:3999`)
      expect(await ended).toBe(3)
    },
  )

  test('takes a shop at port 3000 where a program is given without its origin', slow, async () => {
    const program = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)']
    const { out, printed } = start(process.execPath, [built, 'dev', '--json', '--', ...program])
    await printed('\n')
    const { proxy, page, shop } = JSON.parse(out()) as { proxy: string; page: string; shop: string }
    const { headers } = await fetch(`${proxy}/card?locale=en`, { headers: { 'sec-fetch-dest': 'iframe' } })
    expect(shop).toBe('http://localhost:3000')
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${page} http://localhost:3000`)
  })

  test('does not run in production', slow, async () => {
    const { ended, error } = start(process.execPath, [built, 'dev'], { NODE_ENV: 'production' })
    expect(await ended).toBe(1)
    expect(error()).toMatch(/^The sandbox does not run in production/)
  })
})
