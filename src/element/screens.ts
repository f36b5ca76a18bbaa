import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { codeStepOf } from '#contract/outcome.ts'
import { exits, isAtMethod } from './three-ds/exits.ts'
import type { Offer } from './three-ds/offer.ts'
import type { ThreeDs } from './three-ds/three-ds.ts'
import { busy, type State } from './state/checkout-state.ts'
import type { Payment } from './state/payment.ts'
import { moneyFirst } from '#texts/texts.ts'
import { format, reasonOf, type Translation } from './i18n/locale-controller.ts'
import { textOf } from './state/errors.ts'

export interface Acts {
  readonly retry: () => void
  readonly again: () => void
  /** `visitBank` navigates to the bank's page, `cancel` cancels the payment: when the 3-D Secure code is not loaded. */
  readonly visitBank: () => void
  readonly cancel: () => void
  /** Whether the checkout was retried since the order was last shown. */
  readonly retried: () => boolean
  /** Where the order can be paid without the frame, and what is posted there; wallets alone cannot be used there. */
  readonly hostedPage: () => { readonly action: string; readonly order: string } | undefined
}

/*
 * Translators of pages replace texts by elements of their own, in which a text between the marks of a template would not
 * be found again. Texts are therefore properties of their elements in all templates: what is written replaces what is
 * there.
 */

type MaybeTemplate = TemplateResult | typeof nothing

/** The text while the checkout is busy, on the screen and in the live region; empty otherwise. */
export function progressOf(payment: Payment, translation: Translation, bank: ThreeDs | undefined): string {
  const { state, error } = payment
  const { checkout } = translation.texts
  if (!busy.has(state)) return ''
  const isAtCode = codeStepOf(payment.outcome)
  const isAtBank = state === 'authenticating' && !isAtCode && bank
  if (error && !isAtBank) return errorTextOf(payment, translation)
  const message = isAtBank
    ? bank.progress(payment, checkout)
    : checkout[isAtMethod(payment) ? 'confirming' : isAtCode ? 'submitting' : (state as 'loading')]
  return payment.late || (isAtBank && bank.isSlow) ? `${message} ${checkout.slow}` : message
}

/** What the live region says: the current step, or the result, once; a screen that is an alert announces itself. */
export function announcementOf(payment: Payment, translation: Translation, bank: ThreeDs | undefined): string {
  const { state } = payment
  if (busy.has(state)) return progressOf(payment, translation, bank)
  if (state === 'ready' || isAlert(state)) return ''
  const title = titleOf(state, translation)
  const hint = bank?.resultView(payment, translation)?.hint
  const words = hint ? `${title}${/\p{P}$/u.test(title) ? '' : '.'} ${hint}` : title
  return translation.direction === 'rtl' ? words : words.replaceAll(/[\u2068\u2069]/g, '')
}

/**
 * A text that begins in bold letters where it says that nothing was charged; its bidi-isolated values, two at most, are in
 * elements that translators of pages leave alone.
 */
function sentenceView(text: string, translation: Translation): TemplateResult {
  const [money, rest] = moneyFirst(text, translation.texts.checkout.otherCard)
  const [before, first, between, second, after] = rest.split(/\u2068(.*?)\u2069/)
  // oxfmt-ignore
  return html`<p><strong .textContent=${money}></strong><span .textContent=${before}></span><bdi translate="no" .textContent=${first}></bdi><span
    .textContent=${between}></span><bdi translate="no" .textContent=${second}></bdi><span .textContent=${after}></span></p>`
}

const titleOf = (state: State, { texts: { checkout } }: Translation): string => checkout[state as 'paid']

const isAlert = (state: State): boolean => state === 'declined' || state === 'failed'

/** The screen that replaces the form. */
export function screenOf(
  payment: Payment,
  translation: Translation,
  acts: Acts,
  bank: ThreeDs | undefined,
): TemplateResult {
  return busy.has(payment.state)
    ? busyScreen(payment, translation, acts, bank)
    : resultScreen(payment, translation, acts, bank)
}

/** What the alerts beside the frame say, and of which payment. */
export interface Alerting {
  readonly payment: Payment
  readonly translation: Translation
  /** Whether the current payment uses the form's own button, and no other method. */
  readonly isByCard: boolean
}

/**
 * Why another method sent nothing, or was declined, beside its button; for a card, the frame shows the first above the button
 * that was pressed.
 */
export function alertOf(shown: Alerting): MaybeTemplate {
  if (shown.isByCard) return nothing
  const error = errorTextOf(shown.payment, shown.translation)
  if (!error) return refusalOf(shown)
  return html`<div class="alert" part="alert" role="alert">${sentenceView(error, shown.translation)}</div>`
}

/** Why the payment before was declined: for a card, above the form for the next one. */
export const refusalOf = ({ payment: { refused, method }, translation }: Omit<Alerting, 'isByCard'>): MaybeTemplate =>
  refused
    ? html`<div class="alert refusal" part="alert" role="alert">
        ${sentenceView(reasonOf(refused.reason, method, translation), translation)}
      </div>`
    : nothing

/**
 * What an error means for the shopper's money comes first where it is known, unless its own text says so; then a way out.
 * Before the order was read nothing is said of it: the page before a reload may have sent a payment.
 */
function errorTextOf({ error, isPayable, state, outcome }: Payment, translation: Translation): string {
  if (!error) return ''
  const { checkout } = translation.texts
  const text = format(checkout[textOf(error.code, isPayable)], { wallet: error.wallet ?? '' }, translation)
  if (state === 'authenticating') return codeStepOf(outcome) ? text : `${text} ${checkout.pendingHint}`
  const isUncharged = state === 'failed' && outcome?.state === 'open' && !text.startsWith(checkout.otherCard)
  return isUncharged ? `${checkout.otherCard} ${text}` : text
}

function busyScreen(payment: Payment, translation: Translation, acts: Acts, bank: ThreeDs | undefined): TemplateResult {
  const offer =
    bank && !codeStepOf(payment.outcome)
      ? bank.offer(payment, translation.texts.checkout)
      : offerWithoutBank(payment, translation, acts)
  return html`<div class="screen-area waiting">
    <div class="screen" part="screen" aria-hidden=${offer ? nothing : 'true'}>
      ${offer?.badge ?? html`<span class="spinner"></span>`}
      <p .textContent=${progressOf(payment, translation, bank)}></p>
      ${offer?.buttons}
    </div>
  </div>`
}

function offerWithoutBank(payment: Payment, { texts }: Translation, acts: Acts): Offer | undefined {
  if (payment.state !== 'authenticating' || !(payment.late || payment.error)) return undefined
  return { buttons: exits(payment, texts.checkout, acts.visitBank, acts.cancel) }
}

function resultScreen(
  payment: Payment,
  translation: Translation,
  acts: Acts,
  bank: ThreeDs | undefined,
): TemplateResult {
  const { state } = payment
  const resultView = bank?.resultView(payment, translation)
  const hint = resultView?.hint ?? (state === 'pending' ? translation.texts.checkout.pendingHint : '')
  return html`<div class="screen-area">
    <div class="screen" part="screen">
      ${resultView?.badge}
      <div class="said" role=${isAlert(state) ? 'alert' : nothing}>
        <h2 part="title" tabindex="-1" .textContent=${titleOf(state, translation)}></h2>
        ${sentenceView((state !== 'pending' && errorTextOf(payment, translation)) || hint, translation)}
      </div>
      ${resultView?.facts} ${retry(payment, translation, acts)} ${hostedPageForm(payment, translation, acts)}
    </div>
  </div>`
}

/** After a hard decline of a card the frame empties its number; after one of another method the form is as it was. */
function retry(
  { state, outcome, method }: Payment,
  { texts: { checkout, card } }: Translation,
  acts: Acts,
): MaybeTemplate {
  const failed = state === 'failed'
  if (!failed && !(outcome && 'again' in outcome && outcome.again)) return nothing
  const needsAnother = outcome?.state === 'declined' && outcome.kind === 'hard' && !method
  const words = failed ? checkout.retry : needsAnother ? card.anotherCard : checkout.tryAgain
  const pressed = failed ? acts.retry : acts.again
  return html`<button class="main" part="button" data-testid="retry" @click=${pressed} .textContent=${words}></button>`
}

/** Errors of the frame itself, and whether a retry may fix them. */
const frameless: ReadonlyMap<string | undefined, boolean> = new Map([
  ['frame_timeout', false],
  ['script_failed', false],
  ['frame_error', false],
  ['frame_network', true],
])

/** A form that leads to the gateway's own page, when a blocked frame leaves no other way to pay. */
function hostedPageForm({ state, error }: Payment, { texts }: Translation, acts: Acts): MaybeTemplate {
  const isMendable = frameless.get(error?.code)
  if (state !== 'failed' || isMendable === undefined || (isMendable && !acts.retried())) return nothing
  // After the state, since an element without a valid `src` has no such page.
  const page = acts.hostedPage()
  if (!page) return nothing
  const { action, order } = page
  return html`<form method="post" action=${action} target="_top">
    <input type="hidden" name="order" .value=${order} />
    <button class="second" part="button" data-testid="bank-page" .textContent=${texts.checkout.bankPage}></button>
  </form>`
}
