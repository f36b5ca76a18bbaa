import { gatewayApi } from '#contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'

type Fields = Readonly<Record<string, unknown>>

/** Who a request says that it is from, whatever its operation calls that; admission, signature and limit all go by it. */
export interface Sender {
  readonly userName?: unknown
  readonly password?: unknown
  readonly token?: unknown
  /** All that is told where a wallet's seal speaks for the rest. */
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

/** Operations that name their sender otherwise than most. */
const readers: ReadonlyMap<Operation, Reader> = new Map<Operation, Reader>([
  [walletAPayment, bySeal],
  [walletBPayment, bySeal],
  [walletADirect, byLowerCase],
  [walletBDirect, byLowerCase],
])

export const senderOf = (operation: Operation, fields: Fields): Sender =>
  (readers.get(operation) ?? byCredentials)(fields)

/** Finds the merchant that a sender names; whether the password is right is not its matter. */
export const namedBy =
  ({ userName, token, merchant }: Sender) =>
  ({ login, token: own }: { readonly login: string; readonly token?: string }): boolean =>
    token !== undefined && userName === undefined ? own === token : login === (userName ?? merchant)
