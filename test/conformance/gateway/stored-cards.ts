import type { BindingPayment } from '#server-contract/gateway/bindings.ts'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import type { Tii } from '#server-contract/gateway/initiators.ts'
import { cardNamed, credentials, paid, registered, stateOf, type Fixture } from './fixture.ts'

export const notEnrolled = cardNamed('4444555511113333')
export const enrolled = cardNamed('5555555555555599')
/** A card without 3-D Secure and without money; its issuer checks the CVC. */
export const penniless = cardNamed('4000000000000010')

let clients = 0
export const newClient = (): string => `client-${++clients}`

/** The jsonParams of a payment that creates a recurrent binding (online gateway 3). */
export const recurring = { recurringFrequency: '30', recurringExpiry: '20301231' }

/** A tii, with the terms that paymentorder.do requires for it. */
export const withTerms = (tii: Tii | '') => ({ ...(tii && { tii }), ...(tii === 'RI' && { jsonParams: recurring }) })

/** Stores a card of a client by the binding flow (online gateway 3); returns its bindingId. */
export async function stored(
  fixture: Fixture,
  clientId: string,
  {
    type = 'C',
    card = notEnrolled,
    by = credentials,
  }: { type?: 'C' | 'R'; card?: typeof notEnrolled; by?: typeof credentials } = {},
): Promise<string> {
  const jsonParams = type === 'R' ? { jsonParams: recurring } : {}
  const id = await registered(fixture, {
    ...by,
    clientId,
    amount: 0,
    features: ['VERIFY', 'FORCE_CREATE_BINDING', 'FORCE_SSL'],
  })
  await paid(fixture, id, card, { ...by, ...jsonParams })
  const { bindingInfo } = await stateOf(fixture, id, by)
  return bindingInfo!.bindingId!
}

/** Pays an order by a stored card. */
export const paidByBinding = (
  { gateway }: Fixture,
  mdOrder: string,
  bindingId: string,
  change: Partial<BindingPayment> = {},
): Promise<CardPaymentAnswer> =>
  gateway.paymentOrderBinding({ ...credentials, mdOrder, bindingId, language: 'en', ...change })
