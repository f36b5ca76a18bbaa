import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'

type Fields = Readonly<Record<string, unknown>>

/** The claimed sender of a request, under any operation's field names; used for authentication, signature and limit. */
export interface Sender {
  readonly userName?: unknown
  readonly password?: unknown
  readonly token?: unknown
  /** A merchant's login; the only field of a wallet request without credentials. */
  readonly merchant?: unknown
}

type Reader = (fields: Fields) => Sender

/** Login with password, or a token (online gateway 5). */
const byCredentials: Reader = ({ userName, password, token }) => ({ userName, password, token })

/** Login and password in lower-case names, and no token (4.8, 4.10). */
const byLowerCase: Reader = ({ username: userName, password }) => ({ userName, password })

/** The merchant alone, unless credentials are sent (4.7, 4.9). */
function bySeal({ merchant, ...fields }: Fields): Sender {
  const sender = byCredentials(fields)
  return Object.values(sender).some((one) => one !== undefined) ? sender : { merchant }
}

const { walletAPayment, walletBPayment, walletADirect, walletBDirect } = gatewayApi

/** Operations whose sender fields differ from most. */
const readers: ReadonlyMap<Operation, Reader> = new Map<Operation, Reader>([
  [walletAPayment, bySeal],
  [walletBPayment, bySeal],
  [walletADirect, byLowerCase],
  [walletBDirect, byLowerCase],
])

export const senderOf = (operation: Operation, fields: Fields): Sender =>
  (readers.get(operation) ?? byCredentials)(fields)

/** Finds the merchant that a sender names; does not check the password. */
export const namedBy =
  ({ userName, token, merchant }: Sender) =>
  ({ login, token: own }: { readonly login: string; readonly token?: string }): boolean =>
    token !== undefined && userName === undefined ? own === token : login === (userName ?? merchant)
