import { withTimeout } from '#browser/with-timeout.ts'
import { methodsBy } from '#bridge/call.ts'
import { cardHostMethods } from '#bridge/protocol.ts'
import type { Clock } from '#contract/ports.ts'
import type { CardFrame, CardHost, Opening, CheckoutError } from '#bridge/protocol.ts'
import { adopted } from './early-frame.ts'
import { watchScript } from './frame-script.ts'
import { connectEach } from './frame-connections.ts'
import type { ElementContext } from '../element-context.ts'

/** Milliseconds that the frame may take to connect. */
export const FRAME_TIMEOUT = 8_000

/** Milliseconds that a connected frame may take to report the order, which it requests twice, 30 s each. */
const ORDER_TIMEOUT = 75_000

/** Both while the browser knows of no connection. */
const OFFLINE_TIMEOUT = 2_000

/**
 * Milliseconds in which a frame answers a call, which its own time limits keep: one that does not has crashed. A payment
 * whose answer comes later is then pending already, and found by its status.
 */
export const ANSWER_TIMEOUT = 180_000

/** `open` has a limit of its own, `submit` waits for the shop's permission, and nobody waits for the others. */
const unlimited: ReadonlySet<string> = new Set<keyof CardFrame>(['open', 'submit', 'focus', 'override'])

/** What the connection needs from the element. */
export interface CardFrameHost {
  readonly context: ElementContext
  /** The methods that the frame may call while this connection exists. */
  readonly host: CardHost
  /** Called with what such a method throws; the frame only gets a rejection. */
  crashed(error: unknown): void
  /** Called before the frame is opened, for the first time or again; returns the data to open it with. */
  opening(): Opening
  /** Called when the frame is too slow, which is still opened once it connects, or when it is lost. */
  gaveUp(error: CheckoutError): void
}

/** The element's side of one card frame, from its loading until it is dropped. */
export class CardConnection {
  readonly #host: CardFrameHost
  /** Origin of the frame. */
  #origin = ''
  readonly #dropped = new AbortController()
  /** Also aborts on the first hello. */
  readonly #hello = new AbortController()
  /** Aborts when the frame answers {@link open}, which ends the timeout. */
  #answering = new AbortController()
  #card: CardFrame | undefined

  constructor(host: CardFrameHost) {
    this.#host = host
  }

  get card(): CardFrame | undefined {
    return this.#card
  }

  /** Connects to each document that the frame loads, and opens it. */
  connect(frame: HTMLIFrameElement, origin: string): void {
    const { context, host, crashed } = this.#host
    const { isLoaded, ...early } = adopted(frame)
    const side = { offers: reporting(host, crashed), names: cardHostMethods }
    let first: typeof early | undefined = early
    this.#origin = origin
    context.trace.add('frame-loading')
    this.#time()
    connectEach<CardFrame>(
      () => {
        const call = context.callFrame<CardFrame>(frame, origin, { ...side, ...first })
        first = undefined
        return call
      },
      (card) => {
        context.trace.add('frame-connected')
        this.#hello.abort()
        this.#card = limited(card, context.clock)
        this.open()
      },
      this.#dropped.signal,
    )
    watchScript(frame, {
      clock: context.clock,
      signal: this.#hello.signal,
      isLoaded,
      retried: () => this.#time(),
      lost: (error) => this.#giveUp(error),
    })
  }

  /** Opens the existing frame with the current ticket. */
  open(): void {
    this.#time()
    const { signal } = this.#answering
    const opened = async (card: CardFrame): Promise<void> => await card.open(this.#host.opening())
    opened(this.#card!).catch((error: unknown) => {
      if (!signal.aborted) this.#giveUp({ code: 'frame_error', message: String(error) })
    })
  }

  /** Called on the frame's first response to being opened, good or bad: ends the timeout. */
  onResponse(): void {
    this.#answering.abort()
  }

  drop(): void {
    this.#dropped.abort()
    this.#hello.abort()
    this.#answering.abort()
    this.#card = undefined
  }

  #time(): void {
    this.#answering.abort()
    this.#answering = new AbortController()
    const { clock, network } = this.#host.context
    // A frame that was requested without a connection stays empty, also when there is one again.
    const wasDown = network.isDown()
    const timeout = wasDown ? OFFLINE_TIMEOUT : this.#card ? ORDER_TIMEOUT : FRAME_TIMEOUT
    clock.sleep(timeout, this.#answering.signal).then(
      () => this.#host.gaveUp(timeoutOf(this.#origin, wasDown || network.isDown())),
      () => undefined,
    )
  }

  #giveUp(error: CheckoutError): void {
    this.drop()
    this.#host.gaveUp(error)
  }
}

type Method = (...values: unknown[]) => Promise<unknown>

/** The frame's methods, which reject where the frame never answers. */
const limited = (card: CardFrame, clock: Clock): CardFrame =>
  methodsBy((name, given) => {
    const answer = (card[name] as Method)(...given)
    return unlimited.has(name) ? answer : withTimeout(answer, ANSWER_TIMEOUT, clock)
  })

/** The methods for the frame, each of which reports what it throws. */
function reporting(host: CardHost, crashed: (error: unknown) => void): object {
  const method =
    (name: keyof CardHost): Method =>
    async (...values) => {
      try {
        return await (host[name] as Method)(...values)
      } catch (error) {
        crashed(error)
        throw error
      }
    }
  return Object.fromEntries(cardHostMethods.map((name) => [name, method(name)]))
}

/**
 * A browser does not report why a frame did not load. Offline it may only have lost its connection, and what an earlier
 * page sent for payment is unknown; but a proxy on a developer's own machine is reached without one.
 */
const timeoutOf = (proxy: string, isOffline: boolean): CheckoutError => ({
  code: isOffline ? 'frame_network' : 'frame_timeout',
  message:
    `${isOffline ? 'The browser is offline. ' : ''}No card frame from ${proxy} in time. Check that the proxy answers there (src), that ` +
    `its TENDER_SHOP_ORIGINS has ${location.origin}, letter by letter, and that the page's policy has frame-src ${proxy}.`,
})
