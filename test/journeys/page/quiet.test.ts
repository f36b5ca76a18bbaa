import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { allAgree, namedInTimeline, noteEvents } from '../support/agreement.ts'
import {
  acsFrame,
  challengeCard,
  enterCode,
  newOrder,
  openForFile,
  payByHand,
  screensFromDesktop,
  stateIs,
  typeCard,
  visit,
} from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'

const fixture = await openForFile()

/**
 * Everything of the host page that could contain a card number: its DOM with shadow roots, values of fields, storages,
 * and its address.
 */
const hostTexts = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const texts: string[] = [
      location.href,
      JSON.stringify(history.state),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
    ]
    const walk = (root: ParentNode): void => {
      for (const element of root.querySelectorAll('*')) {
        texts.push(element.outerHTML, 'value' in element ? String(element.value) : '')
        if (element.shadowRoot) walk(element.shadowRoot)
      }
    }
    walk(document)
    return texts.join('\n')
  })

/** Every format in which the number could be sent. */
const spellings = (pan: string): string[] => [
  pan,
  pan.replace(/(\d{4})(?=\d)/g, '$1 '),
  pan.replace(/(\d{4})(?=\d)/g, '$1-'),
  Buffer.from(pan).toString('base64').replace(/=+$/, ''),
]

/** A random number with a right check digit, which occurs nowhere else. */
function randomPan(): string {
  const body = `4${Array.from({ length: 14 }, () => Math.floor(Math.random() * 10)).join('')}`
  const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2)
  const sum = [...body]
    .toReversed()
    .reduce((total, digit, at) => total + (at % 2 ? Number(digit) : doubled(Number(digit))), 0)
  return body + String((10 - (sum % 10)) % 10)
}

/** The parties of a payment with a challenge, by their names on the shop's page. */
const everybody = ['browser', 'proxy', 'gateway', '3DS server', 'ACS', 'issuer', 'shop']

describe.each(screensFromDesktop)('on a %s', (_, device) => {
  test('a payment under a strict policy logs nothing to the console, sends requests to its own parties only, and no more than the origin as referrer', async () => {
    const { page, context, complaints } = await fixture.shopper(device)
    await noteEvents(context)
    const called = new Set<string>()
    const result: string[] = []
    page.on('request', (request) => {
      const [{ origin }, referer] = [new URL(request.url()), request.headers()['referer'] ?? '']
      called.add(origin)
      if (!referer.startsWith(origin) && !['', `${fixture.stack.addresses.shop}/`].includes(referer))
        result.push(referer)
    })
    const orderNumber = newOrder()
    await visit(fixture, page, orderNumber)
    await stateIs(page, 'ready')
    await typeCard(page, challengeCard)
    await payByHand(page)
    await enterCode(acsFrame(page))
    await allAgree(fixture, page, orderNumber, 'paid')
    await poll(() => namedInTimeline(page)).toEqual(expect.arrayContaining(everybody))
    expect(complaints).toEqual([])
    const parties = new Set<string>(Object.values(fixture.stack.addresses))
    expect([...called].filter((origin) => !parties.has(origin) && origin !== 'null')).toEqual([])
    expect(await context.cookies()).toEqual([])
    expect(result).toEqual([])
    const address = page.url()
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href, referrerPolicy: 'unsafe-url' })
      document.body.append(link)
      link.click()
    }, fixture.stack.addresses.gateway)
    await poll(() => result).toEqual([address])
  })

  test('a card number is found nowhere but in the card frame and the sandbox', async () => {
    const { page, context } = await fixture.shopper(device)
    await noteEvents(context)
    const seen: string[] = []
    page.on('request', (request) =>
      seen.push(request.url(), request.postData() ?? '', JSON.stringify(request.headers())),
    )
    page.on('response', (response) => {
      seen.push(response.url(), JSON.stringify(response.headers()))
      if (response.url().includes('/api/')) void response.text().then((text) => seen.push(text))
    })
    page.on('console', (message) => seen.push(message.text()))
    const pan = randomPan()
    const orderNumber = newOrder()
    await visit(fixture, page, orderNumber)
    await stateIs(page, 'ready')
    await typeCard(page, { pan, expiry: '203412', cvc: '123' })
    seen.push(await hostTexts(page))
    await payByHand(page)
    await allAgree(fixture, page, orderNumber, 'declined')
    seen.push(await hostTexts(page), fixture.log.join('\n'), JSON.stringify(fixture.stack.journal.entries()))
    const found = (places: readonly string[]): boolean =>
      places.some((text) => spellings(pan).some((spelling) => text.includes(spelling)))
    expect(found(seen)).toBe(false)
    expect(seen.some((text) => text.includes('"seToken"'))).toBe(true)
    expect(fixture.log.length).toBeGreaterThan(0)

    await page.evaluate((digits) => {
      const field = document.createElement('input')
      field.value = digits
      document.body.append(field)
    }, pan)
    expect(found([await hostTexts(page)])).toBe(true)
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/control'))
    await page.evaluate((digits) => fetch('/control', { method: 'POST', body: digits }), pan)
    expect(found([(await sent).postData() ?? ''])).toBe(true)
  })
})
