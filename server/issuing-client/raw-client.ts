import { issuingApi } from '#server-contract/issuing/api.ts'
import { reversalApi } from '#server-contract/issuing/reversals.ts'
import { client, type Fetch, type Client } from '#contract/wire/client.ts'
import { basic, type Credentials } from './basic.ts'

/** Operations that a gateway calls at an issuer: the card-management interface, and reversals (family). */
export type RawIssuingClient = Client<typeof issuingApi> & Client<typeof reversalApi>

/**
 * Calls the card-management interface at `base` as the sandbox's own servers do: answers as they came, refusals among
 * them; throws {@link ForeignAnswer} on a fault.
 */
export function rawIssuingClient(base: string, credentials: Credentials, fetch: Fetch): RawIssuingClient {
  const authorization = basic(credentials)
  const authorised: Fetch = (url, settings) =>
    fetch(url, { ...settings, headers: { ...settings.headers, authorization } })
  return { ...client(issuingApi, base, authorised), ...client(reversalApi, base, authorised) }
}
