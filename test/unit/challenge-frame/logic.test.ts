/* oxlint-disable no-script-url -- addresses that must be refused */
import { expect, test } from 'vitest'
import { frameable } from '#challenge-frame/frames.ts'
import { isNotice } from '#challenge-frame/notice.ts'

test.each([
  'https://acs.example/challenge?id=1',
  'http://localhost:3003/acs',
  'http://127.0.0.1:3003/acs',
  'http://[::1]:3003/acs',
])('a frame may be sent to %s', (address) => {
  expect(frameable(address)).toBe(address)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://pay.example/1',
  'http://acs.example/',
  'http://127.0.0.1.evil.example/',
  'file:///etc/passwd',
  'about:blank',
  '/relative',
  '',
])('a frame may not be sent to %j', (address) => {
  expect(() => frameable(address)).toThrow()
})

const own = 'https://pay.example'
const word = { tender: 'method', nonce: 'n-1' }

test('our own page’s word with this attempt’s nonce is a notice', () => {
  expect(isNotice({ data: word, origin: own }, own, 'method', 'n-1')).toBe(true)
})

test.each([
  ['another origin', { data: word, origin: 'https://acs.example' }],
  ['an opaque origin', { data: word, origin: 'null' }],
  ['another attempt', { data: { ...word, nonce: 'n-2' }, origin: own }],
  ['no nonce', { data: { tender: 'method' }, origin: own }],
  ['another kind', { data: { ...word, tender: 'returned' }, origin: own }],
  ['text', { data: 'method', origin: own }],
  ['nothing', { data: null, origin: own }],
])('%s is none', (_, event) => {
  expect(isNotice(event, own, 'method', 'n-1')).toBe(false)
})
