import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { CheckoutTexts } from '#texts/texts.ts'
import type { Payment } from '../state/payment.ts'
import { pageOf } from './exits.ts'
import type { Screen, ThreeDsFlow } from './flow.ts'
import { icons } from './icons.ts'

/** What the shopper can do while the payment waits for the bank. */
export interface Offer {
  /** In place of the spinner, when nothing continues without the shopper. */
  readonly badge?: TemplateResult
  readonly buttons: TemplateResult
}

/**
 * The button that shows the bank's page, for the first time or again. While nothing continues without the shopper, the
 * payment can be cancelled too; where the page could not be loaded in the dialog, it can be opened as a full page.
 */
export function offerOf(
  screen: Screen,
  payment: Pick<Payment, 'error' | 'outcome'>,
  words: CheckoutTexts,
  flow: Pick<ThreeDsFlow, 'confirm' | 'leave' | 'cancel'>,
): Offer {
  const { error } = payment
  const confirm = html`<button class="main" data-testid="challenge-confirm" @click=${() => flow.confirm()}>
    ${error ? words.tryAgain : words.challengeTitle}
  </button>`
  if (screen !== 'waiting') return { buttons: confirm }
  const visit = html`<button class="second" data-testid="bank-visit" @click=${() => flow.leave()}>
    ${words.challengeRedirect}
  </button>`
  const cancel = html`<button class="plain" data-testid="bank-cancel" @click=${() => flow.cancel()}>
    ${words.challengeCancel}
  </button>`
  return {
    badge: html`<span class="badge ${error ? 'bad' : ''}">${error ? icons.mark : icons.bank}</span>`,
    buttons: html`${confirm} ${error && pageOf(payment) !== undefined ? visit : nothing} ${cancel}`,
  }
}
