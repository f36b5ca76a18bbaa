import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { documents, environment, openTestProxy, order, type TestProxy } from '../support/test-proxy.ts'

const opened: TestProxy[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ app }) => app.close()))
})

const gateway = 'http://127.0.0.1:8082'
const testCard = { ...documents.challenge, file: 'testCard/testCard-abc.js', integrity: 'sha384-test' }

/** What a proxy with the script for test cards in its build answers a card frame. */
async function answersOf(env: Readonly<Record<string, string>>) {
  const proxy = await openTestProxy({
    env: { TENDER_GATEWAY_URL: gateway, ...env },
    options: { documents: { ...documents, testCard } },
  })
  opened.push(proxy)
  const document = await proxy.send({ url: '/card', headers: { 'sec-fetch-dest': 'iframe' } })
  const script = await proxy.send({ url: '/assets/testCard/testCard-abc.js' })
  const checkout = await proxy.ask('checkout')
  return {
    document: document.body,
    policy: String(document.headers['content-security-policy']),
    script: script.statusCode,
    checkout: checkout.json<Record<string, unknown>>(),
  }
}

test('a proxy without the mark serves nothing of the help, nor names it to the element', async () => {
  const { document, policy, script, checkout } = await answersOf({})
  expect(checkout).toMatchObject({ orderNumber: order.orderNumber })
  expect(Object.keys(checkout)).not.toContain('sandbox')
  expect([document.includes('testCard'), policy.includes('testCard'), script]).toEqual([false, false, 404])
})

test('with the mark the card’s document may fill in test cards, and the element learns where the console is', async () => {
  const { document, policy, script, checkout } = await answersOf({ TENDER_SANDBOX_CONSOLE: 'http://127.0.0.1:8085' })
  expect(checkout['sandbox']).toBe('http://127.0.0.1:8085')
  expect(document).toContain('src="/assets/testCard/testCard-abc.js" integrity="sha384-test"></script></body>')
  expect(policy).toContain(' https://pay.shop.example/assets/card/ https://pay.shop.example/assets/testCard/;')
  expect(script).toBe(200)
})

test('a proxy whose address is not on this machine is warned of', () => {
  const TENDER_SANDBOX_CONSOLE = 'http://127.0.0.1:8085'
  const warningsAt = (TENDER_PUBLIC_URL: string): readonly string[] => {
    const env = { ...environment, TENDER_GATEWAY_URL: gateway, TENDER_PUBLIC_URL, TENDER_SANDBOX_CONSOLE }
    const { config, ...rest } = readConfig(env)
    return config && 'warnings' in rest ? rest.warnings : []
  }
  expect(warningsAt('https://pay.shop.example')).toContainEqual(expect.stringMatching(/^TENDER_SANDBOX_CONSOLE lets/))
  expect(warningsAt('http://127.0.0.1:8080').join()).not.toContain('TENDER_SANDBOX_CONSOLE')
})

test.each([
  ['https://gateway.bank.example', 'http://127.0.0.1:8085', 'must not be set: a sandbox is where'],
  [gateway, 'https://console.example', 'must be an origin on this machine'],
  [gateway, 'http://127.0.0.1:8085/help', 'must be an origin on this machine'],
])('with a gateway at %s the mark %s is refused', (TENDER_GATEWAY_URL, TENDER_SANDBOX_CONSOLE, rule) => {
  const { errors } = readConfig({ ...environment, TENDER_GATEWAY_URL, TENDER_SANDBOX_CONSOLE })
  expect(errors).toEqual([expect.stringContaining(`TENDER_SANDBOX_CONSOLE ${rule}`)])
})
