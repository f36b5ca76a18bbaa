import { METHODS } from 'node:http'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { LARGEST_BODY } from '#proxy/http/body-limits.ts'
import { answerToMistake } from './mounting-mistakes.ts'

/**
 * Answers a request. The second argument is the client's address as `{ address }`, or what Deno's, Bun's or Hono's
 * server passes there, in which the address is.
 */
export type FetchHandler = (request: Request, from?: From | object) => Promise<Response>

/** Methods that a request over a socket may have. */
const methods: ReadonlySet<string> = new Set(METHODS)

/** A method that no address has, in place of one that an injected request cannot have. */
const NO_ROUTE = 'TRACE'

/** Bytes of a body that are read; a longer one is refused, whatever follows. */
const MOST_READ = LARGEST_BODY + 1

/** Statuses of answers without a body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/** Headers that describe a connection, or a body that is passed on in another form. */
const dropped: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** A proxy as a handler of requests and responses of the Fetch standard; it answers everything. */
export const fetchHandler =
  (proxy: FastifyInstance): FetchHandler =>
  async (request, from) => {
    const address = clientAddressOf(request, from)
    const mistake = answerToMistake({ isBodyRead: request.bodyUsed, isOfNobody: address === undefined })
    if (mistake) return new Response(mistake.body, mistake)
    const { statusCode, headers, rawPayload } = await proxy.inject(await injected(request, address!))
    const isEmpty = bodiless.has(statusCode) || request.method === 'HEAD'
    return new Response(isEmpty ? null : rawPayload, { status: statusCode, headers: fetchHeaders(headers) })
  }

/** The Host header; a request that a runtime has made may have it in its address alone. */
export const hostOf = ({ headers, url }: Request): string => headers.get('host') ?? new URL(url).host

async function injected(request: Request, remoteAddress: string): Promise<InjectOptions> {
  const { pathname, search } = new URL(request.url)
  const passed = [...request.headers].filter(([name]) => !dropped.has(name))
  const payload = request.body ? await firstOf(request.body) : undefined
  return {
    method: (methods.has(request.method) ? request.method : NO_ROUTE) as NonNullable<InjectOptions['method']>,
    url: pathname + search,
    // Without one, the injection would invent a user agent.
    headers: { 'user-agent': '', ...Object.fromEntries(passed), host: hostOf(request) },
    remoteAddress,
    ...(payload && { payload }),
  }
}

/** The beginning of a body, so that a long one does not fill the memory. */
async function firstOf(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const [chunks, reader] = [[] as Uint8Array[], body.getReader()]
  for (let length = 0; length < MOST_READ;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  await reader.cancel()
  return Buffer.concat(chunks)
}

function fetchHeaders(headers: NodeJS.Dict<string | number | readonly string[]>): Headers {
  const result = new Headers()
  for (const [name, value = []] of Object.entries(headers))
    if (name !== 'connection' && name !== 'transfer-encoding')
      for (const one of [value].flat()) result.append(name, String(one))
  return result
}

/** The client's address, for a caller that knows it. */
interface From {
  readonly address: string
}

/** What the servers of Deno, Bun and Node pass to a fetch handler besides the request, as far as the address is in it. */
interface ServerArgument {
  readonly address?: unknown
  /** Deno: `ServeHandlerInfo`. */
  readonly remoteAddr?: { readonly hostname?: unknown }
  /** Bun: the server. */
  readonly requestIP?: (request: Request) => { readonly address?: unknown } | null
  /** Hono's server for Node. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } }
}

/** The address that a request comes from, by the second argument of a fetch handler; undefined where it is not in it. */
function clientAddressOf(request: Request, given: unknown): string | undefined {
  const passed = Object(given) as ServerArgument
  const addresses = [
    passed.address,
    passed.remoteAddr?.hostname,
    typeof passed.requestIP === 'function' ? passed.requestIP(request)?.address : undefined,
    passed.incoming?.socket?.remoteAddress,
  ]
  return addresses.find((address): address is string => typeof address === 'string' && address !== '')
}
