import { createHmac, verify, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { stringToSign } from '#server-contract/gateway/callbacks.ts'
import { client } from '#contract/wire/client.ts'
import { privateKeyIn } from '#signature/pem.ts'
import { requestSigner } from '#signature/signature.ts'
import { merchantsFile, startSandbox, type RunningSandbox } from '../../../../server/sandbox.ts'
import { cardLike } from '../acs/stand.ts'
import { sandboxCommand } from '../store/command.ts'
import { folder } from '../store/folder.ts'
import { ours, theirs } from '../../../support/signing-keys.ts'

const path = folder()
const { run, started } = sandboxCommand()
const plain = cardLike({ threeDs: 'none', outcome: 'paid' })
const sign = requestSigner(privateKeyIn(ours.privateKey))

/** A merchant's server that accepts and records every callback. */
async function callbackServer() {
  const came: { path: string; fields: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://merchant')
    came.push({ path: pathname, fields: Object.fromEntries(searchParams) })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { came, base, close: () => server.close() }
}

const by = (login: string) => ({ userName: login, password: `${login} password` })

/** Writes the list of these tests' merchants, with certificates and keys in files beside it, as an operator would. */
function writtenList(callbacks: string): string {
  writeFileSync(path('signing.crt'), ours.certificate)
  writeFileSync(path('callbacks.key'), theirs.privateKey)
  const shop = (login: string, more: object) => ({ login, password: `${login} password`, ...more })
  const merchants = [
    { login: 'sandbox-api', sessionTimeoutSecs: 60 },
    shop('signing-api', { certificate: 'signing.crt', signature: 'required' }),
    shop('hmac-api', { callback: { address: `${callbacks}/hmac`, key: { kind: 'hmac', secret: 'of both' } } }),
    shop('rsa-api', {
      callback: { address: `${callbacks}/rsa`, key: { kind: 'rsa', privateKey: 'callbacks.key', alias: 'ours' } },
    }),
    shop('child-api', { parent: 'hmac-api', inn: '7700000001' }),
  ]
  writeFileSync(path('merchants.json'), JSON.stringify(merchants))
  return path('merchants.json')
}

/** No caller waits for a callback, so its time limit is long. */
const patiently = { timeout: 25_000 }

let orders = 0
const wanted = () => ({ orderNumber: `M-${(orders += 1)}`, amount: 1234, returnUrl: 'http://127.0.0.1/back' })
const card = ({ pan, expiry, cvc } = plain) =>
  ({ $PAN: pan, $EXPIRY: expiry, $CVC: cvc, TEXT: 'JANE DOE', language: 'en' }) as const

describe('a sandbox whose merchants are written down', () => {
  let callbacks: Awaited<ReturnType<typeof callbackServer>>
  let sandbox: RunningSandbox
  beforeAll(async () => {
    callbacks = await callbackServer()
    sandbox = await startSandbox({ merchants: merchantsFile(writtenList(callbacks.base)) })
  })
  afterAll(async () => {
    await sandbox.close()
    callbacks.close()
  })
  const ask = () => client(gatewayApi, sandbox.addresses.gateway, fetch)
  const registered = async (login: string, more: object = {}): Promise<string> => {
    const answer = await ask().register({ ...by(login), ...wanted(), ...more })
    if (!answer.orderId) throw new Error(answer.errorMessage)
    return answer.orderId
  }
  const result = (method: string) => callbacks.came.filter((one) => one.path === method).map(({ fields }) => fields)

  /** Sends a form, with or without a signature of its bytes. */
  const send = async (fields: Record<string, string>, signer?: typeof sign) => {
    const body = new URLSearchParams(fields).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...signer?.(Buffer.from(body)) }
    const answer = await fetch(`${sandbox.addresses.gateway}/payment/rest/register.do`, {
      method: 'POST',
      body,
      headers,
    })
    return (await answer.json()) as object
  }

  test('refuses an unsigned request of a merchant that must sign, and takes a signed one', async () => {
    const fields = { ...by('signing-api'), ...wanted(), amount: '100' }
    expect(await send(fields)).toMatchObject({ errorCode: '5', errorMessage: 'Header X-Hash is required' })
    const another = requestSigner(privateKeyIn(theirs.privateKey))
    expect(await send(fields, another)).toMatchObject({ errorCode: '5' })
    expect(await send(fields, sign)).toEqual({ orderId: expect.any(String), formUrl: expect.any(String) })
  })

  test('sends callbacks to the static address of a merchant, with a checksum of its secret', async () => {
    const MDORDER = await registered('hmac-api')
    await ask().paymentorder({ ...by('hmac-api'), MDORDER, ...card() })
    await expect.poll(() => result('/hmac').length, patiently).toBe(1)
    const { checksum, ...fields } = result('/hmac')[0]!
    expect(fields).toMatchObject({ mdOrder: MDORDER, operation: 'deposited', status: '1' })
    const right = createHmac('sha256', 'of both').update(stringToSign(fields)).digest('hex').toUpperCase()
    expect(checksum).toBe(right)
  })

  test('signs those of another with the key that was read from its file', async () => {
    const MDORDER = await registered('rsa-api')
    await ask().paymentorder({ ...by('rsa-api'), MDORDER, ...card() })
    await expect.poll(() => result('/rsa').length, patiently).toBe(1)
    const { checksum, sign_alias, ...fields } = result('/rsa')[0]!
    const signature = Buffer.from(checksum!, 'hex')
    const { publicKey } = new X509Certificate(theirs.certificate)
    expect(sign_alias).toBe('ours')
    expect(verify('sha512', Buffer.from(stringToSign(fields)), publicKey, signature)).toBe(true)
  })

  test('steers faults and the clock for the tests of a shop, and changes the merchant that everybody knows', async () => {
    const { userName, password } = sandbox.credentials.gateway
    const requested = { userName, password, ...wanted() }
    sandbox.switches.orders.set(requested.orderNumber, { registerAnswer: 'refused-502' })
    await expect(ask().register(requested)).rejects.toMatchObject({ status: 502 })
    sandbox.switches.orders.clear(requested.orderNumber)
    const { orderId } = await ask().register(requested)
    sandbox.clock.forward(61_000)
    expect(await ask().getOrderStatusExtended({ userName, password, orderId: orderId! })).toMatchObject({
      orderStatus: 6,
      actionCode: -2007,
    })
    expect(await (await fetch(sandbox.testCards)).json()).toContainEqual(expect.objectContaining({ pan: plain.pan }))
  })
})

test('what is remembered is of no use without its merchants, and that is reported', async () => {
  const data = path('data')
  const merchants = [{ login: 'acme-api', password: 'acme-api password' }]
  const first = await startSandbox({ data, merchants })
  const ask = client(gatewayApi, first.addresses.gateway, fetch)
  const { orderId } = await ask.register({ ...by('acme-api'), ...wanted(), orderNumber: 'A-17' })
  await first.close()
  await expect(startSandbox({ data })).rejects.toThrow(/Order A-17 .* merchant “acme-api”, whom nobody names now/)
  const again = await startSandbox({ data, merchants })
  const requested = client(gatewayApi, again.addresses.gateway, fetch)
  expect(await requested.getOrderStatusExtended({ ...by('acme-api'), orderId: orderId! })).toMatchObject({
    orderStatus: 0,
  })
  await again.close()
})

describe('tender sandbox --merchants', () => {
  test('knows the merchants of the file', async () => {
    const { ask } = await started('--port', '0', '--merchants', writtenList('http://127.0.0.1'))
    expect(await ask.register({ ...by('child-api'), ...wanted() })).toHaveProperty('orderId')
    expect(await ask.register({ ...by('signing-api'), ...wanted() })).toMatchObject({
      errorCode: '5',
      errorMessage: 'Header X-Hash is required',
    })
  })

  test('refuses a wrong file with a sentence', async () => {
    writeFileSync(path('wrong.json'), '[{"login":"acme-api","password":"p","demands":["money"]}]')
    const { ended, message } = run('--port', '0', '--merchants', path('wrong.json'))
    expect(await ended).toBe(1)
    expect(message.error).toMatch(/^Merchant “acme-api”: field demands\.0 must be one of contact, /m)
    expect(message.error).not.toMatch(/\n\s+at /)
  })
})
