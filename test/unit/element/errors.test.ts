import { expect, test } from 'vitest'
import { proxyErrors } from '#contract/proxy-errors.ts'
import { lineOf, meaningOf, textOf } from '#element/state/errors.ts'
import { language as en } from '#texts/languages/en.ts'
import { moneyFirst } from '#texts/texts.ts'

test.each([
  ['ticket_missing', 'troubleTicket', 'final'],
  ['ticket_malformed', 'troubleTicket', 'final'],
  ['ticket_forged', 'troubleTicket', 'final'],
  ['ticket_invalid', 'troubleTicket', 'final'],
  ['ticket_expired', 'troubleExpired', 'final'],
  ['order_mismatch', 'troubleOrder', 'final'],
  ['order_refused', 'troubleOrder', 'final'],
  ['frame_network', 'troubleReach', 'uncertain', 'troubleUnsent'],
  ['frame_timeout', 'troubleSlow', 'uncertain', 'troubleUnsent'],
  ['script_failed', 'troubleScript', 'final'],
  ['frame_failed', 'troubleOther', 'uncertain', 'troubleUnsent'],
  ['frame_offline', 'troubleOffline', 'unsent'],
  ['frame_unsent', 'troubleUnsent', 'unsent'],
  ['busy', 'troubleReach', 'unsent', 'troubleUnsent'],
  ['gateway_unreachable', 'troubleReach', 'unsent', 'troubleUnsent'],
  ['gateway_refused_credentials', 'troubleSetup', 'unsent'],
  ['gateway_misconfigured', 'troubleSetup', 'unsent'],
  ['too_slow', 'troubleReach', 'unsent', 'troubleUnsent'],
  ['too_many_tries', 'troubleTries', 'unsent'],
  ['too_early', 'troubleWait', 'unsent'],
  ['field_invalid', 'troubleUnsent', 'unsent'],
  ['internal', 'troubleOther', 'uncertain', 'troubleUnsent'],
  ['constructor', 'troubleOther', 'uncertain', 'troubleUnsent'],
  ['', 'troubleOther', 'uncertain', 'troubleUnsent'],
])('%j is shown as %s and weighs %s', (code, text, weight, atForm = text) => {
  expect(meaningOf(code)).toMatchObject({ text, weight })
  expect([textOf(code, false), textOf(code, true)]).toEqual([text, atForm])
})

test('whatever was not sent from the form says first that nothing was charged', () => {
  const unsent = [
    ...Object.keys(proxyErrors),
    'frame_offline',
    'frame_paying',
    'frame_unsent',
    'wallet_failed',
    'field_number',
  ]
  const codes = unsent.filter((code) => meaningOf(code).weight === 'unsent')
  expect(codes.length).toBeGreaterThan(9)
  for (const code of codes)
    expect([code, moneyFirst(en.checkout[textOf(code, true)], en.checkout.otherCard)[0]]).toEqual([
      code,
      en.checkout.otherCard,
    ])
})

test('what the proxy could not finish is never shown as unsent', () => {
  for (const [code, { status }] of Object.entries(proxyErrors))
    if (status === 500) expect(meaningOf(code).weight).toBe('uncertain')
})

test('where a request may have arrived, or nothing is known of one, no charge is denied', () => {
  const codes = [...Object.keys(proxyErrors), 'frame_network', 'frame_timeout', 'frame_failed']
  const uncertain = codes.map(meaningOf).filter(({ weight }) => weight === 'uncertain')
  expect(new Set(uncertain.map(({ text }) => text)).size).toBeGreaterThan(2)
  for (const { text } of uncertain) expect(en.checkout[text]).not.toContain('charged')
})

test('the console line has code, message and field', () => {
  const error = { code: 'ticket_invalid', message: 'amount is required', field: 'amount' }
  expect(lineOf(error)).toBe('tender-checkout: ticket_invalid: amount is required (amount)')
})

test('the console line names the proxy’s request, where there was one', () => {
  const error = { code: 'gateway_unreachable', message: 'No.', traceId: '0af76519-16cd-43dd-8448-eb211c80319c' }
  expect(lineOf(error)).toBe('tender-checkout: gateway_unreachable: No. [traceId 0af76519-16cd-43dd-8448-eb211c80319c]')
})
