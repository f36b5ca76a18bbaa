/* oxlint-disable no-script-url -- addresses that must be refused */
import { expect, test } from 'vitest'
import { mayVisit } from '#browser/visitable.ts'
import { misconfigured } from '#element/config.ts'
import { ticket } from './outcomes.ts'

const sound = { order: ticket, src: 'https://pay.shop.example', presentation: 'dialog', theme: 'auto' }

test.each([
  {},
  { src: 'https://pay.shop.example/' },
  { src: 'https://pay.shop.example:8443' },
  { src: 'http://localhost:3001' },
  { src: 'http://127.0.0.1:3001' },
  { src: 'http://[::1]:3001' },
  { presentation: 'redirect', theme: 'dark' },
])('%j is sound', (change) => {
  expect(misconfigured({ ...sound, ...change })).toBeUndefined()
})

test.each([
  ['order', ''],
  ['order', 'not a ticket'],
  ['order', 'a.b'],
  ['order', 'a.b.c.d'],
  ['src', ''],
  ['src', '/relative'],
  ['src', 'pay.shop.example'],
  ['src', 'https://pay.shop.example/card'],
  ['src', 'https://pay.shop.example?x'],
  ['src', 'https://user@pay.shop.example'],
  ['src', 'http://pay.shop.example'],
  ['src', 'javascript:alert(1)'],
  ['src', 'data:text/html,x'],
  ['presentation', 'popup'],
  ['presentation', ''],
  ['theme', 'sepia'],
] as const)('%s=%j is named with its rule', (field, value) => {
  const problem = misconfigured({ ...sound, [field]: value })
  expect(problem).toMatchObject({ code: `config_${field}`, field })
  expect(problem!.message).toContain(`"${field}"`)
})

test.each([
  ['https://gateway.example/acsRedirect.do?orderId=1', true],
  ['http://localhost:3002/acs', true],
  ['http://127.0.0.1/', true],
  ['http://gateway.example/', false],
  ['http://localhost.evil.example/', false],
  ['http://127.0.0.1.evil.example/', false],
  ['javascript:alert(1)', false],
  ['JavaScript:alert(1)', false],
  ['data:text/html,x', false],
  ['blob:https://shop.example/1', false],
  ['file:///etc/passwd', false],
  ['//gateway.example', false],
  ['', false],
])('an address such as %j may be visited: %s', (address, may) => {
  expect(mayVisit(address)).toBe(may)
})
