import type { GatewayClient } from '#gateway-client/gateway-client.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import type { OperationName } from '#gateway-client/profiles/profile.ts'
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

/** An account of a client that has paid by a code, and can be charged as a stored card is. */
export interface StoredAccount {
  readonly bindingId: string
  readonly bankName?: string | undefined
  /** Unix milliseconds. */
  readonly createdDate?: number | undefined
}

/** A method by a code, as the proxy pays with it. */
export interface CodeMethod {
  /** The gateway's name of the operation that makes a code, for the log. */
  readonly op: string
  /** What the page needs to know of it. */
  offer(stores: boolean): NonNullable<CodeOffers[keyof CodeOffers]>
  /** Makes a code. Nothing can be paid by one that nobody has seen. */
  make(gateway: GatewayClient, request: CodeRequest): Promise<GatewayResult<NewCode>>
  /** What has become of a code; `undefined` where the gateway does not say. */
  stateOf(gateway: GatewayClient, code: CodeReference): Promise<CodeState | undefined>
  /** Takes a code back; a payment that is under way may still arrive. */
  takeBack(gateway: GatewayClient, code: CodeReference): Promise<GatewayResult<unknown>>
}
