import { gatewayApi } from '#server-contract/gateway/api.ts'
import { client } from '#contract/wire/client.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { plainText, sealText } from '../../conformance/gateway/seal-card.ts'
import { newOrder, type Fixture } from './fixture.ts'

/** Stores a card for a client by a payment without 3-D Secure, as an earlier visit would have done. */
export async function storeCard({ stack }: Fixture, clientId: string, card: TestCard): Promise<void> {
  const gateway = client(gatewayApi, stack.addresses.gateway, fetch)
  const { userName, password } = stack.credentials.gateway
  const { orderId = '' } = await gateway.register({
    userName,
    password,
    orderNumber: newOrder(),
    amount: 100,
    returnUrl: `${stack.addresses.shop}/`,
    clientId,
    features: ['FORCE_SSL'],
  })
  const { keys } = await gateway.sealingKeys({})
  await gateway.paymentorder({
    userName,
    password,
    MDORDER: orderId,
    seToken: sealText(plainText(card, orderId), keys[0]!.keyValue),
    TEXT: 'JANE DOE',
    language: 'en',
    tii: 'CI',
  })
  const { bindings = [] } = await gateway.getBindings({ userName, password, clientId })
  if (bindings.length !== 1) throw new Error(`The card was not stored for ${clientId}.`)
}
