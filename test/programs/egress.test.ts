import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#demo/ports.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { startSandbox } from '../../server/sandbox.ts'
import { testCard } from '../../server/testing.ts'
import { poll } from '../support/poll.ts'
import { built, processes, slow } from '../unit/cli/tender.ts'
import { openConnectProxy } from '../unit/gateway-client/connect-proxy.ts'
import { environment } from '../unit/proxy/support/test-proxy.ts'
import { apiKey, webhookSecret } from '../unit/proxy/webhooks/stand.ts'

const start = processes()

/** No server of names knows it: only the proxy of the network leads there. */
const NAME = 'peer.example'

/** The bank’s gateway and the shop’s server behind TLS, with an authority of their own. */
async function openPeers() {
  // The sandbox's own password is published, and refused for a gateway that is not on this machine.
  const merchants = [{ login: 'own-api', password: 'a-password-of-this-test' }]
  const sandbox = await startSandbox({ merchants })
  onTestFinished(sandbox.close)
  const keys = await makeKeys(NAME, systemClock, systemRandom)
  const webhooks: string[] = []
  const server = createServer({ key: keys.privateKey, cert: keys.certificate }, (asked, answer) => {
    if (asked.url === '/webhooks') return void text(asked).then((body) => (webhooks.push(body), answer.end()))
    const { host: _, ...headers } = asked.headers
    const address = sandbox.addresses.gateway + asked.url
    const forwarded = request(address, { method: asked.method, headers }, (read) =>
      read.pipe(answer.writeHead(read.statusCode!, read.headers)),
    )
    asked.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => (server.closeAllConnections(), void server.close()))
  const host = `${NAME}:${(server.address() as AddressInfo).port}`
  return { host, certificate: keys.certificate, merchant: merchants[0]!, webhooks }
}

test(
  'a payment and its webhook leave through HTTPS_PROXY, to servers that NODE_EXTRA_CA_CERTS trusts',
  slow,
  async () => {
    const [peers, network, port] = [await openPeers(), await openConnectProxy(), await freePort()]
    const folder = mkdtempSync(join(tmpdir(), 'tender-egress-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'ca.pem'), peers.certificate)
    const base = `http://127.0.0.1:${port}`
    const proxy = start(process.execPath, [built, 'proxy'], {
      ...environment,
      TENDER_PUBLIC_URL: base,
      TENDER_PORT: String(port),
      TENDER_GATEWAY_URL: `https://${peers.host}`,
      TENDER_GATEWAY_USERNAME: peers.merchant.login,
      TENDER_GATEWAY_PASSWORD: peers.merchant.password,
      TENDER_API_KEYS: apiKey,
      TENDER_PLAIN_CARDS: 'allowed',
      TENDER_WEBHOOK_URL: `https://${peers.host}/webhooks`,
      TENDER_WEBHOOK_SECRET: webhookSecret,
      HTTPS_PROXY: `http://${network.host}`,
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    })
    await proxy.printed('The proxy listens')
    const { pan, expiry, cvc } = testCard({ pan: '4444555511113333' })
    const charge = { orderNumber: 'A-17', amount: 1234, currency: '933', cardholder: 'JANE DOE', pan, expiry, cvc }
    expect(await merchantClient({ base, apiKey }).moto(charge)).toMatchObject({ state: 'paid' })
    await poll(() => peers.webhooks).toEqual([expect.stringContaining('"type":"order.paid"')])
    expect(new Set(network.asked.map(({ url }) => url))).toEqual(new Set([peers.host]))
  },
)
