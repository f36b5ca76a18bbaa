import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { BindingCreation, BindingExtension, CreatedBinding } from '#server-contract/gateway/family/stored-cards.ts'
import type { Verdict } from '#server-contract/gateway/orders.ts'
import { cardMonth } from '#contract/time/card-month.ts'
import { maskPan } from '#ports/mask.ts'
import { cardIn } from '../cards/card-data.ts'
import type { GatewayContext } from '../context.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import { refusal } from '../errors/refusal.ts'
import { success } from '../errors/words/success.ts'
import type { Caller } from '../merchants/merchants.ts'

/** extendBinding.do (family): the card of a binding, which may be out of use, has another expiry from now on. */
export const extendBinding =
  ({ bindings, clock }: GatewayContext) =>
  ({ bindingId, newExpiry, language }: BindingExtension, { merchant }: Caller): Verdict => {
    const month = cardMonth(clock.now())
    if (newExpiry < month)
      throw fieldRefusal(
        gatewayApi.extendBinding,
        { field: 'newExpiry', kind: 'rule', rule: `must not be before ${month}` },
        language,
      )
    if (!bindings.extend(merchant.login, bindingId, newExpiry)) throw refusal('no binding', language)
    return success(language)
  }

/** createBindingNoPayment.do (family): stores a common binding; the issuer is not asked. */
export const createBinding =
  ({ bindings, random }: GatewayContext) =>
  (request: BindingCreation, { merchant }: Caller): CreatedBinding => {
    const { clientId, pan, expiryDate, cvc, cardholderName, language } = request
    const read = cardIn({ pan, expiry: expiryDate, ...(cvc && { cvc }) })
    if ('wrong' in read) throw refusal(read.wrong, language)
    const binding = bindings.store({
      id: random.uuid(),
      merchant: merchant.login,
      clientId,
      category: 'COMMON',
      card: { pan, expiry: expiryDate },
      holder: cardholderName,
    })
    return {
      ...success(language),
      error: false,
      bindingId: binding.id,
      clientId,
      cardholderName,
      expiryDate,
      maskedPan: maskPan(pan),
    }
  }
