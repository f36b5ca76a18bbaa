import { gatewayApi } from '#server-contract/gateway/api.ts'
import { client } from '#contract/wire/client.ts'
import type { Stack, Tenant } from './stack.ts'

const paid: ReadonlySet<number | undefined> = new Set([1, 2])

/** How many tries of a merchant's order the gateway reports as paid. */
export async function triesPaid({ sandbox }: Stack, { credentials }: Tenant, orderNumber: string): Promise<number> {
  const gateway = client(gatewayApi, sandbox.gateway, fetch)
  let count = 0
  for (let at = 1; ; at++) {
    const number = at === 1 ? orderNumber : `${orderNumber}-${at}`
    const { errorCode, orderStatus } = await gateway.getOrderStatusExtended({ ...credentials, orderNumber: number })
    if (Number(errorCode) !== 0) return count
    if (paid.has(orderStatus)) count += 1
  }
}
