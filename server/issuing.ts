/** The entry point for issuers' back offices: `tender-checkout/issuing`. */
import type { Fetch } from '#contract/wire/client.ts'
import { undiciFetch } from '#gateway-client/undici-fetch.ts'
import { buildIssuingClient, type IssuingClient } from '#issuing-client/issuing-client.ts'
import { systemClock } from '#ports/system.ts'
import { isSafe } from '#proxy/config/origins.ts'

export type { IssuingClient } from '#issuing-client/issuing-client.ts'
export type { IssuingAnswer, IssuingOperation, IssuingRequest } from '#issuing-client/operations.ts'
export { IssuingError, type IssuingErrorKind, type IssuingOutcome } from '#issuing-client/issuing-error.ts'
export { responseCodes, type ResponseCode } from '#server-contract/issuing/response-codes.ts'
export { hotCardStatuses } from '#server-contract/issuing/card-data.ts'
export { serviceActions, serviceObjectTypes } from '#server-contract/issuing/acquiring.ts'
export { authenticationIndicators } from '#server-contract/issuing/blocks.ts'
export { accountTypes, cardDeliveries } from '#server-contract/issuing/cards.ts'
export { geoStatuses } from '#server-contract/issuing/geo.ts'
export { operationDirections } from '#server-contract/issuing/history.ts'
export { keyLengths, keyPrefixes, keyTypes } from '#server-contract/issuing/keys.ts'
export { cvcDeliveries } from '#server-contract/issuing/pins.ts'
export type { Fetch, FetchAnswer, FetchSettings } from '#contract/wire/client.ts'

export interface IssuingClientOptions {
  /**
   * The interface's `base_url`, what comes before `/apigate/ws/rest`: https; http only on this machine, since every
   * request contains the password and may contain a card number.
   */
  readonly url: string
  /** The identifier of the Basic credentials; without a colon. */
  readonly login: string
  readonly password: string
  /** Absent: verified TLS, no redirect followed, nothing sent twice, an answer of at most 16 MiB. */
  readonly fetch?: Fetch
  /** Milliseconds for an answer, from the connection to the last byte; 25 000 when absent. */
  readonly timeoutMs?: number
}

const TIMEOUT = 25_000
const LONGEST_ANSWER = 16 * 1024 * 1024

/**
 * Client of a bank's card-management interface: a method per operation, which sends one request and repeats nothing.
 * Throws at once where an option cannot be used.
 *
 * @example
 * ```ts
 * import { issuingClient } from 'tender-checkout/issuing'
 *
 * const { BANK_LOGIN: login = '', BANK_PASSWORD: password = '' } = process.env
 * const bank = issuingClient({ url: 'https://cards.bank.example', login, password })
 * const { cardData } = await bank.getCardData({ cardIdentification: { cardId: '1000017' } })
 * if (cardData?.hotCardStatus === 0)
 *   await bank.debitCard({ cardIdentification: { cardId: '1000017' }, amount: 4990, currency: 978 })
 * ```
 */
export function issuingClient({
  url,
  login,
  password,
  timeoutMs = TIMEOUT,
  fetch,
}: IssuingClientOptions): IssuingClient {
  if (!isSafe(url, true) || /[?#]/.test(url))
    throw new Error('The url of the bank must be https, without a query; http only on localhost')
  if (!login || login.includes(':') || !password)
    throw new Error('The bank needs a login without a colon, and a password')
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) throw new Error('timeoutMs must be a number of milliseconds')
  return buildIssuingClient({
    base: url.replace(/\/+$/, ''),
    login,
    password,
    timeoutMs,
    clock: systemClock,
    fetch: fetch ?? undiciFetch({ timeoutMs, longestAnswer: LONGEST_ANSWER }),
  })
}
