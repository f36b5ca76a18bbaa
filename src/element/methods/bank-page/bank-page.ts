import { html, nothing, render } from 'lit'
import { mayVisit } from '#browser/visitable.ts'
import { BANK_PAGE } from '#contract/methods/methods.ts'
import { codeStepOf } from '#contract/outcome.ts'
import type { ElementContext } from '../../element-context.ts'
import { moneyIn } from '../../i18n/currencies.ts'
import type { Translation } from '../../i18n/locale-controller.ts'
import type { Payment } from '../../state/payment.ts'
import type { ButtonAppearance, Picture } from '../wallet.ts'

/** A padlock. */
export const picture: Picture = { path: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3' }

/** What the only button says besides its words. */
interface Alone {
  readonly payment: Pick<Payment, 'charged'>
  readonly translation: Translation
  /** Numeric ISO 4217. */
  readonly currency: string
}

/** The same beside the name of a button. */
export const mark = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${picture.path} /></svg>`

/** The button to the bank's page where it is the only one: with the amount. */
export function onlyButton(appearance: ButtonAppearance, alone: Alone): HTMLElement {
  const { payment, translation, currency } = alone
  const sum = payment.charged ? moneyIn(translation)(payment.charged, currency) : ''
  const { label, locale, press } = appearance
  const place = document.createDocumentFragment()
  const button = html`<button type="button" class="main express-page" part="button" lang=${locale} @click=${press}>
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
  pay: (instead?: () => void) => Promise<void>,
): Promise<void> {
  const { context } = host
  await pay(isConnected(payment) ? undefined : () => post(host))
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
