import { expect, test } from 'vitest'
import { systemClock } from '#ports/system.ts'
import { jsonParamsOf } from '#proxy/orders/registration.ts'
import { buildSigner } from '#proxy/tickets/signatures.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { buildTicketReader } from '#proxy/tickets/ticket.ts'
import { configOf, order, secret } from '../support/test-proxy.ts'

const terminal = { force_terminal_id: 'E010101010' }
const items = [{ positionId: 1, name: 'Mug', quantity: { value: 1, measure: 'pcs' }, itemAmount: 4990, itemCode: 'm' }]

const SATIM = { TENDER_GATEWAY_PROFILE: 'satim' }
const BT = { TENDER_GATEWAY_PROFILE: 'bt-ipay' }

test.each<[env: Readonly<Record<string, string>>, claims: Partial<OrderClaims>, field: string | undefined]>([
  [SATIM, { jsonParams: terminal }, undefined],
  [SATIM, {}, 'jsonParams'],
  [{ ...SATIM, TENDER_GATEWAY_PARAMS: 'force_terminal_id:E010101010' }, {}, undefined],
  [SATIM, { jsonParams: terminal, orderNumber: 'A-1234567' }, 'orderNumber'],
  [BT, { orderBundle: { cartItems: { items } } }, undefined],
  [BT, {}, 'orderBundle'],
])('with %o a ticket of %o is refused for %s', async (env, claims, field) => {
  const read = buildTicketReader(configOf(env), systemClock)
  const ticket = await signOrder({ ...order, ...claims }, secret)
  const reading = read(`Bearer ${ticket}`)
  if (field === undefined) expect(await reading).toMatchObject({ amount: 4990 })
  else await expect(reading).rejects.toMatchObject({ code: 'ticket_invalid', field })
})

test('the order number stands in a parameter as it is, also with signs that a replacement reads', () => {
  const config = configOf({ TENDER_GATEWAY_PARAMS: 'udf1:{orderNumber}' })
  const signer = buildSigner(config.signingSecret, config.olderSigningSecrets)
  const { jsonParams } = jsonParamsOf({ config, signer }, { ...order, orderNumber: 'A-$&$$1' })
  expect(jsonParams).toMatchObject({ udf1: 'A-$&$$1' })
})
