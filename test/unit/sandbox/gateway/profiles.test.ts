import { expect, test } from 'vitest'
import type { ProfileName } from '#gateway-client/profiles/profiles.ts'
import { inProcess, merchant, setFixture } from '../../../conformance/gateway/fixture.ts'

const by = { userName: merchant.login, password: merchant.password }
const registration = { ...by, orderNumber: 'P-1', amount: '100', currency: '643', returnUrl: 'https://shop.example' }

async function gatewayOf(profile: ProfileName) {
  const wire = inProcess()
  const { base } = await setFixture(wire, { profile })
  const send = (path: string, init?: RequestInit) => wire.fetch(new Request(base + path, init))
  const post = (path: string, fields: Record<string, string>) =>
    send(path, { method: 'POST', body: new URLSearchParams(fields) })
  return { send, post }
}

test('a system with a path of its own has nothing at the usual one', async () => {
  const { post } = await gatewayOf('rouble')
  expect((await post('/ab/rest/register.do', registration)).status).toBe(200)
  expect((await post('/payment/rest/register.do', { ...registration, orderNumber: 'P-2' })).status).toBe(404)
})

test('the wallets are found by their names and by the specification’s segments', async () => {
  const { send } = await gatewayOf('current')
  const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  for (const segment of ['walletA', 'applepay', 'walletB', 'google'])
    expect((await send(`/payment/${segment}/payment.do`, json)).status).not.toBe(404)
  expect((await send('/payment/samsung/payment.do', json)).status).toBe(404)
})

test('an absent operation is not found', async () => {
  const { post } = await gatewayOf('cards')
  expect((await post('/payment/rest/motoPayment.do', by)).status).toBe(404)
  expect((await post('/payment/rest/sbp/c2b/qr/dynamic/get.do', by)).status).toBe(404)
  expect((await post('/payment/rest/register.do', registration)).status).toBe(200)
})

test('the same status in the words of an older release', async () => {
  const { post } = await gatewayOf('legacy')
  await post('/payment/rest/register.do', registration)
  const answer = await post('/payment/rest/getOrderStatusExtended.do', { ...by, orderNumber: 'P-1' })
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const status = JSON.parse(await answer.text()) as Record<string, unknown>
  expect(status).toMatchObject({ orderStatus: '0', amount: '100', currency: '810' })
  expect(status).not.toHaveProperty('refunds')
  const period = { from: '20000101000000', to: '20990101000000', searchByCreatedDate: 'true' }
  const question = { ...by, ...period, size: '9', transactionStates: 'CREATED' }
  const list = (await (await post('/payment/rest/getLastOrdersForMerchants.do', question)).json()) as object
  expect(list).toMatchObject({ errorCode: '0', orderStatuses: [status], totalCount: 1 })
})

test('an order in roubles is paid by a bank’s app where the status answers the old code of the rouble', async () => {
  const { post } = await gatewayOf('rouble')
  const ask = async (path: string, fields: Record<string, string>) =>
    (await post(`/ab/rest/${path}`, { ...by, ...fields })).json() as Promise<Record<string, string>>
  const { orderId: mdOrder } = await ask('register.do', registration)
  const { payload } = await ask('sbp/c2b/qr/dynamic/get.do', { mdOrder: mdOrder! })
  expect((await post(`${new URL(payload!).pathname}?bank=alder`, { act: 'confirm' })).status).toBe(303)
  const status = await ask('getOrderStatusExtended.do', { orderId: mdOrder! })
  expect(status).toMatchObject({ orderStatus: 2, currency: '810', paymentWay: 'SBP_C2B' })
})

test('fields in the address and in multipart/form-data are taken where the real systems take them, and not by default', async () => {
  const query = new URLSearchParams(registration)
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...registration, orderNumber: 'P-2' })) form.set(name, value)
  const ask = async (profile: ProfileName) => {
    const { send } = await gatewayOf(profile)
    const inAddress = await send(`/payment/rest/register.do?${query}`)
    const multipart = await send('/payment/rest/register.do', { method: 'POST', body: form })
    return [inAddress.status, multipart.status]
  }
  expect(await ask('legacy')).toEqual([200, 200])
  expect(await ask('current')).toEqual([404, 415])
})
