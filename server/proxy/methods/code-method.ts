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

/** A method that is paid off the shop's page, as the proxy pays with it. */
interface OffPageMethod {
  /** The gateway's name of the operation that makes what is paid by, for the log. */
  readonly op: string
  /** What the page needs to know of it. */
  offer(stores: boolean): NonNullable<CodeOffers[keyof CodeOffers]>
  /**
   * Asks that nothing can be paid so any more; the state that is read afterwards says whether it is so. A payment that is
   * under way may still arrive.
   */
  takeBack(gateway: GatewayClient, code: CodeReference): Promise<unknown>
}

/** A method by a code that an app of the payer's bank reads. */
export interface CodeMethod extends OffPageMethod {
  /** Makes a code. Nothing can be paid by one that nobody has seen. */
  make(gateway: GatewayClient, request: CodeRequest): Promise<GatewayResult<NewCode>>
  /** Asks about a code; of one that there is not, the refusal shows whether the API user may ask at all. */
  ask(gateway: GatewayClient, code: CodeReference): Promise<GatewayResult<unknown>>
  /** What has become of a code; `undefined` where the gateway does not say. */
  stateOf(gateway: GatewayClient, code: CodeReference): Promise<CodeState | undefined>
  readonly accounts: CodeAccounts
}

/** The bank's page: the registration of the order gives its address, and the order's status says what became of it. */
export interface PageMethod extends OffPageMethod {
  readonly isPage: true
}
