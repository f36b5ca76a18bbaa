import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request to the gateway: the last part of its path, and its fields. */
interface Call {
  readonly what: string
  readonly fields: URLSearchParams
}

/** Answers instead of the gateway; `work` sends the request to the gateway and returns its answer. */
export type Report = (call: Call, work: () => Promise<Record<string, unknown>>) => Promise<unknown>

/** A relay in front of a gateway, which may change its answers. */
export interface Relay {
  readonly address: string
  report: Report
  close(): Promise<void>
}

/** Listens on a port of its own; `gateway` is called at each request, since the gateway may be opened later. */
export async function openRelay(gateway: () => string): Promise<Relay> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const relay = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    report: ((_, work) => work()) as Report,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const onward = () => forwarded(`${gateway()}${request.url}`, request, body)
    if (request.method === 'GET') return send(response, await onward())
    const what = request.url!.slice(request.url!.lastIndexOf('/') + 1)
    const work = async () => (await (await onward()).json()) as Record<string, unknown>
    const message = await relay.report({ what, fields: new URLSearchParams(body) }, work)
    send(response, Response.json(message))
  }
  return relay
}

function forwarded(address: string, { method, headers }: IncomingMessage, body: string): Promise<Response> {
  const { 'content-type': type = '', accept = '*/*' } = headers
  return fetch(address, {
    method: method!,
    headers: { accept, ...(type && { 'content-type': type }) },
    redirect: 'manual',
    ...(body && { body }),
  })
}

/** Headers that affect a browser. */
const passed = ['content-type', 'content-security-policy', 'location', 'x-frame-options']

function send(response: ServerResponse, answer: Response): void {
  const headers = passed.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name)!]] : []))
  response.writeHead(answer.status, Object.fromEntries(headers) as Record<string, string>)
  void answer.arrayBuffer().then((bytes) => response.end(Buffer.from(bytes)))
}
