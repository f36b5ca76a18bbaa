import { html } from 'lit'
import type { TemplateResult } from 'lit'
import type { ShownWords } from '#texts/shown-words.ts'
import type { CheckoutTexts } from '#texts/texts.ts'
import type { State } from '../state/checkout-state.ts'
import type { Payment } from '../state/payment.ts'
import { moneyIn } from '../i18n/currencies.ts'
import { format, reasonOf } from '../i18n/locale-controller.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import { icons } from './icons.ts'
import { receiptView } from './receipt.ts'

/**
 * What a result screen shows besides its title; it is loaded with the 3-D Secure code, and the screen is correct
 * without it.
 */
export interface ResultView {
  readonly badge: TemplateResult
  /** Each value in it is bidi-isolated. */
  readonly hint: string
  readonly facts: TemplateResult
}

type Sentence = (payment: Payment, translation: Translation) => string

interface View {
  readonly icon: keyof typeof icons
  readonly tone: 'good' | 'bad' | 'calm'
  readonly hint: Sentence
}

const sentence =
  (key: keyof CheckoutTexts): Sentence =>
  ({ detail, charged }, translation) =>
    format(translation.texts.checkout[key], { amount: moneyIn(translation)(charged, detail.currency) }, translation)

/** Both sums of a partial refund; of a whole one the title and the receipt say all. */
const refund: Sentence = ({ detail, charged }, translation) => {
  const { refundedAmount = charged } = detail
  if (refundedAmount >= charged) return ''
  const money = (amount: number): string => moneyIn(translation)(amount, detail.currency)
  const sums = { amount: money(charged), refunded: money(refundedAmount) }
  return format(translation.texts.checkout.refundedHint, sums, translation)
}

const reason: Sentence = ({ outcome, method }, translation) =>
  outcome && 'reason' in outcome ? reasonOf(outcome.reason, method, translation) : ''

/** Where the order can be tried again, its title says all but that; else the shopper has to go back to the shop. */
const expiry: Sentence = (payment, translation) => {
  const { outcome } = payment
  return (outcome && 'again' in outcome && outcome.again ? sentence('otherCard') : reason)(payment, translation)
}

const views: Readonly<Partial<Record<State, View>>> = {
  paid: { icon: 'tick', tone: 'good', hint: sentence('paidHint') },
  held: { icon: 'tick', tone: 'calm', hint: sentence('heldHint') },
  verified: { icon: 'tick', tone: 'calm', hint: sentence('verifiedHint') },
  refunded: { icon: 'back', tone: 'calm', hint: refund },
  declined: { icon: 'cross', tone: 'bad', hint: reason },
  cancelled: { icon: 'cross', tone: 'calm', hint: reason },
  expired: { icon: 'clock', tone: 'calm', hint: expiry },
  pending: { icon: 'clock', tone: 'calm', hint: sentence('pendingHint') },
  failed: { icon: 'mark', tone: 'bad', hint: () => '' },
}

/** To an operator, whose customer has paid. */
const charged: View = { icon: 'tick', tone: 'good', hint: sentence('chargedHint') }

/** The view of a result screen; `undefined` for any other state. */
export function resultViewOf(
  payment: Payment,
  translation: Translation,
  isByOperator: boolean,
  words?: ShownWords,
): ResultView | undefined {
  const { state } = payment
  const view = isByOperator && state === 'paid' ? charged : views[state]
  if (!view) return undefined
  return {
    badge: html`<span class="badge badge-${view.tone}">${icons[view.icon]}</span>`,
    hint: view.hint(payment, { ...translation, direction: 'rtl' }),
    facts: receiptView(payment, translation, words),
  }
}
