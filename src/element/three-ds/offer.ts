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

interface ScreenContent {
  /** What is going on. */
  readonly text: keyof CheckoutTexts
  /** Whether it is the bank, and not the shopper, that takes long. */
  readonly isByBank?: true
  /** When the shopper can show the bank's page: from the first moment on, or once it takes long; never without. */
  readonly confirm?: 'at once' | 'late'
  /** Whether nothing continues without the shopper, who may then also cancel, or open the page outside the dialog. */
  readonly isStopped?: true
}

export const screens: Readonly<Record<Screen, ScreenContent>> = {
  method: { text: 'confirming', isByBank: true },
  challenge: { text: 'authenticating' },
  elsewhere: { text: 'challengeElsewhere', confirm: 'at once' },
  returned: { text: 'confirming', isByBank: true, confirm: 'late' },
  leaving: { text: 'redirecting', isByBank: true },
  waiting: { text: 'authenticating', confirm: 'at once', isStopped: true },
}

/** What the current screen offers; `undefined` while there is nothing to do but wait. */
export function offerOf(
  flow: Pick<ThreeDsFlow, 'screen' | 'late' | 'confirm' | 'leave' | 'cancel'>,
  payment: Pick<Payment, 'error' | 'outcome'>,
  words: CheckoutTexts,
): Offer | undefined {
  if (!flow.screen) return undefined
  const { confirm, isStopped } = screens[flow.screen]
  if (!confirm || (confirm === 'late' && !flow.late)) return undefined
  const { error } = payment
  const show = html`<button
    class="main"
    data-testid="challenge-confirm"
    @click=${() => flow.confirm()}
    .textContent=${error ? words.tryAgain : words.challengeTitle}
  ></button>`
  if (!isStopped) return { buttons: show }
  const visit = html`<button
    class="second"
    data-testid="bank-visit"
    @click=${() => flow.leave()}
    .textContent=${words.challengeRedirect}
  ></button>`
  const cancel = html`<button
    class="bank-plain"
    data-testid="bank-cancel"
    @click=${() => flow.cancel()}
    .textContent=${words.challengeCancel}
  ></button>`
  return {
    badge: html`<span class="badge ${error ? 'badge-bad' : ''}">${error ? icons.mark : icons.bank}</span>`,
    buttons: html`${show} ${error && pageOf(payment) !== undefined ? visit : nothing} ${cancel}`,
  }
}
