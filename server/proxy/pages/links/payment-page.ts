import type { Ticket } from '#server-contract/ticket.ts'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import { hostedPagePath } from '../../http/observe.ts'
import type { Html } from '../../static-files/documents.ts'
import { moneyIn, pageOf, type Translation } from './page.ts'

/** Opens the page anew once the order is paid, for the whole receipt. */
export const onPaid = "for(const n of['paid','held','verified'])addEventListener(`tender-${n}`,()=>location.reload())"

interface Shown {
  readonly ticket: Ticket
  /** The ticket of the order, signed. */
  readonly order: string
  readonly publicUrl: string
  readonly shop: string | undefined
  readonly hasElement: boolean
}

/** The page where a link's order is paid: by the element, and without scripts on the bank's page. */
export function paymentPage(translation: Translation, { ticket, order, publicUrl, shop, hasElement }: Shown): Html {
  const { lang, texts } = translation
  const { amount, feeInput = 0, currency, description } = ticket
  const title = shop ?? texts.checkout.name
  const about = description === undefined ? '' : `<p><bdi>${escapeHtml(description)}</bdi></p>`
  const sum = `<p class="sum"><bdi>${escapeHtml(moneyIn(translation, amount + feeInput, currency))}</bdi></p>`
  const form =
    `<form method="post" action="${hostedPagePath}"><input type="hidden" name="order" value="${order}">` +
    `<button>${escapeHtml(texts.checkout.bankPage)}</button></form>`
  const checkout = hasElement
    ? `<tender-checkout order="${order}" src="${publicUrl}" locale="${lang}"><noscript>${form}</noscript></tender-checkout><script>${onPaid}</script>`
    : form
  const script = hasElement ? `<script async crossorigin src="/v1/checkout.js"></script>` : ''
  return pageOf(translation, title, `<h1><bdi>${escapeHtml(title)}</bdi></h1>${about}${sum}${checkout}`, script)
}
