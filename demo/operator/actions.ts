import type { MerchantClient } from '#proxy/merchant/merchant-operations.ts'
import { MerchantError } from '#proxy/merchant/merchant-error.ts'

/** The fields that a form of the operator's page sends. */
export type Sent = Readonly<Record<string, string | undefined>>

type Action = (merchant: MerchantClient, sent: Sent) => Promise<{ readonly state?: string }>

const about = ({ orderNumber = '' }: Sent) => ({ orderNumber })

const chargeIn = ({ orderNumber = '', clientId = '', bindingId = '', amount = '', currency = '' }: Sent) => ({
  orderNumber,
  clientId,
  bindingId,
  amount: Number(amount),
  currency,
})

/** The operator's actions, by the name of the button. */
export const actions: Readonly<Record<string, Action>> = {
  capture: (merchant, sent) => merchant.capture(about(sent)),
  refund: (merchant, sent) => merchant.refund(about(sent)),
  cancel: (merchant, sent) => merchant.cancel(about(sent)),
  charge: (merchant, sent) => merchant.charge(chargeIn(sent)),
  chargeRecurrent: (merchant, sent) => merchant.chargeRecurrent(chargeIn(sent)),
  async removeCard(merchant, { clientId = '', bindingId = '' }) {
    await merchant.removeCard({ clientId, bindingId })
    return { state: 'removed' }
  },
}

/** Runs an action and returns the result as a sentence. */
export async function perform(merchant: MerchantClient, name: string, sent: Sent): Promise<string> {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) return `There is nothing called ${name}.`
  try {
    const { state } = await action(merchant, sent)
    return `${sent['orderNumber'] ?? 'The card'} is ${state}.`
  } catch (error) {
    if (!(error instanceof MerchantError)) throw error
    return error.sentence
  }
}
