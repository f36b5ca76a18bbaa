import { expect, test } from 'vitest'
import { packPaReq, packPaRes, readPaReq, readPaRes, type PaRes } from '#sandbox/three-ds-1/pa-messages.ts'
import { acctIdOf } from '#sandbox/acs/three-ds-1.ts'
import { requested, cardLike, hopIn, openStand, paResKey, wrongFor, scriptAddress } from './stand.ts'

const { pan } = cardLike({ threeDs: 'redirect' })
const pareq = {
  transId: 'b0c5',
  acctID: acctIdOf(pan, paResKey),
  amount: 123_450,
  currency: '978',
  merchantName: 'Kettle & Cup',
}
const TermUrl = 'https://gateway.example/payment/rest/finish3ds.do?lang=en&x=1'
const sent = { PaReq: packPaReq(pareq), MD: 'order/1', TermUrl }

async function redirected(headers: Record<string, string> = {}) {
  const stand = openStand()
  const open = () => stand.post('/3ds1/pareq', sent, headers)
  const page = await open()
  const { code, challenge } = requested(page)
  const answer = (fields: Record<string, string>) => stand.post('/3ds/answer', { challenge, ...fields })
  return { ...stand, open, page, code, answer }
}

function paresIn(page: Parameters<typeof hopIn>[0]): PaRes {
  const { action, fields } = hopIn(page)
  expect(action).toBe(TermUrl)
  expect(fields['MD']).toBe('order/1')
  return readPaRes(fields['PaRes']!, paResKey)!
}

test('the same page asks, and the right code brings a signed PaRes', async () => {
  const { page, code, answer, result } = await redirected()
  expect(page.body).toContain('€1,234.50')
  expect(page.body).toContain(`•••• ${pan.slice(-4)}`)
  const pares = paresIn(await answer({ code }))
  expect(pares).toMatchObject({ transId: 'b0c5', transStatus: 'Y', eci: '02' })
  expect(pares.cavv).toHaveLength(28)
  expect(result).toEqual([])
})

test('the browser’s own preference decides the language', async () => {
  const { page } = await redirected({ 'accept-language': 'be-BY,be;q=0.9,en;q=0.8' })
  expect(page.body).toContain('<html lang="ru">')
})

test('three wrong codes', async () => {
  const { code, answer } = await redirected()
  await answer({ code: wrongFor(code) })
  await answer({ code: wrongFor(code) })
  expect(paresIn(await answer({ code: wrongFor(code) }))).toEqual({ transId: 'b0c5', transStatus: 'N' })
})

test('cancelled', async () => {
  const { answer } = await redirected()
  expect(paresIn(await answer({ cancel: '1' }))).toEqual({ transId: 'b0c5', transStatus: 'N', cancelled: true })
})

test('time runs out', async () => {
  const { answer, code, clock } = await redirected()
  await clock.pass(600_000)
  expect(paresIn(await answer({ code }))).toEqual({ transId: 'b0c5', transStatus: 'N' })
})

test('a PaReq posted again is the same challenge, and after its end the same end', async () => {
  const { open, code, answer } = await redirected()
  expect(requested(await open()).code).toBe(code)
  const end = paresIn(await answer({ code }))
  expect(paresIn(await open())).toEqual(end)
})

test.each([
  ['a garbled PaReq', { PaReq: 'x' }],
  ['a card of another protocol', { PaReq: packPaReq({ ...pareq, acctID: acctIdOf('4111111111111111', paResKey) }) }],
  ['a script to go back to', { TermUrl: scriptAddress }],
])('%s gets an honest page', async (_, wrong) => {
  const page = await openStand().post('/3ds1/pareq', { ...sent, ...wrong })
  expect(page.statusCode).toBe(400)
  expect(page.body).toContain('Nothing to confirm here')
})

test('a PaReq survives either alphabet, and members it does not know', () => {
  const packed = Buffer.from(JSON.stringify({ ...pareq, more: '???>>>' })).toString('base64')
  expect(packed).toMatch(/[+/]/)
  for (const one of [packed, packed.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')])
    expect(readPaReq(one)).toEqual(pareq)
})

test('a PaRes is believed only as it was signed', () => {
  const message: PaRes = { transId: 'b0c5', transStatus: 'N', cancelled: true }
  const packed = packPaRes(message, paResKey)
  expect(readPaRes(packed, paResKey)).toEqual(message)
  expect(readPaRes(packed, 'another key')).toBeUndefined()
  const opened = JSON.parse(Buffer.from(packed, 'base64').toString()) as PaRes & { signature: string }
  const forged = [
    { transStatus: 'Y' },
    { transId: 'other' },
    { eci: '02' },
    { cavv: 'x' },
    { cancelled: false },
    { signature: '' },
    { signature: `${opened.signature}00` },
  ]
  for (const change of forged) {
    const again = Buffer.from(JSON.stringify({ ...opened, ...change })).toString('base64')
    expect(readPaRes(again, paResKey), JSON.stringify(change)).toBeUndefined()
  }
})

test('a packed PaReq has at most 255 characters, whatever the merchant is called', () => {
  for (const merchantName of ['Ж'.repeat(255), '"'.repeat(100), '😀'.repeat(60), '']) {
    const transId = '8f1a6c52-6e62-4e0b-9a34-2d0a1b3c4d5e'
    const message = { transId, acctID: 'a'.repeat(28), amount: 999_999_999_999, currency: '978', merchantName }
    const packed = packPaReq(message)
    expect(packed.length).toBeLessThanOrEqual(255)
    expect(merchantName.startsWith(readPaReq(packed)!.merchantName)).toBe(true)
  }
})
