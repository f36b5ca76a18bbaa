import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { moneyIn } from '../i18n/currencies.ts'
import { format, type Translation } from '../i18n/locale-controller.ts'
import type { Payment } from '../state/payment.ts'
import { icons } from './icons.ts'
import { announcedTime, shownTime, timeIn } from '../waiting/time-left.ts'

export interface DialogView {
  readonly payment: Pick<Payment, 'detail' | 'charged'>
  readonly translation: Translation
  readonly shop: string | undefined
  readonly frame: HTMLIFrameElement | undefined
  /** Milliseconds left to confirm, while the dialog is open. */
  readonly left: number | undefined
  /** Whether the bank's page has not finished for so long that it may not show in a frame. */
  readonly isLate: boolean
  readonly isOffline: boolean
  /** Whether the bank's page is over, and the answer is not there yet. */
  readonly isVeiled: boolean
  readonly leave: () => void
  readonly cancel: () => void
  /** The browser closes a dialog by itself, too. */
  readonly closed: (event: Event) => void
}

/** The dialog around the bank's page: only a low header above it, so that the page has the room. */
export const dialogOf = (view: DialogView): TemplateResult => {
  const words = view.translation.texts.checkout
  return html`<dialog
    class="bank-dialog"
    aria-labelledby="challenge-title"
    aria-describedby="challenge-hint"
    @cancel=${view.closed}
    @close=${view.closed}
  >
    <header>
      <h2 id="challenge-title" tabindex="-1" .textContent=${words.challengeTitle}></h2>
      <p class="bank-sum" translate="no">${sumOf(view)}</p>
      ${view.left === undefined ? nothing : timeOf(view, view.left)}
      <button class="bank-close" data-testid="challenge-cancel" title=${words.challengeCancel} @click=${view.cancel}>
        ${icons.cross}
      </button>
    </header>
    <div class="bank-page">
      <p class="bank-wait" aria-hidden="true" .textContent=${words.redirecting}></p>
      ${view.frame ?? nothing} ${view.isVeiled ? html`<div class="bank-veil"></div>` : nothing}
    </div>
    ${view.isOffline ? html`<p class="alert" role="alert" .textContent=${words.troubleLost}></p>` : nothing}
    ${view.isLate ? exit(view) : nothing}
    <p class="unseen" id="challenge-hint" .textContent=${words.authenticatingHint}></p>
    <p
      class="unseen"
      aria-live="polite"
      .textContent=${view.left === undefined ? '' : announcement(view, view.left)}
    ></p>
  </dialog>`
}

function sumOf({ payment: { detail, charged }, translation, shop }: DialogView): TemplateResult {
  const { orderNumber, currency } = detail
  const of = shop ?? format(translation.texts.checkout.reference, { orderNumber }, translation)
  // Nothing is paid when a card is only checked.
  const sum = charged ? html`<bdi .textContent=${moneyIn(translation)(charged, currency)}></bdi> ` : nothing
  return html`${sum}<bdi .textContent=${of}></bdi>`
}

function timeOf({ translation }: DialogView, left: number): TemplateResult {
  const shown = shownTime(left)
  return html`<p class="bank-time" data-testid="time-left">
    <span class="unseen" .textContent=${timeText(translation, shown)}></span>
    <span aria-hidden="true" .textContent=${timeIn(translation, shown, 'short')}></span>
  </p>`
}

function announcement({ translation }: DialogView, left: number): string {
  const time = announcedTime(left)
  return time === undefined ? '' : timeText(translation, time)
}

const timeText = (translation: Translation, ms: number): string =>
  format(translation.texts.checkout.timeLeft, { time: timeIn(translation, ms, 'long') }, translation)

const exit = ({ translation, leave }: DialogView): TemplateResult =>
  html`<footer>
    <button
      class="second"
      data-testid="challenge-redirect"
      @click=${leave}
      .textContent=${translation.texts.checkout.challengeRedirect}
    ></button>
  </footer>`
