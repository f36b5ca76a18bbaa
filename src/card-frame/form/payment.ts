import type { CoBadged } from '#contract/co-badged.ts'
import type { PayerData } from '#contract/payment-methods.ts'
import { plainLatin } from '#contract/latin.ts'
import { digitsIn } from '../card/digits.ts'
import { monthIn } from '../card/expiry.ts'
import { requestedIn, brandIn, type Form } from './form.ts'
import type { Sealable } from '../proxy-client/seal.ts'
import { chosenCard, type FormContext } from './form-context.ts'
import { channelForm } from '../methods/channels.ts'

/** A card that passed every check, new or stored. */
export interface CheckedPayment {
  /** Leaves the frame only encrypted, in the `seToken`. */
  readonly sealed: Omit<Sealable, 'orderId'>
  /** Sent beside it in the clear. */
  readonly open: {
    readonly cardholder?: string
    readonly bindingId?: string
    readonly save?: boolean
    readonly brand?: CoBadged
    readonly payer?: PayerData
  }
}

/** The payment of a form without problems. */
export function paymentIn(form: Form, on: FormContext): CheckedPayment {
  const payer = payerIn(form, on)
  const stored = chosenCard(form, on)
  const { cvc } = form.values
  if (stored) {
    const { bindingId } = stored
    return { sealed: { cvc, bindingId }, open: { bindingId, ...payer } }
  }
  const save = on.checkout.saving.mode === 'ask' && { save: form.save }
  const brand = on.choice?.brandOfChoice(brandIn(form, on), form.brand)
  return {
    sealed: newCard(form, on),
    open: { cardholder: plainLatin(form.values.holder), ...save, ...brand, ...payer },
  }
}

function newCard({ values }: Form, { checkout }: FormContext): CheckedPayment['sealed'] {
  const cvc = channelForm(checkout).isByOperator ? '' : values.cvc
  return { pan: digitsIn(values.number), cvc, expiry: monthIn(values.expiry)! }
}

/** The requested payer data that is valid. */
function payerIn(form: Form, on: FormContext): { readonly payer?: PayerData } {
  const payer = on.payer?.dataOf(requestedIn(form, on), form.values) ?? {}
  return Object.keys(payer).length > 0 ? { payer } : {}
}
