import { expect, test } from 'vitest'
import { shortId } from '#proxy/shop-server/short-id.ts'

const uuid = '5b1f0f6e-8a43-4f0e-9d7b-2f6f0c1d9e33'

test.each([
  ['an id that fits', 'A-17', 30, 'A-17'],
  ['a UUID as an order number', uuid, 32, '5b1f0f6e8a434f0e9d7b2f6f0c1d9e33'],
  // printf %s "$id" | sha256sum | xxd -r -p | base32, in small letters
  ['a UUID as a refundId', uuid, 30, 'f7x3rfxy3tmi6cz4tm5xwsuoriwzrp'],
  ['a long id', 'payses_01JX8Q5S3N6V4T9Y2B7C0D1E2F', 32, 'fd4ujpr2gssoewnsxi67kx7akh37flz3'],
])('%s', async (_, id, length, short) => {
  expect(await shortId(id, length)).toBe(short)
})

test('too few characters would not keep two ids apart', async () => {
  await expect(shortId('A-17', 15)).rejects.toThrow('15 characters are too few: at least 16')
})
