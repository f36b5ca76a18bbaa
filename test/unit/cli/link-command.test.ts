import jsQR from 'jsqr'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '#demo/ports.ts'
import { readArguments } from '#cli/arguments.ts'
import { linkCommand } from '#cli/link-command.ts'
import { openRealProxy } from '../proxy/support/real-proxy.ts'

afterEach(() => vi.restoreAllMocks())

const apiKey = 'an-api-key-of-the-merchant-of-32-bytes'

async function openProxy() {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const { app } = await openRealProxy({ TENDER_PUBLIC_URL: base, TENDER_API_KEYS: apiKey })
  await app.listen({ port, host: '127.0.0.1' })
  return { base, env: { TENDER_PUBLIC_URL: base, TENDER_API_KEYS: apiKey } }
}

const order = { orderNumber: 'L-1', amount: 4990, currency: 'EUR' }

async function printed(args: readonly string[], env: object): Promise<readonly string[]> {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  await linkCommand.run(readArguments(linkCommand, args), { env } as never)
  const lines = print.mock.calls.map(([line]) => String(line))
  print.mockRestore()
  return lines
}

/** What a phone reads of the blocks that a terminal prints, each of two modules, light where there is ink. */
function scanned(blocks: string): string | undefined {
  const SCALE = 4
  const lines = blocks
    .split('\n')
    .flatMap((line) => ['▀█', '▄█'].map((light) => [...line].map((one) => light.includes(one))))
  const [width, height] = [lines[0]!.length * SCALE, lines.length * SCALE]
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const shade = lines[Math.floor(y / SCALE)]![Math.floor(x / SCALE)] ? 255 : 0
      pixels.set([shade, shade, shade, 255], (y * width + x) * 4)
    }
  return jsQR.default(pixels, width, height)?.data
}

test('tender link prints an address of the proxy, and a QR code that a phone reads from the terminal', async () => {
  const { base, env } = await openProxy()
  const [url, qr] = await printed([JSON.stringify(order), '--qr', '--expires-in', '600'], env)
  expect(url).toMatch(new RegExp(`^${base}/link/[\\w-]{60,}$`))
  expect(scanned(qr!)).toBe(url)
  expect(await printed([JSON.stringify(order)], env)).toHaveLength(1)
})

test.each([
  [['{'], 'The order must be JSON, in one argument. See tender link --help.'],
  [['{}', '--expires-in', '2592001'], '--expires-in must be whole seconds, 1 to 2592000 (30 days).'],
  [[JSON.stringify({ ...order, returnUrl: 'https://evil.example/' })], 'order.returnUrl must lead to an origin'],
  [[JSON.stringify({ ...order, vat: 20 })], 'order.vat'],
])('%j is refused with a sentence', async (args, sentence) => {
  const { env } = await openProxy()
  await expect(printed(args, env)).rejects.toThrow(sentence)
})
