import { render } from 'lit'
import { claimsOf } from '#browser/ticket-claims.ts'
import { documents } from '#bridge/protocol.ts'
import type { ChallengeFrame, Opened } from '#bridge/protocol.ts'
import { retryImport } from '#browser/retry-import.ts'
import { isPaid } from '#contract/outcome.ts'
import { isByOperator } from '#contract/methods/methods.ts'
import type { ShownWords } from '#texts/shown-words.ts'
import type { CheckoutTexts } from '#texts/texts.ts'
import { dialogOf } from './dialog.ts'
import { offerOf, screens, type Offer } from './offer.ts'
import type { Followed, How, Unsettled } from '../state/payment-host.ts'
import { watchScript } from '../frames/frame-script.ts'
import { connectEach } from '../frames/frame-connections.ts'
import type { ElementContext } from '../element-context.ts'
import type { Payment } from '../state/payment.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import { asError } from '../state/errors.ts'
import { resultViewOf } from './result-view.ts'
import type { ResultView } from './result-view.ts'
import { sheet } from './styles.ts'
import { ThreeDsFlow } from './flow.ts'
import { onNetwork, onResume } from '../waiting/page-events.ts'
import { untilNext } from '../waiting/time-left.ts'

export interface ThreeDsHost {
  readonly context: ElementContext
  readonly origin: () => string
  readonly wholePage: () => boolean
  /** The order that the frame has opened last. */
  readonly opened: () => Opened | undefined
  /** Called when something that is shown has changed. */
  readonly changed: () => void
}

/** A frame for the bank's pages, and the methods of its document. */
interface Loaded {
  readonly frame: HTMLIFrameElement
  readonly remote: Promise<ChallengeFrame>
  /** Aborts when the frame is dropped. */
  readonly over: AbortController
  /** Whether it shows a challenge, which no other may follow in this document. */
  isShown: boolean
}

/** The 3-D Secure feature, in a chunk of its own: the flow, and its screens. */
export class ThreeDs {
  readonly #host: ThreeDsHost
  readonly #place: HTMLElement
  readonly #flow: ThreeDsFlow
  #loaded: Loaded | undefined
  /** Whether the dialog was open when it was last drawn. */
  #isOpen = false
  #words: ReadonlyMap<string, ShownWords> | undefined

  /** `place` is in the element's shadow root; the dialog is rendered into it. */
  constructor(place: HTMLElement, host: ThreeDsHost) {
    this.#place = place
    this.#host = host
    const { wholePage, context } = host
    const changed = (): void => {
      const { screen, late } = this.#flow
      context.trace.add('three-ds', { screen, late })
      host.changed()
    }
    this.#flow = new ThreeDsFlow({
      ...context,
      wholePage,
      changed,
      onResume,
      challenge: (signal, purpose) => this.#load(signal, purpose === 'challenge'),
    })
    const root = place.getRootNode() as ShadowRoot
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet()]
  }

  follow(payment: Followed, outcome: Unsettled, how: How, signal: AbortSignal): void {
    onNetwork(this.#host.changed, signal)
    this.#flow.follow(payment, outcome, how, signal)
  }

  /** The current step, or why the bank's page is not shown, as a sentence. */
  progress({ error }: Payment, words: CheckoutTexts): string {
    // What is said while the dialog is open is not heard.
    const { screen = 'method' } = this.#shown ? { screen: 'challenge' as const } : this.#flow
    if (screen === 'waiting' && error) return words.challengeFailed
    return this.#isOffline ? words.troubleLost : words[screens[screen].text]
  }

  /** Whether the bank, and not the shopper, takes long. */
  get isSlow(): boolean {
    const { screen, late } = this.#flow
    return late && !!screen && !!screens[screen].isByBank
  }

  /** What the shopper can do meanwhile; `undefined` while there is nothing to do but wait. */
  offer(payment: Payment, words: CheckoutTexts): Offer | undefined {
    return payment.state === 'authenticating' ? offerOf(this.#flow, payment, words) : undefined
  }

  resultView(payment: Payment, translation: Translation): ResultView | undefined {
    const { order } = (this.#place.getRootNode() as ShadowRoot).host as Element & { readonly order: string }
    if (isPaid(payment.state)) void this.#loadWords()
    const view = resultViewOf(payment, translation, isByOperator(claimsOf(order)), this.#words?.get(translation.locale))
    const isWaiting = payment.state === 'pending' && this.#isOffline
    return view && isWaiting ? { ...view, hint: `${view.hint} ${translation.texts.checkout.troubleLost}` } : view
  }

  /** The words of a receipt are loaded once there is one; without them it has fewer rows. */
  async #loadWords(): Promise<void> {
    if (this.#words) return
    this.#words = new Map()
    const load = retryImport(() => import('#texts/receipt-words.ts'), this.#host.context.clock)
    const { receiptWords = this.#words } = (await load.catch(() => undefined)) ?? {}
    this.#words = receiptWords
    this.#host.changed()
  }

  /** Renders the dialog, and opens or closes it as the flow requires. */
  draw(payment: Payment, translation: Translation): void {
    // The method was the last that the bank asked for.
    if (payment.state !== 'authenticating') this.#drop(this.#loaded)
    const [frame, flow, shown] = [this.#loaded?.frame, this.#flow, this.#shown]
    const { isVeiled } = flow
    if (frame) frame.title = translation.texts.checkout.challengeTitle
    const acts = { leave: () => flow.leave(), cancel: () => flow.cancel(), closed: this.#closed }
    const opened = this.#host.opened()
    // The shop's name, where it is known.
    const shop = opened && Object.values(opened.wallets)[0]?.merchantName
    const view = {
      payment,
      translation,
      shop,
      frame,
      left: this.#left,
      isLate: flow.late,
      isVeiled,
      ...acts,
      isOffline: shown && this.#isOffline,
    }
    render(dialogOf(view), this.#place)
    const dialog = this.#place.querySelector('dialog')!
    if (shown && !dialog.open && dialog.isConnected) {
      // Not in the markup: a browser that inserts it while the form has the focus says so in the shop's console.
      dialog.querySelector('h2')!.autofocus = true
      dialog.showModal()
      void this.#countDown(dialog)
    }
    if (!shown && dialog.open) dialog.close()
    this.#isOpen = dialog.open
  }

  get #isOffline(): boolean {
    return this.#host.context.network.isDown()
  }

  get #shown(): boolean {
    return this.#flow.screen === 'challenge' || this.#flow.isVeiled
  }

  /**
   * Each challenge gets a frame of its own, which loads hidden in the closed dialog: that of the method before it, where there
   * was one, so that its document is not fetched again.
   */
  #load(signal: AbortSignal, isShown: boolean): Promise<ChallengeFrame> {
    const loaded = (this.#loaded ??= this.#add())
    loaded.isShown = isShown
    const drop = (): void => this.#drop(loaded)
    signal.addEventListener('abort', () => (loaded.isShown || !loaded.frame.isConnected) && drop(), { once: true })
    loaded.remote.catch(drop)
    this.#host.changed()
    return loaded.remote
  }

  #add(): Loaded {
    const frame = document.createElement('iframe')
    const origin = this.#host.origin()
    frame.className = 'bank-frame'
    // No sandbox: access servers need what it would forbid.
    frame.allow = 'payment *; publickey-credentials-get *'
    frame.referrerPolicy = 'no-referrer'
    frame.src = `${origin + documents.challenge}?locale=${this.#place.parentElement!.lang}`
    const side = { offers: {}, names: [] }
    const call = () => this.#host.context.callFrame<ChallengeFrame>(frame, origin, side)
    const over = new AbortController()
    const remote = new Promise<ChallengeFrame>((met, lost) => {
      const hello = new AbortController()
      const onOutcome = (connected: ChallengeFrame): void => {
        hello.abort()
        met(connected)
      }
      over.signal.addEventListener('abort', () => hello.abort(), { once: true })
      connectEach<ChallengeFrame>(call, onOutcome, over.signal)
      watchScript(frame, {
        clock: this.#host.context.clock,
        signal: hello.signal,
        retried: () => undefined,
        lost: (error) => lost(asError(error)),
      })
    })
    return { frame, remote, over, isShown: false }
  }

  #drop(loaded: Loaded | undefined): void {
    loaded?.over.abort()
    if (!loaded || this.#loaded !== loaded) return
    this.#loaded = undefined
    this.#host.changed()
  }

  /** The browser may close a dialog by itself, which has the same effect as the cancel button. */
  readonly #closed = (event: Event): void => {
    event.preventDefault()
    // That of a dialog which was closed here may come once the next one is shown.
    const isLate = event.type === 'close' && (!this.#isOpen || (event.target as HTMLDialogElement).open)
    if (this.#shown && !isLate) this.#flow.cancel()
  }

  /** Draws the time that is left again whenever another is shown, until the dialog is closed. */
  async #countDown(dialog: HTMLDialogElement): Promise<void> {
    const { clock } = this.#host.context
    for (let left = this.#left; left !== undefined && left > 0; left = this.#left) {
      await clock.sleep(untilNext(left))
      if (!dialog.open) return
      this.#host.changed()
    }
  }

  get #left(): number | undefined {
    return this.#shown ? this.#flow.left : undefined
  }
}
