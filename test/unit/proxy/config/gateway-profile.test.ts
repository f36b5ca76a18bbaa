import { expect, test } from 'vitest'
import { pathAt } from '#gateway-client/profiles/profile.ts'
import { readConfig } from '#proxy/config/config.ts'
import { environment } from '../support/test-proxy.ts'

const gatewayOf = (env: Readonly<Record<string, string>>) => {
  const { config, errors } = readConfig({ ...environment, ...env })
  if (errors) throw new Error(errors.join('\n'))
  return { ...config.gateway, acsRedirect: config.acsRedirect }
}
const wrongOf = (env: Readonly<Record<string, string>>) => readConfig({ ...environment, ...env }).errors

/** Addresses as banks write them to merchants, and where register.do is then. */
test.each([
  ['https://gateway.bank.example', 'https://gateway.bank.example/payment/rest/register.do'],
  ['https://gateway.bank.example/', 'https://gateway.bank.example/payment/rest/register.do'],
  ['https://gateway.bank.example/payment', 'https://gateway.bank.example/payment/rest/register.do'],
  ['https://gateway.bank.example/payment/rest/', 'https://gateway.bank.example/payment/rest/register.do'],
  ['https://test.bank.example:9001/ab', 'https://test.bank.example:9001/ab/rest/register.do'],
  ['https://test.bank.example/one/two/', 'https://test.bank.example/one/two/rest/register.do'],
  ['https://old.bank.example/rest', 'https://old.bank.example/rest/register.do'],
  ['https://old.bank.example/ab/rest/register.do', 'https://old.bank.example/ab/rest/register.do'],
])('the gateway at %s is asked at %s', (given, requested) => {
  const { base, profile } = gatewayOf({ TENDER_GATEWAY_URL: given })
  expect(base + pathAt(profile, '/payment/rest/register.do')).toBe(requested)
})

test('a wallet has its name in its address, or the segment that is set', () => {
  const paths = (env: Readonly<Record<string, string>>) =>
    ['/payment/walletA/payment.do', '/payment/walletB/paymentDirect.do'].map((path) =>
      pathAt(gatewayOf(env).profile, path),
    )
  expect(paths({})).toEqual(['/payment/applepay/payment.do', '/payment/google/paymentDirect.do'])
  expect(paths({ TENDER_GATEWAY_PROFILE: 'specification' })).toEqual([
    '/payment/walletA/payment.do',
    '/payment/walletB/paymentDirect.do',
  ])
  expect(
    paths({ TENDER_GATEWAY_URL: 'https://gateway.bank.example/ab', TENDER_GATEWAY_APPLE_PAY_SEGMENT: 'apple' }),
  ).toEqual(['/ab/apple/payment.do', '/ab/google/paymentDirect.do'])
})

test('a profile sets several values, and each of them can be set alone', () => {
  expect(gatewayOf({ TENDER_GATEWAY_PROFILE: 'legacy' })).toMatchObject({
    acsRedirect: 'post',
    profile: { currencyAliases: { 810: '643' }, absent: ['acsRedirect'] },
  })
  expect(
    gatewayOf({
      TENDER_GATEWAY_PROFILE: 'legacy',
      TENDER_GATEWAY_ABSENT: 'none',
      TENDER_ACS_REDIRECT: 'gateway',
      TENDER_GATEWAY_CURRENCY_ALIASES: 'none',
    }),
  ).toMatchObject({ acsRedirect: 'gateway', profile: { currencyAliases: {}, absent: [] } })
  expect(gatewayOf({ TENDER_GATEWAY_CURRENCY_ALIASES: '810:643, 974:BYN' }).profile.currencyAliases).toEqual({
    810: '643',
    974: '933',
  })
})

test('numbers of orders and of statuses are the bank’s where they are set', () => {
  expect(gatewayOf({}).profile).toMatchObject({ orderNumberLength: 36, orderStatusAliases: {} })
  const set = { TENDER_GATEWAY_ORDER_NUMBER_LENGTH: '10', TENDER_GATEWAY_ORDER_STATUS_ALIASES: '11:2, -1:0' }
  expect(gatewayOf(set).profile).toMatchObject({ orderNumberLength: 10, orderStatusAliases: { 11: 2, '-1': 0 } })
})

test('parameters that the bank demands are those of the profile and of the variable', () => {
  const satim = { TENDER_GATEWAY_PROFILE: 'satim', TENDER_GATEWAY_PARAMS: 'force_terminal_id:E010101010, udf2:a:b' }
  expect(gatewayOf(satim).profile.params).toEqual({
    udf1: '{orderNumber}',
    force_terminal_id: 'E010101010',
    udf2: 'a:b',
  })
})

test.each([
  [
    { TENDER_GATEWAY_URL: 'https://gateway.jcc.com.cy' },
    'TENDER_GATEWAY_PROFILE should be jcc: gateway.jcc.com.cy is the host of JCC, Cyprus.',
  ],
  [{ TENDER_GATEWAY_URL: 'https://gateway.jcc.com.cy', TENDER_GATEWAY_PROFILE: 'jcc' }, undefined],
  [
    { TENDER_GATEWAY_PROFILE: 'khan' },
    'TENDER_REDIS_URL should be set: the bank reads an order by its orderId only, which is forgotten at each restart without Redis.',
  ],
  [{ TENDER_GATEWAY_PROFILE: 'khan', TENDER_REDIS_URL: 'redis://localhost' }, undefined],
])('what is doubtful about the bank is a warning: %o', (env, sentence) => {
  const { warnings = [] } = readConfig({ ...environment, ...env }) as { readonly warnings?: readonly string[] }
  const about = warnings.filter((one) => /^TENDER_(?:GATEWAY_PROFILE|REDIS_URL)/.test(one))
  expect(about).toEqual(sentence === undefined ? [] : [sentence])
})

test.each([
  [{ TENDER_GATEWAY_PARAMS: 'force_terminal_id' }, 'TENDER_GATEWAY_PARAMS must be pairs of a name and a value'],
  [{ TENDER_GATEWAY_ORDER_NUMBER_LENGTH: '3' }, 'TENDER_GATEWAY_ORDER_NUMBER_LENGTH must be'],
  [{ TENDER_GATEWAY_ORDER_NUMBER_LENGTH: '37' }, 'TENDER_GATEWAY_ORDER_NUMBER_LENGTH must be'],
  [{ TENDER_GATEWAY_ORDER_STATUS_ALIASES: '11=2' }, 'TENDER_GATEWAY_ORDER_STATUS_ALIASES must be none, or pairs'],
  [{ TENDER_GATEWAY_ORDER_STATUS_ALIASES: '2:6' }, 'TENDER_GATEWAY_ORDER_STATUS_ALIASES must be none, or pairs'],
  [{ TENDER_GATEWAY_ORDER_STATUS_ALIASES: '11:12' }, 'TENDER_GATEWAY_ORDER_STATUS_ALIASES must be none, or pairs'],
  [{ TENDER_GATEWAY_PROFILE: 'bank' }, 'TENDER_GATEWAY_PROFILE must be one of current, '],
  [{ TENDER_GATEWAY_APPLE_PAY_SEGMENT: 'apple/pay' }, 'TENDER_GATEWAY_APPLE_PAY_SEGMENT must be one segment'],
  [{ TENDER_GATEWAY_CURRENCY_ALIASES: '810=643' }, 'TENDER_GATEWAY_CURRENCY_ALIASES must be none, or pairs'],
  [{ TENDER_GATEWAY_ABSENT: 'register.do' }, 'TENDER_GATEWAY_ABSENT must be a list of operations'],
  [{ TENDER_GATEWAY_ABSENT: 'paymentorder' }, 'TENDER_GATEWAY_ABSENT must not contain paymentorder'],
  [{ TENDER_GATEWAY_CA: 'ca.pem' }, 'TENDER_GATEWAY_CA must be the PEM of one or more certificates'],
  [
    { TENDER_GATEWAY_ABSENT: 'acsRedirect', TENDER_ACS_REDIRECT: 'gateway' },
    'TENDER_ACS_REDIRECT must be post: the gateway has no acsRedirect.do',
  ],
  [
    { TENDER_GATEWAY_PROFILE: 'cards', TENDER_GOOGLE_PAY_NAME: 'Shop', TENDER_GOOGLE_PAY_COUNTRY: 'LT' },
    'TENDER_GOOGLE_PAY_NAME must not be set: the gateway has no walletBPayment',
  ],
])('a value that cannot be meant is refused by its name: %o', (env, sentence) => {
  expect(wrongOf(env)?.join('\n')).toContain(sentence)
})
