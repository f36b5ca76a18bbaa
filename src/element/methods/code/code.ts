import type { TemplateResult } from 'lit'
import type { Opened } from '#bridge/protocol.ts'
import { BANK_PAGE } from '#contract/methods/methods.ts'
import { moneyFormat } from '#contract/money/money-format.ts'
import { codeStepOf } from '#contract/outcome.ts'
import type { ElementContext } from '../../element-context.ts'
import { numbersIn } from '../../i18n/currencies.ts'
import type { Translation } from '../../i18n/locale-controller.ts'
import type { Followed, How, Unsettled } from '../../state/payment-host.ts'
import type { Payment } from '../../state/payment.ts'
import { onNetwork, onResume } from '../../waiting/page-events.ts'
import { CodeFlow, type CodeScreen } from './flow.ts'
import { QrPicture } from './qr.ts'
import { sheet } from './styles.ts'
import { announcementOf, viewOf, type CodeView } from './view.ts'

export interface CodePaymentHost {
  readonly context: ElementContext
  /** The order that the frame has opened last. */
  readonly opened: () => Opened | undefined
  /** Called when something that is shown has changed. */
  readonly changed: () => void
  /** Moves the focus to the screen that is shown next, if the shopper is in the checkout. */
  readonly focusScreen: () => void
}

/** The payments by a code that an app of the payer's bank reads, in a chunk of its own: the flow, and its screens. */
export class CodePayment {
  readonly #host: CodePaymentHost
  readonly #flow: CodeFlow
  #screen: CodeScreen | undefined
  #movesFocus = true
  readonly #picture = new QrPicture()

  /** `root` is the element's shadow root, to which the style sheet is added. */
  constructor(root: ShadowRoot, host: CodePaymentHost) {
    this.#host = host
    this.#flow = new CodeFlow({
      clock: host.context.clock,
      onResume,
      isHidden: () => document.visibilityState === 'hidden',
      changed: () => this.#changed(),
    })
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet()]
  }

  follow(payment: Followed, outcome: Unsettled, how: How, signal: AbortSignal): void {
    onNetwork(() => this.#changed(), signal)
    this.#screen = undefined
    // A page that has only just loaded leaves the focus where it is.
    this.#movesFocus = how !== 'opened'
    this.#flow.follow(payment, codeStepOf(outcome)!, signal)
    this.#movesFocus = true
  }

  /** The screen in the place of the form; `undefined` while no code is followed. */
  screen(payment: Payment, translation: Translation): TemplateResult | undefined {
    const view = this.#viewOf(payment, translation)
    return view && viewOf(view)
  }

  /** What the live region says meanwhile. */
  announcement(payment: Payment, translation: Translation): string | undefined {
    const view = this.#viewOf(payment, translation)
    return view && announcementOf(view)
  }

  #viewOf({ outcome, charged, detail }: Payment, translation: Translation): CodeView | undefined {
    const step = codeStepOf(outcome)
    const flow = this.#flow
    if (!step || !flow.screen) return undefined
    const { currencyCode, fractionDigits, card, wallets, codes } = this.#host.opened()!
    return {
      flow,
      picture: this.#picture,
      method: step.method,
      orderNumber: detail.orderNumber,
      hasOthers: step.method !== BANK_PAGE || card || Object.keys({ ...wallets, ...codes }).length > 1,
      sum: moneyFormat(numbersIn(translation), currencyCode, fractionDigits)(charged),
      translation,
      isPhone: matchMedia('(pointer: coarse)').matches,
      isOffline: this.#host.context.network.isDown(),
    }
  }

  #changed(): void {
    const { screen } = this.#flow
    if (screen !== this.#screen) {
      this.#screen = screen
      this.#host.context.trace.add('code', { screen })
      if (screen && this.#movesFocus) this.#host.focusScreen()
    }
    this.#host.changed()
  }
}
