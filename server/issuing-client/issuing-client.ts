import { issuingApi } from '#contract/issuing/cards.ts'
import { client, type Carry, type Client } from '#contract/wire/client.ts'

/** Who asks the card-management interface: HTTP Basic credentials (card management 5). */
export interface Credentials {
  readonly login: string
  readonly password: string
}

/** Asks the card-management interface at `base` in the name of `credentials`; throws {@link ForeignAnswer} on a fault. */
export function issuingClient(base: string, credentials: Credentials, carry: Carry): Client<typeof issuingApi> {
  const authorization = basic(credentials)
  return client(issuingApi, base, (request) => {
    request.headers.set('authorization', authorization)
    return carry(request)
  })
}

const basic = ({ login, password }: Credentials): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
