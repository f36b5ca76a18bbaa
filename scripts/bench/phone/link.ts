import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A phone's connection to all servers: the round trip in milliseconds, and kbit/s in each direction. */
export interface LinkSpeed {
  readonly rtt: number
  readonly down: number
  readonly up: number
}

/** Bytes of a segment, and of its headers; a connection begins with ten of them in flight (RFC 6928). */
const SEGMENT = 1_460
const HEADERS = 40
const FIRST_WINDOW = 10 * SEGMENT

/** Runs what is due one after the other: timers that are due within a millisecond fire in any order. */
function inOrder(): (ms: number, act: () => void) => void {
  let last = Promise.resolve()
  return (ms, act) => {
    const due = new Promise<void>((isDue) => setTimeout(isDue, ms))
    last = last.then(() => due).then(act)
  }
}

/** What a server has sent on a connection and the phone does not have yet. */
interface Stream {
  readonly phone: Socket
  readonly waiting: Buffer[]
  readonly arrive: ReturnType<typeof inOrder>
  /** Bytes in flight, and how many may be: as many more with each segment that has arrived (slow start). */
  inFlight: number
  window: number
  isEnded: boolean
}

/**
 * A relay to servers on this machine, whose bytes take as long as over one shared link: with the round trip of TCP's
 * handshake, its slow start, and a bandwidth that connections share fairly. DevTools' latency has none of that.
 */
export class Link {
  readonly #speed: LinkSpeed
  readonly #servers: Server[] = []
  readonly #streams: Stream[] = []
  /** When the link is free again in each direction. */
  #downFree = 0
  #upFree = 0
  #isPumping = false

  constructor(speed: LinkSpeed) {
    this.#speed = speed
  }

  /** Listens at a port that leads over the link to another one. */
  async to(port: number): Promise<number> {
    const server = createServer({ noDelay: true }, (phone) => this.#accept(phone, port))
    this.#servers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return (server.address() as AddressInfo).port
  }

  close(): void {
    for (const server of this.#servers) server.close()
  }

  #accept(phone: Socket, port: number): void {
    const { rtt, up } = this.#speed
    const opened = performance.now() + rtt
    const server = connect({ port, host: '127.0.0.1', noDelay: true })
    const stream: Stream = { phone, waiting: [], arrive: inOrder(), inFlight: 0, window: FIRST_WINDOW, isEnded: false }
    const sent = inOrder()
    this.#streams.push(stream)
    phone.on('data', (data) => {
      const now = performance.now()
      this.#upFree = Math.max(now, this.#upFree) + ((data.length + HEADERS) * 8) / up
      // What waits for its connection's handshake holds up no other connection.
      const leaves = Math.max(opened, this.#upFree)
      sent(leaves + rtt / 2 - now, () => void (server.destroyed || server.write(data)))
    })
    server.on('data', (data) => {
      for (let at = 0; at < data.length; at += SEGMENT) stream.waiting.push(data.subarray(at, at + SEGMENT))
      void this.#pump()
    })
    server.on('end', () => {
      stream.isEnded = true
      this.#endIfEmpty(stream)
    })
    const over = (): void => {
      phone.destroy()
      server.destroy()
      this.#streams.splice(this.#streams.indexOf(stream), 1)
    }
    phone.once('close', over).on('error', () => {})
    server.on('error', () => phone.destroy())
  }

  /** Sends one segment after the other, of each connection in turn. */
  async #pump(): Promise<void> {
    if (this.#isPumping) return
    this.#isPumping = true
    for (;;) {
      const stream = this.#streams.find(({ waiting, inFlight, window }) => waiting.length && inFlight < window)
      if (!stream) break
      this.#streams.push(...this.#streams.splice(this.#streams.indexOf(stream), 1))
      const segment = stream.waiting.shift()!
      this.#downFree = Math.max(performance.now(), this.#downFree) + ((segment.length + HEADERS) * 8) / this.#speed.down
      this.#deliver(stream, segment, this.#downFree - performance.now() + this.#speed.rtt / 2)
      const busy = this.#downFree - performance.now()
      if (busy > 1) await new Promise((free) => setTimeout(free, busy))
    }
    this.#isPumping = false
  }

  #deliver(stream: Stream, segment: Buffer, delay: number): void {
    stream.inFlight += segment.length
    stream.arrive(delay, () => {
      if (!stream.phone.destroyed) stream.phone.write(segment)
      setTimeout(() => {
        stream.inFlight -= segment.length
        stream.window += segment.length
        this.#endIfEmpty(stream)
        void this.#pump()
      }, this.#speed.rtt / 2)
    })
  }

  #endIfEmpty({ phone, waiting, inFlight, isEnded }: Stream): void {
    if (isEnded && !waiting.length && !inFlight) phone.end()
  }
}
