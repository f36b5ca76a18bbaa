import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { Trouble } from '#bridge/protocol.ts'
import type { CheckoutTexts } from '#texts/texts.ts'
import { mayVisit } from './address.ts'
import type { Followed } from '../state/payment-host.ts'
import type { ElementContext } from '../element-context.ts'
import { troubleIn } from '../state/trouble.ts'

type Paying = Pick<Followed, 'outcome' | 'card' | 'take' | 'markUncertain' | 'fail'>

/** The bank's page for the step that is due, where it has one. */
function pageOf({ outcome }: Pick<Followed, 'outcome'>): string | undefined {
  return outcome?.state === 'authenticate' && 'redirectUrl' in outcome.step ? outcome.step.redirectUrl : undefined
}

/** Goes to the bank's page in place of this one. */
export function visitBank(payment: Paying, leave: ElementContext['leave']): void {
  const page = pageOf(payment)
  if (page === undefined) return
  if (mayVisit(page)) leave(page)
  else payment.fail(badAddress)
}

const isAtMethod = ({ outcome }: Pick<Followed, 'outcome'>): boolean =>
  outcome?.state === 'authenticate' && outcome.step.kind === 'method'

/** The same without the bank's code: a method, which that code alone can run, is skipped as if its time were over. */
export async function visitBankAtOnce(payment: Paying, leave: ElementContext['leave']): Promise<void> {
  try {
    if (isAtMethod(payment)) payment.take(await payment.card().authenticate(), 'live')
    visitBank(payment, leave)
  } catch (error) {
    payment.markUncertain(troubleIn(error))
  }
}

/** Gives the payment up without the bank's code. */
export async function cancelPayment(payment: Paying): Promise<void> {
  try {
    payment.take(await payment.card().cancel(), 'cancelled')
  } catch (error) {
    payment.markUncertain(troubleIn(error))
  }
}

/** What leads on where the bank cannot be asked on this page: its own page, or giving the payment up. */
export function exits(
  payment: Pick<Followed, 'outcome'>,
  words: CheckoutTexts,
  visit: () => void,
  cancel: () => void,
): TemplateResult {
  return html`${
      pageOf(payment) === undefined && !isAtMethod(payment)
        ? nothing
        : html`<button class="main" data-testid="bank-visit" @click=${visit}>${words.challengeRedirect}</button>`
    } <button class="second" data-testid="bank-cancel" @click=${cancel}>${words.challengeCancel}</button>`
}

const badAddress: Trouble = {
  code: 'address_refused',
  message: 'The address of the bank’s page is neither https nor http on this machine.',
  field: 'redirectUrl',
}
