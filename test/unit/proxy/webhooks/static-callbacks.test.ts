import { createHmac, sign } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { stringToSign } from '#server-contract/gateway/callbacks.ts'
import { ours, theirs } from '../../../support/signing-keys.ts'
import { openStand, type Stand } from './stand.ts'

afterEach(() => void vi.useRealTimers())

const secret = 'a-callback-secret-of-the-tests'
const byHmac = (fields: Record<string, string>) => ({
  ...fields,
  checksum: createHmac('sha256', secret).update(stringToSign(fields)).digest('hex').toUpperCase(),
})
const byKey = (fields: Record<string, string>, key = ours.privateKey) => ({
  ...fields,
  sign_alias: 'callbacks',
  checksum: sign('sha512', Buffer.from(stringToSign(fields)), key)
    .toString('hex')
    .toUpperCase(),
})
const about = (orderNumber: string) => ({ mdOrder: 'id', orderNumber, operation: 'deposited', status: '1' })

const get = (stand: Stand, fields: Record<string, string>) =>
  stand.send({ method: 'GET', url: `/callback?${new URLSearchParams(fields)}` })

async function paidOrder(env: Record<string, string>): Promise<Stand> {
  const stand = await openStand({ env })
  Object.assign(await stand.prepared(), { status: 2 })
  return stand
}

describe('symmetric checksums', () => {
  const env = { TENDER_CALLBACK_SECRET: secret }

  test("the family's own example is taken", async () => {
    const stand = await openStand({ callbackSecret: 'ooc7slpvc61k7sf7ma7p4hrefr' })
    Object.assign(await stand.prepared('2003'), { status: 1 })
    const answer = await get(stand, {
      mdOrder: '06cf5599-3f17-7c86-bdbc-bd7d00a8b38b',
      orderNumber: '2003',
      operation: 'approved',
      status: '1',
      checksum: 'EAF2FB72CAB99FD5067F4BA493DD84F4D79C1589FDE8ED29622F0F07215AA972',
    })
    expect([answer.statusCode, stand.types()]).toEqual([200, ['order.held']])
  })

  test('by POST, too, over all parameters, the alias of a key aside', async () => {
    const stand = await paidOrder(env)
    const fields = byHmac({ ...about('A-17'), cardholder: 'JÜRGEN & Co;=', amount: '4990' })
    const answer = await stand.send({
      method: 'POST',
      url: '/callback',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      payload: new URLSearchParams({ ...fields, sign_alias: 'any' }).toString(),
    })
    expect([answer.statusCode, stand.types()]).toEqual([200, ['order.paid']])
  })

  test.each<[string, (fields: Record<string, string>) => string]>([
    ['no checksum', ({ checksum: _, ...fields }) => new URLSearchParams(fields).toString()],
    ['an empty one', (fields) => new URLSearchParams({ ...fields, checksum: '' }).toString()],
    ['another order', (fields) => new URLSearchParams({ ...fields, orderNumber: 'B-18' }).toString()],
    ['one more parameter', (fields) => new URLSearchParams({ ...fields, amount: '1' }).toString()],
    ['one parameter twice', (fields) => `${new URLSearchParams(fields)}&orderNumber=A-17`],
    ['one parameter twice, in another case', (fields) => `${new URLSearchParams(fields)}&ordernumber=A-17`],
    [
      'half of it',
      (fields) => new URLSearchParams({ ...fields, checksum: fields['checksum']!.slice(0, 32) }).toString(),
    ],
    ['nothing at all', () => ''],
  ])('refused without a look at the order: %s', async (_, change) => {
    const stand = await paidOrder(env)
    const before = stand.reads().length
    const answer = await stand.send({ method: 'GET', url: `/callback?${change(byHmac(about('A-17')))}` })
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: { code: 'checksum_refused' } }])
    expect([stand.reads().length, stand.attempts]).toEqual([before, []])
  })

  /** Names as some gateways write them. */
  const capitals = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name[0]!.toUpperCase() + name.slice(1), value]))
  const signed = byHmac({ ...about('A-17'), cardholder: 'JANE' })
  const query = (fields: Record<string, string>) => ({ url: `/callback?${new URLSearchParams(fields)}` })
  test.each<[string, { method?: 'POST'; url: string; payload?: string }]>([
    ['lower case', query({ ...signed, checksum: signed.checksum.toLowerCase() })],
    ['the query of a POST', { method: 'POST', ...query(signed) }],
    ['the query of a POST with a body of another kind', { method: 'POST', ...query(signed), payload: '{}' }],
    [
      'a body, with a query of the address',
      { method: 'POST', url: '/callback?shop=1', payload: `${new URLSearchParams(signed)}` },
    ],
    ['names with capitals, which are signed so', query(capitals(byHmac(capitals(about('A-17')))))],
    ['names with capitals, which are signed without', query(capitals(byHmac(about('A-17'))))],
    ['parameters that a network adds', query({ ...byHmac(about('A-17')), utm_source: 'bank', fbclid: 'x', ray: 'y' })],
  ])('taken: %s', async (_, request) => {
    const stand = await paidOrder(env)
    expect((await stand.send({ method: 'GET', ...request })).statusCode).toBe(200)
    expect(stand.types()).toEqual(['order.paid'])
  })

  test('an order that is named by its mdOrder alone is found, by one read a second', async () => {
    const stand = await paidOrder(env)
    const begun = stand.clock.now()
    const fields = byHmac({ mdOrder: 'id-of-A-17', operation: 'deposited', status: '1' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(stand, fields)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(stand.types()).toEqual(['order.paid'])
    const byId = stand.reads().filter(({ fields: { orderId } }) => orderId === 'id-of-A-17')
    expect(byId.length).toBeLessThanOrEqual(1 + (stand.clock.now() - begun) / 1000)
    expect(byId.length).toBeLessThan(20)
  })

  test('a mdOrder that the gateway does not know is no error, and one that it cannot be asked for is to be repeated', async () => {
    const stand = await paidOrder(env)
    const fields = byHmac({ mdOrder: 'id-of-another', operation: 'deposited', status: '1' })
    expect((await get(stand, fields)).statusCode).toBe(200)
    stand.gateway.state.wire = async () => new Response('', { status: 500 })
    expect((await get(stand, fields)).statusCode).toBe(503)
    expect(stand.attempts).toEqual([])
  })

  test('a later try is reported under the number of its order', async () => {
    const stand = await paidOrder(env)
    Object.assign(stand.gateway.orders.get('A-17')!, { status: 6, actionCode: 116 })
    await stand.browser('prepare', {})
    stand.gateway.orders.get('A-17-2')!.status = 2
    expect((await get(stand, byHmac(about('A-17-2')))).statusCode).toBe(200)
    expect(stand.came.map(({ data }) => [data.orderNumber, data.current.orderNumber])).toEqual([['A-17', 'A-17-2']])
  })

  test('a number that only looks like a later try is an order of its own', async () => {
    const stand = await openStand({ env })
    await stand.prepared('2026')
    Object.assign(await stand.prepared('2026-11'), { status: 2 })
    await get(stand, byHmac(about('2026-11')))
    expect(stand.came.map(({ data }) => data.orderNumber)).toEqual(['2026-11'])
  })

  test('also where the order before it was declined', async () => {
    const stand = await openStand({ env })
    Object.assign(await stand.prepared('2026-2'), { status: 2 })
    Object.assign(await stand.prepared('2026'), { status: 6, actionCode: 116 })
    expect((await get(stand, byHmac(about('2026-2')))).statusCode).toBe(200)
    expect(stand.came.map(({ data }) => data.orderNumber)).toEqual(['2026-2'])
  })

  test('a callback about a stored card is accepted and sends no webhook', async () => {
    const stand = await openStand({ env })
    const answer = await get(stand, byHmac({ operation: 'bindingCreated', status: '1', bindingId: 'b' }))
    expect([answer.statusCode, stand.reads(), stand.attempts]).toEqual([200, [], []])
  })
})

describe('asymmetric checksums', () => {
  const env = { TENDER_CALLBACK_CERTIFICATE: ours.certificate.replaceAll('\n', String.raw`\n`) }

  test('are verified with the certificate', async () => {
    const stand = await paidOrder(env)
    expect((await get(stand, byKey(about('A-17')))).statusCode).toBe(200)
    expect(stand.types()).toEqual(['order.paid'])
  })

  test.each([
    ["another's key", byKey(about('A-17'), theirs.privateKey)],
    ['a secret that is not set', byHmac(about('A-17'))],
    ['other fields', { ...byKey(about('A-17')), orderNumber: 'B-18' }],
  ])('refused: %s', async (_, fields) => {
    const stand = await paidOrder(env)
    expect((await get(stand, fields)).statusCode).toBe(403)
    expect(stand.attempts).toEqual([])
  })

  test('and a secret may be live beside it', async () => {
    const stand = await paidOrder({ ...env, TENDER_CALLBACK_SECRET: secret })
    expect((await get(stand, byKey(about('A-17')))).statusCode).toBe(200)
    expect((await get(stand, byHmac(about('A-17')))).statusCode).toBe(200)
  })
})
