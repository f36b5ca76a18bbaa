import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { bundled } from './bundle.ts'
import { braintreeConfiguration } from './catalogue.ts'

interface Answer {
  readonly type: string
  readonly body: string
}

const json = (value: unknown): Answer => ({ type: 'application/json', body: JSON.stringify(value) })
const html = (body: string): Answer => ({ type: 'text/html', body: `<!doctype html><meta charset="utf-8">${body}` })

const input =
  '<style>body,input{margin:0;border:0;width:100%;box-sizing:border-box;font:16px sans-serif}</style><input autocomplete="off">'

/** A field of Adyen's: it has an input as soon as the page names it, and confirms that. */
const adyenField = html(`${input}<script>addEventListener('message', ({ data, origin }) => {
  const { numKey, fieldType } = typeof data === 'string' && data.startsWith('{') ? JSON.parse(data) : {}
  if (!numKey || !fieldType) return
  if (fieldType === 'encryptedCardNumber') document.querySelector('input').id = 'number'
  parent.postMessage(JSON.stringify({ action: 'config', fieldType, numKey }), origin)
})</script>`)

const emptyPicture = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="26"/>'

/** The answers of the vendors' servers by their addresses without the query; the first that fits counts. */
const answersBy = (): readonly (readonly [address: RegExp, answer: Answer])[] => [
  [/\/securedFields\.html$/, adyenField],
  [/\/\/checkoutanalytics/, json({ checkoutAttemptId: 'bench' })],
  [/\/client_api\/v1\/configuration$/, json(braintreeConfiguration)],
  [/\/\/payments\..*\/graphql$/, json({ data: { clientConfiguration: null } })],
  [
    /\/hosted-fields-frame(?:\.min)?\.html$/,
    html(`${input}<script>${bundled('braintree-frame', 'script.js')}</script>`),
  ],
  [/\/dropin\.css$/, { type: 'text/css', body: bundled('braintree-drop-in', 'style.css') }],
  [/\.svg$/, { type: 'image/svg+xml', body: emptyPicture }],
  [/\.html$/, html('')],
  [/\.css$/, { type: 'text/css', body: '' }],
  [/\.js$/, { type: 'text/javascript', body: '' }],
  [/$/, json({})],
]

export interface Vendors {
  /** Flags of a Chromium that resolves all names but those of this machine to the stubs. */
  readonly flags: readonly string[]
  readonly port: number
  close(): void
}

/** Starts the stubs of the vendors' servers: one server for all names, with a certificate of its own. */
export async function openVendors(): Promise<Vendors> {
  // Compressed in advance, so that no visit waits for it.
  const answers = answersBy().map(([address, { type, body }]) => ({
    address,
    type,
    body: brotliCompressSync(body),
  }))
  const { certificate: cert, privateKey: key } = await makeKeys('stub', systemClock, systemRandom)
  const server = createServer({ cert, key }, ({ url, method, headers }, response) => {
    const address = `https://${headers.host}${url}`.split('?')[0]!
    const answer = method === 'OPTIONS' ? undefined : answers.find((one) => one.address.test(address))
    response.writeHead(answer ? 200 : 204, {
      'access-control-allow-origin': headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
      'access-control-allow-methods': '*',
      ...(answer && { 'content-type': answer.type, 'content-encoding': 'br' }),
    })
    response.end(answer?.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const own = ['localhost', '127.0.0.1'].map((name) => `EXCLUDE ${name}`)
  return {
    port,
    flags: ['--ignore-certificate-errors', `--host-resolver-rules=${[`MAP * 127.0.0.1:${port}`, ...own].join(', ')}`],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
