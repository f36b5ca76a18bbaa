import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import { brandNames } from '#texts/brand-names.ts'
import { certifiedRows } from '#texts/shown-words.ts'
import { dateIn } from '#texts/formats.ts'
import { withOrderId } from '../../payments/return-address.ts'
import type { Html } from '../../static-files/documents.ts'
import { moneyIn, pageOf, sentence, type Translation } from './page.ts'

/** An outcome of a payment that was made. */
export type PaidOutcome = Extract<Outcome, { state: 'paid' | 'held' | 'verified' | 'refunded' }>

interface Shown {
  readonly outcome: PaidOutcome
  readonly ticket: Ticket
  /** Whether the payer came from a page of the shop, and may go back to it. */
  readonly isFromShop: boolean
}

/** Without scripts the browser's own menu prints, and the time is in a zone that is named: where the payer is, no server knows. */
export const printing =
  'const b=document.querySelector("button");b.hidden=false;b.onclick=()=>print();const t=document.querySelector("time");' +
  'if(t)t.textContent=new Date(t.dateTime).toLocaleString(document.documentElement.lang,{dateStyle:"medium",timeStyle:"short"})'

const title = { paid: 'paid', held: 'held', verified: 'verified', refunded: 'refunded' } as const
const hint = { paid: 'paidHint', held: 'heldHint', verified: 'verifiedHint', refunded: 'refundedHint' } as const

/** The receipt of a paid order: what banks certify, and shoppers keep. */
export function receiptPage(translation: Translation, shown: Shown): Html {
  const { lang, texts } = translation
  const { outcome, ticket, isFromShop } = shown
  const { state, orderId, orderNumber, currency, receipt = {} } = outcome
  const charged = outcome.amount + (ticket.feeInput ?? 0)
  const money = (amount: number): string => moneyIn(translation, amount, currency)
  const refunded = 'refundedAmount' in outcome ? outcome.refundedAmount : 0
  const said =
    refunded === charged
      ? ''
      : sentence(translation, hint[state], { amount: money(charged), refunded: money(refunded) })
  const { checkout, card, receiptWords: words } = texts
  const rows = [
    textRow([checkout.receiptAmount, state === 'verified' ? undefined : money(charged)]),
    textRow([card.unknownBrand, cardOf(receipt)]),
    receipt.at === undefined ? '' : rowOf(checkout.receiptDate, timeOf(translation, receipt.at)),
    textRow([checkout.receiptOrder, orderNumber]),
    ...certifiedRows(words, receipt).map(textRow),
  ]
  const about = ticket.description === undefined ? '' : `<p><bdi>${escapeHtml(ticket.description)}</bdi></p>`
  const back =
    isFromShop && orderId !== undefined
      ? `<a class="back" href="${escapeHtml(withOrderId(ticket.returnUrl, orderId))}">${escapeHtml(texts.proxyPages.back)}</a>`
      : ''
  return pageOf(
    { lang, texts },
    checkout[title[state]],
    `<h1>${escapeHtml(checkout[title[state]])}</h1>${said && `<p>${said}</p>`}${about}<dl>${rows.join('')}</dl>` +
      `<button type="button" hidden>${escapeHtml(words.print)}</button>${back}<script>${printing}</script>`,
  )
}

const textRow = ([label, value]: readonly [string, string | undefined]): string =>
  value ? rowOf(label, escapeHtml(value)) : ''

const rowOf = (label: string, markup: string): string =>
  `<div><dt>${escapeHtml(label)}</dt><dd><bdi>${markup}</bdi></dd></div>`

function cardOf({ brand = '', lastDigits }: NonNullable<PaidOutcome['receipt']>): string | undefined {
  const name = brandNames.get(brand)
  return [name, lastDigits && `•••• ${lastDigits}`].filter(Boolean).join(' ') || undefined
}

/** In a language that the browser may not know, the time stays as it is here. */
function timeOf({ lang, texts }: Translation, at: number): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  const time = `${escapeHtml(dateIn(lang, texts.formats ?? {}, at, style))} UTC`
  return texts.formats ? time : `<time datetime="${new Date(at).toISOString()}">${time}</time>`
}
