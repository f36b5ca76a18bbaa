import { afterAll, describe, expect, test } from 'vitest'
import { generateKeyPairSync } from 'node:crypto'
import { startSandbox } from '../../../../server/sandbox.ts'
import { environment, secret } from './environment.ts'
import { findings, linesOf, servers } from './servers.ts'

const serve = servers()

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

const gatewayEnv = (changes: object = {}) => ({
  ...environment,
  TENDER_GATEWAY_URL: sandbox.addresses.gateway,
  TENDER_GATEWAY_USERNAME: sandbox.credentials.gateway.userName,
  TENDER_GATEWAY_PASSWORD: sandbox.credentials.gateway.password,
  ...changes,
})

describe('the configuration', () => {
  test('without an error is counted', async () => {
    expect(linesOf(await findings('configuration', { env: environment }))).toEqual([
      'ok 7 variables are set, and none breaks a rule',
    ])
  })

  test('that breaks rules is a failure for each', async () => {
    const env = { ...environment, TENDER_PUBLIC_URL: 'http://pay.shop.example', TENDER_PORT: 'x' }
    const found = await findings('configuration', { env })
    expect(found.map(({ level }) => level)).toEqual(['FAIL', 'FAIL'])
    expect(found[0]!.found).toContain('TENDER_PORT must be a port')
    expect(found[1]!.found).toContain('TENDER_PUBLIC_URL must be an origin')
  })

  test('that the proxy warns of is a warning', async () => {
    const env = { ...environment, TENDER_INSTANCES: 'several', TENDER_REDIS_URL: 'redis://127.0.0.1:9' }
    const found = await findings('configuration', { env })
    expect(found.map(({ level }) => level)).toEqual(['ok', 'warn'])
    expect(found[1]!.found).toContain('TENDER_RELEASES should be set')
  })

  test('a misspelt variable is a warning that names the one that is meant', async () => {
    const env = { ...environment, TENDER_SHOP_ORIGIN: 'https://shop.example', TENDER_WHATEVER_THAT_IS: 'x' }
    const [, ...found] = linesOf(await findings('configuration', { env }))
    expect(found).toEqual([
      'warn TENDER_SHOP_ORIGIN is no variable of the proxy → Correct the name, or remove it: TENDER_SHOP_ORIGINS is one',
      'warn TENDER_WHATEVER_THAT_IS is no variable of the proxy → Correct the name, or remove it',
    ])
  })

  test('is not examined where there are no variables and an address is given', async () => {
    expect(await findings('configuration', { url: environment.TENDER_PUBLIC_URL })).toEqual([])
    expect((await findings('configuration', {}))[0]?.found).toContain('is required')
  })
})

test.each([
  ['>=20.19', 'ok'],
  ['>=99.1', 'FAIL'],
])('Node for a package that supports %s is %s', async (engines, level) => {
  expect((await findings('Node.js', { engines })).map((found) => found.level)).toEqual([level])
})

describe('secrets', () => {
  test.each([
    ['of random Base64', `${secret()}a1B`, 'ok'],
    ['of random hexadecimal digits', '9f86d081884c7d659a2feaa0c55ad015', 'ok'],
    ['of words', 'a-ticket-secret-of-more-than-thirty-two-bytes', 'warn'],
    ['of words with a number', 'correct-horse-battery-staple-42-correct', 'warn'],
  ])('%s', async (_, TENDER_TICKET_SECRET, level) => {
    const found = await findings('secrets', { env: { ...environment, TENDER_TICKET_SECRET } })
    expect(found.map((finding) => finding.level)).toEqual([level, 'ok'])
    expect(JSON.stringify(found)).not.toContain(TENDER_TICKET_SECRET)
  })

  test('each of several by its own name is looked at', async () => {
    const env = { ...environment, TENDER_TICKET_SECRETS: `one:${secret()}a1B,two:${'abcdefghij'.repeat(3)}klm` }
    const [, found] = await findings('secrets', { env: { ...env, TENDER_TICKET_SECRET: `${secret()}a1B` } })
    expect(found).toMatchObject({ level: 'warn', found: expect.stringContaining('TENDER_TICKET_SECRETS') as string })
  })

  test('that sign shared files should not be derived from the shop’s', async () => {
    const { TENDER_SIGNING_SECRET: _, ...env } = environment
    const found = await findings('secrets', { env: { ...env, TENDER_RELEASES: '/releases' } })
    expect(found.map(({ level }) => level)).toEqual(['ok', 'warn'])
  })
})

describe('the gateway', () => {
  test('that accepts the login has a key to seal cards with', async () => {
    expect(linesOf(await findings('gateway', { env: gatewayEnv() }))).toEqual([
      `ok ${sandbox.addresses.gateway}/payment answers, and accepts login and password`,
      expect.stringMatching(/^ok the keys at .* cards are sealed with RSA of 2048 bits, valid until 20\d\d-/),
    ])
  })

  test('is asked with a token, too', async () => {
    const { TENDER_GATEWAY_USERNAME: _, TENDER_GATEWAY_PASSWORD: __, ...env } = gatewayEnv()
    const withToken = (TENDER_GATEWAY_TOKEN: string) => findings('gateway', { env: { ...env, TENDER_GATEWAY_TOKEN } })
    const { token } = sandbox.credentials.gateway
    expect((await withToken(token))[0]!.found).toContain('accepts the token')
    expect(linesOf(await withToken(`${token}-2`))).toEqual([
      expect.stringMatching(/^FAIL .*→ Correct TENDER_GATEWAY_TOKEN$/),
    ])
  })

  test('that refuses the password is a failure that names the variables, and not the password', async () => {
    const found = await findings('gateway', { env: gatewayEnv({ TENDER_GATEWAY_PASSWORD: 'canary-password' }) })
    expect(linesOf(found)).toEqual([
      expect.stringMatching(
        /^FAIL http.* the credentials are refused \(errorCode 5\) → Correct TENDER_GATEWAY_USERNAME and TENDER_GATEWAY_PASSWORD/,
      ),
    ])
    expect(JSON.stringify(found)).not.toContain('canary')
  })

  test('that is not there is a failure with the cause', async () => {
    expect(linesOf(await findings('gateway', { env: environment }))).toEqual([
      expect.stringMatching(/^FAIL .* the connection to localhost:9 is refused .*→ Check TENDER_GATEWAY_URL/),
    ])
  })

  test('in whose place a page answers is a failure of the address', async () => {
    const { url } = await serve((_, response) => void response.end('<!doctype html>'))
    expect(linesOf(await findings('gateway', { env: { ...environment, TENDER_GATEWAY_URL: url } }))).toEqual([
      expect.stringMatching(/^FAIL .* that is a page, no JSON → Correct TENDER_GATEWAY_URL/),
    ])
  })

  test('whose key has no end is fine', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const keys = [{ keyValue: publicKey.export({ type: 'spki', format: 'pem' }), keyExpiration: 'never' }]
    const { url } = await serve((request, response) =>
      response.end(JSON.stringify(request.url!.endsWith('keys.do') ? { keys } : { errorCode: '6' })),
    )
    const found = await findings('gateway', { env: { ...environment, TENDER_GATEWAY_URL: url } })
    expect(linesOf(found)[1]).toMatch(/RSA of 2048 bits, without an end$/)
  })

  test.each([
    ['are refused', { errorCode: '5' }],
    ['are none', { errorCode: '0', keys: [] }],
  ])('whose keys %s is a failure that says what to ask the bank for', async (_, answer) => {
    const { url } = await serve((request, response) =>
      response.end(JSON.stringify(request.url!.endsWith('keys.do') ? answer : { errorCode: '6' })),
    )
    const [, key] = linesOf(await findings('gateway', { env: { ...environment, TENDER_GATEWAY_URL: url } }))
    expect(key).toMatch(/^FAIL .*→ Ask the bank to enable keys\.do \(seToken\)/)
  })

  test.each([
    ['is short', 1024, 3_600_000, /no RSA key of 2048 bits/],
    ['has expired', 2048, -1000, /has expired/],
  ])('whose key %s is a failure', async (_, modulusLength, lifetime, sentence) => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength })
    const keyValue = publicKey.export({ type: 'spki', format: 'pem' })
    const keys = [{ keyValue, protocolVersion: 'RSA', keyExpiration: Date.now() + lifetime }]
    const { url } = await serve((request, response) =>
      response.end(JSON.stringify(request.url!.endsWith('keys.do') ? { keys } : { errorCode: '6' })),
    )
    const [login, key] = await findings('gateway', { env: { ...environment, TENDER_GATEWAY_URL: url } })
    expect([login!.level, key!.level]).toEqual(['ok', 'FAIL'])
    expect(key!.found).toMatch(sentence)
  })
})
