import type { GatewayClient } from '#gateway-client/gateway-client.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import type { OperationName } from '#gateway-client/profiles/profile.ts'
import type { StoredAccount } from '#server-contract/merchant/merchant.ts'
import type { CodeOffers } from '#contract/methods/offers.ts'

/** A code as the gateway answers it; without an identifier or without what it holds, it cannot be paid. */
export interface NewCode {
  readonly id?: string | undefined
  readonly payload?: string | undefined
  /** Whether a bank has accepted the payment already. */
  readonly isAccepted: boolean
}

/** The order that a code is wanted for. */
export interface CodeRequest {
  readonly orderId: string
  /** Where the bank's app leads the payer afterwards. */
  readonly returnUrl: string
  /** BCP 47 tag. */
  readonly language: string | undefined
  /** Whether the payer's account is stored once it has paid. */
  readonly stores: boolean
}

/** A code of an order. */
export interface CodeReference {
  readonly id: string
  readonly orderId: string
}

/**
 * `open`: it may be paid; `accepted`: a bank has accepted the payment, and sends the money or has sent it; `ended`: it
 * can no longer be paid.
 */
export type CodeState = 'open' | 'accepted' | 'ended'

/** The accounts that clients have paid from, which can be charged as stored cards are. */
export interface CodeAccounts {
  /** The operations that it needs. */
  readonly needs: readonly OperationName[]
  list(gateway: GatewayClient, clientId: string): Promise<GatewayResult<readonly Account[]>>
  /** The gateway's name of the operation that removes one, for the log. */
  readonly removal: string
  remove(gateway: GatewayClient, bindingId: string): Promise<GatewayResult<unknown>>
}

type Account = Omit<StoredAccount, 'method'>

/** A method by a code, as the proxy pays with it. */
export interface CodeMethod {
  /** The gateway's name of the operation that makes a code, for the log. */
  readonly op: string
  /** What the page needs to know of it. */
  offer(stores: boolean): NonNullable<CodeOffers[keyof CodeOffers]>
  /** Makes a code. Nothing can be paid by one that nobody has seen. */
  make(gateway: GatewayClient, request: CodeRequest): Promise<GatewayResult<NewCode>>
  /** Asks about a code; of one that there is not, the refusal shows whether the API user may ask at all. */
  ask(gateway: GatewayClient, code: CodeReference): Promise<GatewayResult<unknown>>
  /** What has become of a code; `undefined` where the gateway does not say. */
  stateOf(gateway: GatewayClient, code: CodeReference): Promise<CodeState | undefined>
  /** Asks for a code to be taken back: `stateOf` says whether it is. A payment that is under way may still arrive. */
  takeBack(gateway: GatewayClient, code: CodeReference): Promise<unknown>
  readonly accounts: CodeAccounts
}
