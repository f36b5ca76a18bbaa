import { createSecureServer } from 'node:http2'
import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A key and a certificate of it, both PEM. */
export interface Identity {
  readonly key: string
  readonly cert: string
}

/** What belongs to one connection, and is not passed on. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host', 'http2-settings'])

const passed = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofConnection.has(name)))

export interface Front {
  readonly port: number
  /** How many connections have carried a request. */
  connections(): number
  close(): void
}

/** TLS and HTTP/2 before a plain server, as a shop's web server is. */
export async function openFront(identity: Identity, target: string): Promise<Front> {
  const { hostname, port } = new URL(target)
  const used = new Set<unknown>()
  const server = createSecureServer({ ...identity, allowHTTP1: true }, (request, response) => {
    const { method, url: path, headers } = request
    used.add(request.stream?.session ?? request.socket)
    const host = String(headers[':authority'] ?? headers.host)
    const asked = ask(
      { hostname, port, path, method, headers: { ...passed(headers), host }, setHost: false },
      (answer) => {
        if (response.writableEnded) return void answer.resume()
        response.writeHead(answer.statusCode!, passed(answer.headers))
        answer.pipe(response as unknown as NodeJS.WritableStream)
      },
    )
    asked.on('error', () => response.end())
    request.pipe(asked)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => used.size,
    close: () => server.close(),
  }
}
