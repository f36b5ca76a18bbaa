import { html, nothing, type TemplateResult } from 'lit'
import type { LazyFeatures } from './lazy-features.ts'
import type { Translation } from './i18n/locale-controller.ts'
import { alertOf, announcementOf, refusalOf, screenOf, type Acts } from './screens.ts'
import type { Payment } from './state/payment.ts'

/** What is rendered above and below the card frame. */
export interface Surroundings {
  readonly payment: Payment
  /** Whether the form is shown: until the result takes its place, also after the payment. */
  readonly isFormShown: boolean
  readonly translation: Translation
  /** Whether the translation is the requested one. */
  readonly isTranslated: boolean
  readonly scheme: 'light' | 'dark'
  readonly features: Pick<LazyFeatures, 'bank' | 'code' | 'express'>
  readonly acts: Acts
  /** Whether the current payment uses the form's own button, and no other method. */
  readonly isByCard: boolean
}

type Rendered = TemplateResult | typeof nothing

export function aboveFrame(shown: Surroundings): TemplateResult {
  const { payment, isFormShown, translation, features, acts } = shown
  return html`<slot name="header"></slot>
    <i class="sense"></i>
    <i class="probe"></i>
    <p class="unseen" role="status" .textContent=${progress(shown)}></p>
    ${isFormShown ? nothing : (features.code?.screen(payment, translation) ?? screenOf(payment, translation, acts, features.bank))}`
}

/** What is between that and the frame: it fills the place that is kept for it. */
export const aroundWallets = (shown: Surroundings): TemplateResult =>
  html`${wallets(shown)} ${shown.isByCard ? refusalOf(shown) : nothing}`

export function belowFrame(shown: Surroundings): TemplateResult {
  const { payment, isFormShown, translation, features } = shown
  const isSlow = payment.state === 'loading' && payment.late
  return html`${isSlow ? html`<div class="late"><p class="alert" aria-hidden="true" .textContent=${translation.texts.checkout.slow}></p></div>` : nothing}
    <slot name="button"></slot>
    <i class="end"></i>
    <div class="below">${(isFormShown && features.express?.below(shown)) || nothing}</div>
    <slot name="footer"></slot>
    <slot name="legal"></slot>
    <div data-place="bank"></div>
    <div data-place="wallets"></div>`
}

function progress({ payment, translation, isTranslated, features }: Surroundings) {
  if (!isTranslated) return nothing
  const { bank, code, express } = features
  const other = express?.progress(translation) ?? code?.announcement(payment, translation)
  return other ?? announcementOf(payment, translation, bank)
}

/** The buttons of the other methods, and why the last of their payments was not sent or was declined. */
const wallets = (shown: Surroundings): Rendered =>
  shown.isFormShown ? (shown.features.express?.above(shown) ?? alertOf(shown)) : nothing
