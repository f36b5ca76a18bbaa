import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { CheckoutTexts } from '#texts/texts.ts'
import type { State } from '../state/checkout-state.ts'
import type { Payment } from '../state/payment.ts'
import { format } from '../i18n/locale-controller.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import { icons } from './icons.ts'

/** What a screen wears beyond its title; it comes with the bank's code, and a screen is true without it. */
export interface ResultView {
  readonly badge: TemplateResult
  readonly hint: string
  readonly reference: TemplateResult | typeof nothing
}

type Sentence = (payment: Payment, speech: Translation) => string

interface Look {
  readonly icon: keyof typeof icons
  readonly tone: 'good' | 'bad' | 'calm'
  readonly hint: Sentence
}

const sentence =
  (key: keyof CheckoutTexts): Sentence =>
  ({ detail }, speech) =>
    format(speech.texts.checkout[key], { amount: speech.money(detail.amount, detail.currency) }, speech)

/** Of a refund both sums: it may be of a part. */
const refund: Sentence = ({ detail }, speech) => {
  const money = (amount: number): string => speech.money(amount, detail.currency)
  const sums = { amount: money(detail.amount), refunded: money(detail.refundedAmount ?? detail.amount) }
  return format(speech.texts.checkout.refundedHint, sums, speech)
}

const reason: Sentence = ({ outcome }, { texts }) => {
  if (!outcome || !('reason' in outcome)) return ''
  const why = texts.reasons[outcome.reason]
  const uncharged = texts.checkout.otherCard
  return why.includes(uncharged) ? why : `${why} ${uncharged}`
}

const looks: Readonly<Partial<Record<State, Look>>> = {
  paid: { icon: 'tick', tone: 'good', hint: sentence('paidHint') },
  held: { icon: 'pause', tone: 'good', hint: sentence('heldHint') },
  verified: { icon: 'tick', tone: 'good', hint: sentence('verifiedHint') },
  refunded: { icon: 'back', tone: 'calm', hint: refund },
  declined: { icon: 'cross', tone: 'bad', hint: reason },
  cancelled: { icon: 'bar', tone: 'calm', hint: reason },
  pending: { icon: 'clock', tone: 'calm', hint: sentence('pendingHint') },
  failed: { icon: 'mark', tone: 'bad', hint: () => '' },
}

/** What the screen of a payment at rest wears. */
export function resultViewOf(payment: Payment, speech: Translation): ResultView | undefined {
  const look = looks[payment.state]
  if (!look) return undefined
  const { orderNumber } = payment.detail
  return {
    badge: html`<span class="badge ${look.tone}">${icons[look.icon]}</span>`,
    hint: look.hint(payment, speech),
    reference: orderNumber
      ? html`<p class="reference">${format(speech.texts.checkout.reference, { orderNumber }, speech)}</p>`
      : nothing,
  }
}
