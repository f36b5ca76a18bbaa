import { expect, test } from 'vitest'
import * as limits from '#contract/three-ds/time-limits.ts'

test('the time limits of EMV 3-D Secure are those of its requirements', () => {
  expect(limits.METHOD_LIMIT).toBe(10_000)
  expect(limits.CHALLENGE_LIMIT).toBe(10 * 60_000)
})

test('the page waits for the method longer than the frame does, and no longer than a shopper would', () => {
  expect(limits.METHOD_WAIT).toBeGreaterThanOrEqual(limits.METHOD_LIMIT + 1_000)
  expect(limits.METHOD_WAIT).toBeLessThanOrEqual(15_000)
})

test('the outcome is read before a challenge is shown in another tab', () => {
  expect(limits.CONTINUE_AFTER).toBeGreaterThanOrEqual(limits.CHALLENGE_READ_PAUSE)
})

test('what a payment needs after a challenge is kept for as long as the challenge may take', () => {
  expect(limits.AUTHENTICATION_LIFETIME).toBeGreaterThanOrEqual(limits.CHALLENGE_LIMIT)
  expect(limits.AUTHENTICATION_LIFETIME).toBeGreaterThan(limits.METHOD_WAIT)
})

test('a bank that refuses frames is left before a shopper gives up, and not before most pages have loaded', () => {
  expect(limits.CHALLENGE_LATE).toBeLessThanOrEqual(3_000)
  expect(limits.CHALLENGE_LATE).toBeGreaterThanOrEqual(2_000)
})
