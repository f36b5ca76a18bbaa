import { names } from '#bridge/protocol.ts'
import type { CardFrame, CardHost, Opening, Trouble } from '#bridge/protocol.ts'
import { watchScript } from './frame-script.ts'
import { connectEach } from './frame-connections.ts'
import type { ElementContext } from '../element-context.ts'

/** How long the frame may take from its first byte to showing the order. */
export const FRAME_TIMEOUT = 8_000

/** What the link asks of the element. */
export interface CardFrameHost {
  readonly context: ElementContext
  /** What the frame may call, while this link lasts. */
  readonly host: CardHost
  /** The frame's document is there and will be opened, for the first time or again. */
  opening(): Opening
  gaveUp(trouble: Trouble): void
}

/** The element's side of one card frame, from its loading until it is dropped. */
export class CardLink {
  readonly #ends: CardFrameHost
  /** Where the frame comes from. */
  #origin = ''
  readonly #life = new AbortController()
  /** Aborts with the first hello, too. */
  readonly #hello = new AbortController()
  #attempt = new AbortController()
  #card: CardFrame | undefined

  constructor(host: CardFrameHost) {
    this.#ends = host
  }

  get card(): CardFrame | undefined {
    return this.#card
  }

  /** Waits for the frame's documents, and opens each. */
  connect(frame: HTMLIFrameElement, origin: string): void {
    const { context } = this.#ends
    this.#origin = origin
    this.#time()
    connectEach<CardFrame>(
      () => context.callFrame<CardFrame>(frame, origin, { offers: this.#ends.host, names: names.cardHost }),
      (card) => {
        this.#hello.abort()
        this.#card = card
        this.open()
      },
      this.#life.signal,
    )
    watchScript(frame, {
      clock: context.clock,
      signal: this.#hello.signal,
      retried: () => this.#time(),
      lost: (trouble) => this.#giveUp(trouble),
    })
  }

  /** Opens the frame that is there with the ticket of now. */
  open(): void {
    this.#time()
    const { signal } = this.#attempt
    this.#card!.open(this.#ends.opening()).catch((error: unknown) => {
      if (!signal.aborted) this.#giveUp({ code: 'frame_error', message: String(error) })
    })
  }

  /** The first word of the frame on its opening, good or bad, ends the wait for it. */
  onResponse(): void {
    this.#attempt.abort()
  }

  drop(): void {
    this.#life.abort()
    this.#hello.abort()
    this.#attempt.abort()
    this.#card = undefined
  }

  #time(): void {
    this.#attempt.abort()
    this.#attempt = new AbortController()
    this.#ends.context.clock.sleep(FRAME_TIMEOUT, this.#attempt.signal).then(
      () => this.#giveUp(timeoutOf(this.#origin)),
      () => undefined,
    )
  }

  #giveUp(trouble: Trouble): void {
    this.drop()
    this.#ends.gaveUp(trouble)
  }
}

/** A browser tells nobody why a frame did not load. */
const timeoutOf = (proxy: string): Trouble => ({
  code: 'frame_timeout',
  message:
    `No card frame from ${proxy} within 8 s. Check that the proxy answers there (src), that its TENDER_SHOP_ORIGINS ` +
    `has ${location.origin}, letter by letter, and that the page's policy has frame-src ${proxy}.`,
})
