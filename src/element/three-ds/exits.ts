import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { CheckoutError } from '#bridge/protocol.ts'
import type { CheckoutTexts } from '#texts/texts.ts'
import { mayVisit } from '#browser/visitable.ts'
import type { Followed } from '../state/payment-host.ts'
import type { ElementContext } from '../element-context.ts'
import { checkoutErrorOf } from '../state/errors.ts'

type Paying = Pick<Followed, 'outcome' | 'card' | 'take' | 'markUncertain' | 'fail'>

/** The bank's page for the current step, if it has one. */
export function pageOf({ outcome }: Pick<Followed, 'outcome'>): string | undefined {
  return outcome?.state === 'authenticate' && 'redirectUrl' in outcome.step ? outcome.step.redirectUrl : undefined
}

/** Navigates to the bank's page, which replaces this one. */
export function visitBank(payment: Paying, leave: ElementContext['leave']): void {
  const page = pageOf(payment)
  if (page === undefined) return
  if (mayVisit(page)) leave(page)
  else payment.fail(badAddress)
}

/** Whether the bank's method page runs, of which the shopper sees nothing and which asks for nothing. */
export const isAtMethod = ({ outcome }: Pick<Followed, 'outcome'>): boolean =>
  outcome?.state === 'authenticate' && outcome.step.kind === 'method'

/** Opens the bank's page without the 3-D Secure code: a method, which only that code runs, counts as timed out. */
export async function visitBankAtOnce(payment: Paying, leave: ElementContext['leave']): Promise<void> {
  try {
    if (isAtMethod(payment)) payment.take(await payment.card().authenticate(), 'live')
    visitBank(payment, leave)
  } catch (error) {
    payment.markUncertain(checkoutErrorOf(error))
  }
}

/** Cancels the payment without the 3-D Secure code. */
export async function cancelPayment(payment: Paying): Promise<void> {
  try {
    payment.take(await payment.card().cancel(), 'cancelled')
  } catch (error) {
    payment.markUncertain(checkoutErrorOf(error))
  }
}

/** The buttons while the 3-D Secure code is not loaded: to the bank's own page, or to cancel the payment. */
export function exits(
  payment: Pick<Followed, 'outcome'>,
  words: CheckoutTexts,
  visit: () => void,
  cancel: () => void,
): TemplateResult {
  return html`${
      pageOf(payment) === undefined && !isAtMethod(payment)
        ? nothing
        : html`<button
            class="main"
            data-testid="bank-visit"
            @click=${visit}
            .textContent=${words.challengeRedirect}
          ></button>`
    } <button class="second" data-testid="bank-cancel" @click=${cancel} .textContent=${words.challengeCancel}></button>`
}

const badAddress: CheckoutError = {
  code: 'address_refused',
  message: 'The address of the bank’s page is neither https nor http on this machine.',
  field: 'redirectUrl',
}
