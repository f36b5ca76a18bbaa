import { expect, test } from 'vitest'
import { clientBrowserInfo } from '#server-contract/gateway/payer.ts'
import { deviceOf } from '#proxy/payments/client-info.ts'
import { browserInfo } from '#proxy/payments/payment-fields.ts'

const chrome = '(KHTML, like Gecko) Chrome/131.0.0.0'

test.each([
  [
    'Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chrome} Safari/537.36`,
    { OS: 'Windows', OSVersion: '10.0', deviceType: 'desktop', isMobile: false },
  ],
  [
    'a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    { OS: 'macOS', OSVersion: '10.15.7', device: 'Macintosh', deviceType: 'desktop', isMobile: false },
  ],
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    { OS: 'iOS', OSVersion: '17.5', device: 'iPhone', deviceType: 'mobile', isMobile: true },
  ],
  [
    'an iPad',
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    { OS: 'iOS', OSVersion: '16.6', device: 'iPad', deviceType: 'tablet', isMobile: true },
  ],
  [
    'an Android phone that hides its name',
    `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${chrome} Mobile Safari/537.36`,
    { OS: 'Android', OSVersion: '10', deviceType: 'mobile', isMobile: true },
  ],
  [
    'an Android phone',
    `Mozilla/5.0 (Linux; Android 13; SM-S901B Build/TP1A.220624.014) AppleWebKit/537.36 ${chrome} Mobile Safari/537.36`,
    { OS: 'Android', OSVersion: '13', device: 'SM-S901B', deviceType: 'mobile', isMobile: true },
  ],
  [
    'an Android tablet',
    `Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 ${chrome} Safari/537.36`,
    { OS: 'Android', OSVersion: '13', device: 'SM-X700', deviceType: 'tablet', isMobile: true },
  ],
  [
    'Firefox for Android',
    'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0',
    { OS: 'Android', OSVersion: '14', deviceType: 'mobile', isMobile: true },
  ],
  [
    'Linux',
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    { OS: 'Linux', deviceType: 'desktop', isMobile: false },
  ],
  [
    'a Chromebook',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 ${chrome} Safari/537.36`,
    { OS: 'Chrome OS', OSVersion: '14541.0.0', deviceType: 'desktop', isMobile: false },
  ],
  ['something unknown', 'unknown', {}],
])('a User-Agent of %s', (_, userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device)
})

test('every field of clientBrowserInfo that a browser knows is sent; a fingerprint would follow the shopper', () => {
  const browser = {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    language: 'en-GB',
    colorDepth: '24',
    screenWidth: 390,
    screenHeight: 844,
    timeZoneOffset: '-180',
    timeZone: 'Europe/Minsk',
    plugins: 'PDF Viewer',
    javaEnabled: false,
  } as const
  const sent = browserInfo(browser, { accept: '*/*', ip: '192.0.2.7' })
  expect(clientBrowserInfo.parse(sent)).toEqual(sent)
  const unsent = Object.keys(clientBrowserInfo.shape).filter((name) => !(name in sent!))
  expect(unsent).toEqual(['fingerprint'])
  expect(sent).toMatchObject({ screenPrint: '390x844x24', plugins: 'PDF Viewer', device: 'iPhone' })
})
