import { undiciCarry, type OpenCarry } from '#gateway-client/undici-carry.ts'
import type { ProxyConfig } from '../config/config.ts'

/** Milliseconds; the proxy's own patience is no longer. */
const TIMEOUT = 10_000

/** Reaches Apple's servers with the merchant identity certificate; `undefined` where none is configured. */
export function appleCarryOf({ walletSettings }: Pick<ProxyConfig, 'walletSettings'>): OpenCarry | undefined {
  const { appleIdentity } = walletSettings
  return (
    appleIdentity &&
    undiciCarry({ timeoutMs: TIMEOUT, cert: appleIdentity.certificate, key: appleIdentity.key.reveal() })
  )
}
