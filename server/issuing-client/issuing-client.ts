import { issuingApi } from '#contract/issuing/api.ts'
import { reversalApi } from '#contract/issuing/reversals.ts'
import { client, type Fetch, type Client } from '#contract/wire/client.ts'

/** HTTP Basic credentials for the card-management interface (card management 5). */
export interface Credentials {
  readonly login: string
  readonly password: string
}

/** Operations that a gateway calls at an issuer: the card-management interface, and reversals (family). */
export type IssuingClient = Client<typeof issuingApi> & Client<typeof reversalApi>

/** Calls the card-management interface at `base` with `credentials`; throws {@link ForeignAnswer} on a fault. */
export function issuingClient(base: string, credentials: Credentials, fetch: Fetch): IssuingClient {
  const authorization = basic(credentials)
  const authorised: Fetch = (request) => {
    request.headers.set('authorization', authorization)
    return fetch(request)
  }
  return { ...client(issuingApi, base, authorised), ...client(reversalApi, base, authorised) }
}

const basic = ({ login, password }: Credentials): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
