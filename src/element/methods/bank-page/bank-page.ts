import { html, nothing, render } from 'lit'
import { mayVisit } from '#browser/visitable.ts'
import { BANK_PAGE } from '#contract/methods/methods.ts'
import { codeStepOf } from '#contract/outcome.ts'
import type { ElementContext } from '../../element-context.ts'
import { moneyIn } from '../../i18n/currencies.ts'
import type { Translation } from '../../i18n/locale-controller.ts'
import type { Payment } from '../../state/payment.ts'
import type { codeButton } from '../code-button.ts'
import type { payByCode } from '../pay-by-code.ts'
import type { ButtonAppearance, Picture } from '../wallet.ts'

/** A padlock. */
export const picture: Picture = { path: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3' }

const mark = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d=${picture.path} fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" />
</svg>`

/** What the only button says besides its words. */
interface Alone {
  readonly payment: Pick<Payment, 'charged'>
  readonly translation: Translation
  /** Numeric ISO 4217. */
  readonly currency: string
}

/**
 * The button to the bank's page: beside others as `draw` draws them, and alone with the amount. What the file that loads
 * this one has is given and not imported: its exports would need a further file.
 */
export function pageButton(appearance: ButtonAppearance, alone: Alone | false, draw: typeof codeButton): HTMLElement {
  if (!alone) {
    const beside = draw(appearance, mark)
    beside.classList.add('express-page')
    return beside
  }
  const { payment, translation, currency } = alone
  const sum = payment.charged ? moneyIn(translation)(payment.charged, currency) : ''
  const { label, locale, press } = appearance
  const place = document.createDocumentFragment()
  const button = html`<button type="button" class="main" part="button" lang=${locale} @click=${press}>
    <span .textContent=${label}></span> ${sum ? html`<bdi translate="no" .textContent=${sum}></bdi>` : nothing}
  </button>`
  render(button, place)
  return place.querySelector('button')!
}

export interface PageHost {
  readonly context: Pick<ElementContext, 'leave'>
  readonly origin: () => string
  readonly host: { readonly order: string }
}

/**
 * Leads to the bank's page, with the shop's permission: the address comes from the proxy by the frame or, where there is
 * none, by the proxy's answer to a form.
 */
export async function payOnPage(
  payment: Payment,
  host: PageHost,
  sent: () => void,
  pay: typeof payByCode,
): Promise<void> {
  const { context } = host
  await pay(payment, BANK_PAGE, sent, isConnected(payment) ? undefined : () => post(host))
  const { method, payload = '' } = codeStepOf(payment.outcome) ?? {}
  // Another tab may have got a code meanwhile, which this one shows.
  if (method === BANK_PAGE && mayVisit(payload)) context.leave(payload)
}

function isConnected(payment: Payment): boolean {
  try {
    return !!payment.card()
  } catch {
    return false
  }
}

function post({ origin, host: { order } }: PageHost): void {
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    action: `${origin()}/pay`,
    target: '_top',
    hidden: true,
  })
  form.append(Object.assign(document.createElement('input'), { name: 'order', value: order }))
  document.body.append(form)
  form.submit()
  form.remove()
}
