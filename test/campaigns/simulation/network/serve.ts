import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A request in the simulation: text, without streams. */
export interface Requested {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface Answer {
  readonly status: number
  readonly body: string
  /** The address of a redirect, if any. */
  readonly location?: string
}

class Socket extends EventEmitter {
  readonly remoteAddress: string
  readonly encrypted = true
  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }
}
const sockets = new Map<string, Socket>()

/** The parts of Node's request that Fastify reads: the head, and the body in one piece. */
class Incoming extends EventEmitter {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly rawHeaders: readonly string[]
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly socket: Socket
  readonly #body: string | undefined
  constructor({ method, url, headers, body }: Requested, from: string) {
    super()
    this.method = method
    this.url = url
    this.headers = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
    this.rawHeaders = Object.entries(headers).flat()
    this.socket = sockets.get(from) ?? new Socket(from)
    sockets.set(from, this.socket)
    this.#body = body
  }
  resume(): void {
    if (this.#body) this.emit('data', Buffer.from(this.#body))
    this.emit('end')
  }
}

/** The parts of Node's response that Fastify writes. */
class Outgoing extends EventEmitter {
  statusCode = 200
  headersSent = false
  writableEnded = false
  #headers: Readonly<Record<string, string>> = {}
  readonly #answer: (answer: Answer) => void
  constructor(answer: (answer: Answer) => void) {
    super()
    this.#answer = answer
  }
  writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    this.statusCode = status
    this.#headers = headers
    this.headersSent = true
  }
  /** Node checks for this method to recognise a writable stream. */
  write(): void {}
  getHeader(): undefined {}
  hasHeader(): boolean {
    return false
  }
  getHeaders(): object {
    return {}
  }
  end(body: string | Buffer | null): void {
    this.writableEnded = true
    const location = this.#headers['location']
    this.#answer({ status: this.statusCode, body: String(body ?? ''), ...(location !== undefined && { location }) })
    this.emit('finish')
  }
}

/** Sends a request through all hooks and handlers of an app, as a server would. */
export const ask = (app: FastifyInstance, request: Requested, from = '203.0.113.7'): Promise<Answer> =>
  new Promise((resolve) =>
    app.routing(
      new Incoming(request, from) as unknown as IncomingMessage,
      new Outgoing(resolve) as unknown as ServerResponse,
    ),
  )
