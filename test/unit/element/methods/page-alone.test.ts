import { afterEach, expect, test, vi } from 'vitest'
import { methodsIn, opensAlone } from '#browser/page-alone.ts'
import { claimsOf } from '#browser/ticket-claims.ts'
import { openedAlone } from '#element/methods/bank-page/open-alone.ts'

afterEach(() => vi.unstubAllGlobals())

const ticketOf = (claims: object): string => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`

/** A page of the shop at an address, which was reached so: 0 by a link, 1 by a reload, 2 by the browser's Back. */
function pageAt(search: string, type: 0 | 1 | 2, flag?: unknown): void {
  vi.stubGlobal('window', { 'bank-page': flag })
  vi.stubGlobal('location', { search })
  vi.stubGlobal('performance', { navigation: { type } })
}

const alone = ticketOf({ methods: ['bank-page'], amount: 4990, currency: 'EUR', orderNumber: 'A-17' })

test.each([
  ['a page that was just opened', '?orderNumber=A-17', 0, true],
  ['a return from the bank', '?a=1&orderId=4b1d', 0, false],
  ['a reload', '', 1, false],
  ['the browser’s Back', '', 2, false],
] as const)('on %s, the order is shown without a frame where it may be: %s', (_, search, type, expected) => {
  pageAt(search, type)
  expect(opensAlone(alone)).toBe(expected)
  for (const methods of [undefined, ['card'], ['card', 'bank-page']])
    expect(opensAlone(ticketOf({ methods }))).toBe(false)
})

test('the script tag of the proxy may say so for every ticket but an operator’s; an element of that id says nothing', () => {
  pageAt('', 0, 1)
  expect([methodsIn({}), methodsIn({ methods: ['card'] }), opensAlone(ticketOf({}))]).toEqual([
    'bank-page',
    'bank-page',
    true,
  ])
  expect([methodsIn({ channel: 'moto' }), opensAlone(ticketOf({ channel: 'moto' }))]).toEqual([undefined, false])
  pageAt('', 0, { tagName: 'DIV' })
  expect(opensAlone(ticketOf({}))).toBe(false)
})

test('what is shown then is the ticket’s, and is read again once the browser’s Back shows the page', () => {
  let [shown, again] = [(_: { persisted: boolean }) => {}, 0]
  vi.stubGlobal('addEventListener', (_: string, listener: typeof shown) => (shown = listener))
  vi.stubGlobal('removeEventListener', () => {})
  expect(openedAlone(claimsOf(alone), () => (again += 1))).toMatchObject({
    outcome: { state: 'open', orderNumber: 'A-17', amount: 4990, currency: '978' },
    card: false,
    codes: { 'bank-page': {} },
  })
  shown({ persisted: false })
  expect(again).toBe(0)
  shown({ persisted: true })
  expect(again).toBe(1)
})
