import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of the attacker's: markup, and a script that runs before everything else. */
export interface HostilePage {
  readonly body: string
  readonly script?: string
}

/** A web server that records all requests and serves the attacker's pages. */
export interface HostileServer {
  /** Its origin as a shop that the proxy lists. */
  readonly listed: string
  /** The same server under a name that the proxy does not list. */
  readonly unlisted: string
  /** All that was sent to it: request lines, headers, bodies. */
  readonly received: string[]
  /** Serves a page from now on; returns its path, for either origin. */
  show(page: HostilePage): string
  close(): Promise<void>
}

/** Opens the attacker's server; its pages have no policy that would protect anything. */
export async function openHostileServer(host = 'hostile.localhost'): Promise<HostileServer> {
  const received: string[] = []
  const pages = new Map<string, HostilePage>()
  const server = createServer(async (request, response) => {
    received.push(`${request.method} ${request.url}`, JSON.stringify(request.headers), await bodyOf(request))
    const page = pages.get(new URL(request.url!, 'http://hostile').pathname)
    const type = request.url === '/worker.js' ? 'text/javascript' : 'text/html; charset=utf-8'
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' })
    response.end(request.url === '/worker.js' ? worker : page ? markup(page) : '<!doctype html><title>sink</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    listed: `http://${host}:${port}`,
    unlisted: `http://stranger.localhost:${port}`,
    received,
    show(page) {
      const path = `/page-${pages.size}`
      pages.set(path, page)
      return path
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const markup = ({ body, script = '' }: HostilePage): string =>
  `<!doctype html><html lang="en"><head><title>Hostile</title><script>${script}</script></head><body>${body}</body></html>`

/** A service worker that sends its pages a copy of every request it intercepts, and answers the requests for frames. */
const worker = `
onfetch = (event) => {
  const requestText = event.request.clone().text().catch(() => '').then((body) => event.request.url + ' ' + body)
  event.waitUntil(Promise.all([requestText, clients.matchAll({ includeUncontrolled: true })])
    .then(([text, pages]) => pages.forEach((page) => page.postMessage(text))))
  if (event.request.destination === 'iframe') event.respondWith(new Response('<h1>mine</h1>', { headers: { 'content-type': 'text/html' } }))
}
oninstall = () => skipWaiting()
onactivate = (event) => event.waitUntil(clients.claim())`

async function bodyOf(request: IncomingMessage): Promise<string> {
  const options: Buffer[] = []
  for await (const part of request) options.push(part as Buffer)
  return Buffer.concat(options).toString('latin1')
}
