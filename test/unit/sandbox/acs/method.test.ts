import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MethodData, unpack } from '#server-contract/three-ds/messages.ts'
import { areqFor, cardLike, hopIn, openStand, scriptAddress } from './stand.ts'
import { root } from '../../../support/root.ts'

// The question mark makes the two alphabets differ: it packs to `_` or `/`.
const data = {
  threeDSServerTransID: '3ac7caa7-aa42-2663-791b-2ac05a542c4a',
  threeDSMethodNotificationURL: 'https://shop.example/done?x=???>>>',
}
const standard = Buffer.from(JSON.stringify(data)).toString('base64')
const url = Buffer.from(JSON.stringify(data)).toString('base64url')

test('the samples distinguish the alphabets', () => {
  expect(standard).toMatch(/[+/]/)
  expect(standard).toMatch(/=$/)
})

test.each([
  ['Base64, padded', standard],
  ['Base64, unpadded', standard.replace(/=+$/, '')],
  ['base64url, unpadded', url],
  ['base64url, padded', standard.replaceAll('+', '-').replaceAll('/', '_')],
])('the method page notifies by the browser: %s', async (_, threeDSMethodData) => {
  const { post } = openStand()
  const page = await post('/3ds/method', { threeDSMethodData })
  const { action, fields } = hopIn(page)
  expect(page.statusCode).toBe(200)
  expect(action).toBe(data.threeDSMethodNotificationURL)
  expect(unpack(MethodData, fields['threeDSMethodData']!)).toEqual({ threeDSServerTransID: data.threeDSServerTransID })
})

test.each([scriptAddress, 'data:text/html,x', 'threeDSMethodNotificationURL', ''])(
  'the browser is never sent to “%s”',
  async (threeDSMethodNotificationURL) => {
    const packed = Buffer.from(JSON.stringify({ ...data, threeDSMethodNotificationURL })).toString('base64url')
    const page = await openStand().post('/3ds/method', { threeDSMethodData: packed })
    expect(page.statusCode).toBe(400)
    expect(page.body).not.toContain('<form')
  },
)

test('a silent method page opens and posts nothing', async () => {
  const { post, switches } = openStand()
  switches.set({ methodPage: 'silent' })
  const page = await post('/3ds/method', { threeDSMethodData: url })
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toMatch(/<form|<script/)
})

test('the timeline shows that a 3DS server claims a method page which did not run', async () => {
  const { post, ask, journal } = openStand()
  const { pan } = cardLike({ threeDs: 'frictionless', method: true })
  const claims = () => journal.entries().filter(({ detail }) => detail?.includes('did not run')).length
  await ask.areq(areqFor(pan, { threeDSCompInd: 'Y' }))
  expect(claims()).toBe(1)
  await post('/3ds/method', { threeDSMethodData: url })
  await ask.areq(areqFor(pan, { threeDSCompInd: 'Y' }))
  expect(claims()).toBe(1)
})

interface Vector {
  readonly id: string
  readonly field: string
  readonly value: string
  readonly decoded: { readonly threeDSMethodNotificationURL?: string }
}

const file = join(root, '../shared/vectors/threeds-messages.json')

describe('encodings found in public', () => {
  const vectors = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { messages: Vector[] }).messages : []
  const missing = 'skipped: no public 3-D Secure vectors beside the repository'
  if (!vectors.length) process.stdout.write(`${missing}\n`)

  test('each is taken for what it is', async ({ skip }) => {
    if (!vectors.length) return skip(missing)
    const { post } = openStand()
    for (const { id, field, value, decoded } of vectors) {
      const challenge = /creq$/i.test(field)
      const page = await (challenge
        ? post('/3ds/challenge', { creq: value })
        : post('/3ds/method', { threeDSMethodData: value }))
      const address = decoded.threeDSMethodNotificationURL
      const answers = !challenge && address?.startsWith('https://')
      expect(page.statusCode, id).toBe(answers ? 200 : 400)
      if (answers) expect(hopIn(page).action, id).toBe(address)
    }
  })
})
