import { oneOf } from '../reader.ts'
import type { OperationName } from '#gateway-client/profiles/profile.ts'
import type { VariableName as Name } from '../variables.ts'
import type { Reader } from './wallet.ts'

/** A method by a code, as the proxy's environment sets it up. */
export interface CodeConfig {
  /** The variable that switches it on. */
  readonly name: Name
  /** The operations without which it takes no payment. */
  readonly needs: readonly OperationName[]
  /** Variables with which a sandbox offers it. */
  readonly inSandbox: Readonly<Record<string, string>>
}

interface Gateway {
  readonly isLoopback: boolean
  readonly profile: { readonly absent: readonly OperationName[] }
}

/** Whether a method is switched on; says what keeps it from being so. */
export function isOn(from: Reader, { name, needs }: CodeConfig, gateway: Gateway | undefined): boolean {
  if (from.take(name, 'must be on or off', oneOf(['on', 'off'])) !== 'on') return false
  if (from.text('TENDER_GATEWAY_TOKEN'))
    from.wrong(name, 'cannot be on with TENDER_GATEWAY_TOKEN: its operations take login and password only')
  const missing = needs.find((operation) => gateway?.profile.absent.includes(operation))
  if (missing) from.wrong(name, `must not be on: the gateway has no ${missing}`)
  if (gateway && !gateway.isLoopback && !from.text('TENDER_REDIS_URL'))
    from.warn(
      name,
      'should have TENDER_REDIS_URL beside it: without Redis a restart forgets which codes may still be paid',
    )
  return true
}
