import type { Clock } from '#contract/ports.ts'
import type { WalletAnswer, WalletBDirect, WalletBPayment } from '#server-contract/gateway/wallets.ts'
import type { Terms, WalletCharge } from '#server-contract/merchant/charges.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import type { WalletKeys } from '../config/methods/methods.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** A wallet's token that was decrypted here. It contains a card number: only the gateway may get it. */
export interface OpenedToken {
  /** `paymentToken` of paymentDirect.do. */
  readonly paymentToken: string
  /** Version of Google's token, a field of its operation. */
  readonly protocolVersion?: 'ECv1' | 'ECv2'
  /** The token's ID, which no other payment may use again. */
  readonly id: string
  /** Unix milliseconds before which the wallet made it, where the token contains that. */
  readonly madeBefore?: number
  /** Unix milliseconds after which it is not accepted any more. */
  readonly goodUntil: number
}

/** A token that was paid with before. */
export type KeptToken = Pick<OpenedToken, 'paymentToken' | 'protocolVersion'>

/** A sealed token, with the amount and currency to be paid by it. */
export interface SealedToken extends Pick<Terms, 'amount' | 'currency'> {
  /** Base64 of the wallet's token. */
  readonly paymentToken: string
}

/** What a token is opened with. */
export interface Opener {
  readonly clock: Clock
  readonly config: { readonly wallets: WalletKeys }
}

/** Fields that only a payment in the payer's own browser has. */
type InBrowser = Pick<
  WalletBPayment & WalletBDirect,
  'features' | 'clientBrowserInfo' | 'threeDSServerTransId' | 'threeDSVer2FinishUrl' | 'threeDSMethodNotificationUrl'
>

/** A payment by a wallet with its token as the gateway takes it. */
export type Ready = Omit<WalletCharge, 'wallet' | 'paymentToken' | 'features' | 'originalPaymentDate'> &
  KeptToken &
  Pick<WalletBDirect, 'originalPaymentDate'> &
  Partial<InBrowser>

/** One of the gateway's operations for wallets. */
export interface WalletOperation {
  /** The gateway's name of it, for the log. */
  readonly op: string
  /** Whether its request names an address for the gateway's callbacks (dynamicCallbackUrl). */
  readonly hasCallback: boolean
  /** Fields that the operation requires. */
  readonly needs: readonly ('clientId' | 'ip')[]
  /** Fields of a charge that not every operation has. */
  readonly takes: readonly ('returnUrl' | 'failUrl' | 'dynamicCallbackUrl')[]
  /** The claims of a ticket that it does not take, besides those that no wallet's operation takes. */
  readonly lacks: readonly (keyof Ticket)[]
  send(proxy: Pick<ProxyContext, 'config' | 'gateway'>, ready: Ready): Promise<GatewayResult<WalletAnswer>>
}

/** A wallet, as the proxy pays with it. */
export interface WalletMethod {
  /** Decrypts a token with the merchant's own keys; throws `WalletTokenRefused`, or a refusal. */
  open(opener: Opener, sealed: SealedToken): Promise<OpenedToken>
  /** Opens a token that was paid with before: its signatures are verified, but it may be old, and of another amount. */
  openKept(opener: Opener, sealed: SealedToken): Promise<KeptToken>
  /** The operation for a token that the gateway opens, and for one that was opened here (online gateway 4.7 to 4.10). */
  readonly operations: { readonly sealed: WalletOperation; readonly opened: WalletOperation }
}
