import { inflateSync } from 'node:zlib'
import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { credentials, inProcess, registered, setFixture } from '../../../conformance/gateway/fixture.ts'

/** Lines of dark pixels, read by the reader of a camera. */
function readBy(rows: readonly (readonly boolean[])[]): string | undefined {
  const pixels = rows.flatMap((row) => row.flatMap((dark) => (dark ? [0, 0, 0, 255] : [255, 255, 255, 255])))
  const read = jsQR as unknown as typeof jsQR.default
  return read(Uint8ClampedArray.from(pixels), rows[0]!.length, rows.length)?.data
}

/** The pixels of a PNG of two colours, the darker one being the second. */
function pixelsOf(png: Buffer): boolean[][] {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const data = png.indexOf('IDAT')
  const lines = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))
  const line = 1 + Math.ceil(width / 8)
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => Boolean((lines[y * line + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1)),
  )
}

async function code(fields: object) {
  const fixture = await setFixture(inProcess())
  const mdOrder = await registered(fixture, { currency: '643' })
  const result = await fixture.gateway.sbpGetQr({ ...credentials, mdOrder, ...fields })
  return result as { payload?: string; renderedQr?: string }
}

test('without a format a code is not drawn', async () => {
  expect(await code({})).not.toHaveProperty('renderedQr')
})

test('as a matrix a code is lines of 0 and 1, which a camera reads as the payload', async () => {
  const { payload, renderedQr } = await code({ qrFormat: 'matrix' })
  const rows = renderedQr!.split('\n').map((line) => Array.from(line, (sign) => sign === '1'))
  expect(renderedQr).toMatch(/^[01\n]+$/)
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([rows.length]))
  const scaled = rows.flatMap((row) => Array<boolean[]>(4).fill(row.flatMap((dark) => Array<boolean>(4).fill(dark))))
  const margin = Array<boolean>(16).fill(false)
  const blank = Array<boolean[]>(16).fill(Array<boolean>(scaled.length + 32).fill(false))
  expect(readBy([...blank, ...scaled.map((row) => [...margin, ...row, ...margin]), ...blank])).toBe(payload)
})

test.each([
  [{}, 250],
  [{ qrWidth: 400, qrHeight: 300 }, 300],
])('as an image of %j a code is a PNG that a camera reads', async (size, most) => {
  const { payload, renderedQr } = await code({ qrFormat: 'image', ...size })
  const rows = pixelsOf(Buffer.from(renderedQr!, 'base64'))
  expect(rows.length).toBeLessThanOrEqual(most)
  expect(rows.length).toBeGreaterThan(most / 2)
  expect(readBy(rows)).toBe(payload)
})
