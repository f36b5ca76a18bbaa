import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { systemRandom } from '#ports/system.ts'
import { freePort } from '#demo/ports.ts'
import { root } from '../support/root.ts'
import { listening, startShop, urlOf, type RunningShop } from './shop.ts'

const example = join(root, 'examples/php')

/** Runs statements of PHP after tender.php was read, with `input` as the decoded standard input; returns what it prints. */
export function php(statements: string, input: unknown, ...settings: readonly string[]): Promise<string> {
  const program = `require '${example}/tender.php'; $input = json_decode(stream_get_contents(STDIN), true); ${statements}`
  const child = spawn('php', [...settings, '-r', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (part: Buffer) => (printed += part.toString()))
  child.stdin.end(JSON.stringify(input))
  return once(child, 'close').then(() => printed)
}

/** Answers of a proxy, by the path that is asked for: a status and a body. */
export type Answers = (path: string, authorization: string | undefined) => readonly [status: number, body: unknown]

const listener =
  (answers: () => Answers): RequestListener =>
  ({ url = '', headers }, response) => {
    const [status, body] = answers()(url, headers.authorization)
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 302 && { location: String(body) }),
    })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

/** A proxy whose certificate nobody has signed. */
export const selfSigned = (key: string, cert: string): Server =>
  createTlsServer(
    { key, cert },
    listener(() => () => [200, {}]),
  )

const secret = `whsec_${Buffer.from(systemRandom.bytes(32)).toString('base64')}`

/** The shop of examples/php, beside a proxy that answers what a test wants. */
export class PhpShop {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tender-php-'))
  #answers: Answers = () => [404, { error: { code: 'order_unknown' } }]
  #proxy: Server | undefined
  #shop: RunningShop | undefined

  async start(): Promise<void> {
    this.#proxy = createServer(listener(() => this.#answers))
    const proxy = urlOf(await listening(this.#proxy))
    const port = await freePort()
    const keys = { ticketSecret: 'a-ticket-secret-of-more-than-32-bytes', apiKey: 'an-api-key', webhookSecret: secret }
    // The built-in server answers several requests at once only by several workers.
    const several = ['env', 'PHP_CLI_SERVER_WORKERS=8', `ORDERS=${join(this.#folder, 'orders')}`] as const
    const server = ['php', '-S', `localhost:${port}`, '-t', 'public', 'public/index.php']
    this.#shop = await startShop(example, [...several, ...server], { port, proxy, ...keys })
  }

  async close(): Promise<void> {
    await this.#shop?.close()
    this.#proxy?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  answers(answers: Answers): void {
    this.#answers = answers
  }

  /** Places an order, with whatever fields a browser may send; returns its number. */
  async order(fields: Record<string, string> = {}): Promise<string> {
    const body = new URLSearchParams({ item: 'tea', ...fields })
    const { headers } = await fetch(`${this.#shop!.url}/orders`, { method: 'POST', body, redirect: 'manual' })
    return headers.get('location')!.split('/').at(-1)!
  }

  get(path: string): Promise<Response> {
    return fetch(`${this.#shop!.url}${path}`)
  }

  /** The claims of the ticket in the page of an order. */
  async ticketOf(number: string): Promise<Record<string, unknown>> {
    const page = await (await this.get(`/orders/${number}`)).text()
    const payload = /order="[^.]+\.([^.]+)\./.exec(page)![1]!
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  }

  async shows(number: string, query = ''): Promise<'paid' | 'checkout' | number> {
    const response = await this.get(`/orders/${number}${query}`)
    if (response.status !== 200) return response.status
    return (await response.text()).includes('<h1>Paid</h1>') ? 'paid' : 'checkout'
  }

  /** Delivers a webhook, signed as the proxy signs; `headers` replace those of the signature. */
  async webhook(event: unknown, at = new Date(), headers: Record<string, string> = {}): Promise<number> {
    const body = JSON.stringify(event)
    const signed = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
      ...headers,
    }
    return (await fetch(`${this.#shop!.url}/webhooks`, { method: 'POST', body, headers: signed })).status
  }

  /** How often the goods of an order were sent. */
  sent(number: string): number {
    return this.#shop!.printed().split(`Sending A tin of tea of order ${number}`).length - 1
  }

  printed(): string {
    return this.#shop!.printed()
  }
}
