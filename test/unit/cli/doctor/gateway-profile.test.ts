import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../../../server/sandbox.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { environment } from './environment.ts'
import { findings, linesOf, servers } from './servers.ts'

const serve = servers()

const wallets = {
  TENDER_GOOGLE_PAY_NAME: 'Shop',
  TENDER_GOOGLE_PAY_COUNTRY: 'LT',
  TENDER_GOOGLE_PAY_SHEET: 'http://localhost:9/sheet',
}

/** What the doctor finds at the sandbox that answers as a kind of system, with the settings of a proxy. */
async function foundAt(profile: 'current' | 'rouble' | 'cards', env: object): Promise<readonly string[]> {
  const sandbox = await startSandbox({ profile })
  try {
    const origin = new URL(sandbox.addresses.gateway).origin
    const found = await findings('gateway operations', {
      env: { ...environment, TENDER_GATEWAY_URL: origin, ...env },
    })
    return linesOf(found).map((line) => line.replaceAll(origin, 'ORIGIN'))
  } finally {
    await sandbox.close()
  }
}

describe('the doctor compares the settings with what the gateway has', () => {
  test('all that is used is there', async () => {
    expect(await foundAt('current', wallets)).toEqual([
      'ok the gateway has acsRedirect.do, which leads the whole page to the bank',
      'ok the gateway has mail and telephone orders',
      'ok the gateway has recurrent payments',
      'ok the gateway has Google Pay',
    ])
  })

  test('another path is found, and the variable to set', async () => {
    expect(await foundAt('rouble', {})).toEqual([
      "FAIL the gateway's operations are not below ORIGIN/payment, but below ORIGIN/ab → Set TENDER_GATEWAY_URL=ORIGIN/ab",
    ])
  })

  test('absent operations are named with what to set', async () => {
    expect(await foundAt('cards', wallets)).toEqual([
      'FAIL the gateway has no acsRedirect.do, which leads the whole page to the bank → Set TENDER_ACS_REDIRECT=post, or ask the bank to enable it',
      'warn the gateway has no mail and telephone orders → Add motoPayment to TENDER_GATEWAY_ABSENT, or ask the bank to enable it',
      'warn the gateway has no recurrent payments → Add recurrentPayment to TENDER_GATEWAY_ABSENT, or ask the bank to enable it',
      'FAIL the gateway has no Google Pay → Ask the bank to enable it, or remove its variables',
    ])
    expect(await foundAt('cards', { TENDER_GATEWAY_PROFILE: 'cards' })).toEqual([])
  })

  test('another segment of a wallet is found', async () => {
    const found = await foundAt('current', { ...wallets, TENDER_GATEWAY_GOOGLE_PAY_SEGMENT: 'googlepay' })
    expect(found.at(-1)).toBe(
      "FAIL the gateway's segment of Google Pay is google, not googlepay → Set TENDER_GATEWAY_GOOGLE_PAY_SEGMENT=google",
    )
  })

  test('nothing is sent but addresses: no credentials, and no fields', async () => {
    const bodies: string[] = []
    const { url } = await serve((request, response) => {
      request.on('data', (part: Buffer) => bodies.push(part.toString()))
      request.on('end', () => response.writeHead(404).end('{}'))
    })
    await findings('gateway operations', { env: { ...environment, TENDER_GATEWAY_URL: url } })
    expect(bodies.join('')).toBe('')
  })
})

describe('the doctor says whether cards may be typed in the page', () => {
  const pageOnly = "this account takes cards on the bank's page only"

  test.each([
    ['jcc', {}, "ok this account may take cards in the page, beside the bank's page"],
    ['satim', {}, `ok ${pageOnly}`],
    ['satim', { TENDER_GATEWAY_PROFILE: 'current' }, `FAIL ${pageOnly} → Ask the bank to permit paymentorder.do`],
    ['current', { TENDER_GATEWAY_PROFILE: 'arca' }, 'warn this account may take cards in the page; the profile offers'],
    ['jcc', { TENDER_GATEWAY_PASSWORD: 'wrong' }, undefined],
  ] as const)('at %s with %o', async (profile, env, line) => {
    const sandbox = await startSandbox({ profile })
    const { userName, password } = sandbox.credentials.gateway
    const found = await findings('cards', {
      env: {
        ...environment,
        TENDER_GATEWAY_URL: sandbox.addresses.gateway,
        TENDER_GATEWAY_USERNAME: userName,
        TENDER_GATEWAY_PASSWORD: password,
        TENDER_GATEWAY_PROFILE: profile,
        ...env,
      },
    }).finally(() => sandbox.close())
    expect(linesOf(found)).toEqual(line === undefined ? [] : [expect.stringContaining(line)])
  })

  test('nothing is registered and nothing is paid for it', async () => {
    const { url, requests } = await serve((_, response) => response.end('{"errorCode":"6","errorMessage":"No order"}'))
    await findings('cards', { env: { ...environment, TENDER_GATEWAY_URL: url } })
    expect(requests).toEqual(['POST /payment/rest/getOrderStatusExtended.do', 'POST /payment/rest/paymentorder.do'])
  })
})

describe('usual mistakes of the first day', () => {
  test('a certificate of an authority that Node does not know', async () => {
    const keys = await makeKeys('localhost', systemClock, systemRandom)
    const { url } = await serve((_, response) => response.end('{"errorCode":"6"}'), keys)
    const [found] = linesOf(await findings('gateway', { env: { ...environment, TENDER_GATEWAY_URL: url } }))
    expect(found).toMatch(/^FAIL .*certificate.*TENDER_GATEWAY_CA/)
  })

  test('the login of the bank’s office in place of the API user’s', async () => {
    const { url } = await serve((_, response) => response.end('{"errorCode":"5","errorMessage":"Access denied"}'))
    const env = { ...environment, TENDER_GATEWAY_URL: url, TENDER_GATEWAY_USERNAME: 'shop-operator' }
    expect(linesOf(await findings('gateway', { env }))[0]).toContain('usually ends in -api')
  })
})
