import { gatewayApi } from '#server-contract/gateway/api.ts'
import { walletNames, type WalletName } from '#contract/methods/methods.ts'
import { walletSegments } from '#server-contract/methods/segments.ts'
import type { Operation } from '#contract/operation.ts'

export type OperationName = keyof typeof gatewayApi

/** Where a gateway's operations are, at its host. */
export interface GatewayPaths {
  /** The path before `/rest/…`, such as `/payment` (online gateway 3); empty where there is none. */
  readonly path: string
  /** The segment of most operations, `/rest` where it is not given. */
  readonly rest?: ''
  /** The segment of each wallet's operations, such as `google` in `/payment/google/payment.do`. */
  readonly segments: Readonly<Record<WalletName, string>>
}

/** What a client must know of one kind of system of this gateway family. */
export interface GatewayProfile extends GatewayPaths {
  /** For an operator: which systems are of this kind. */
  readonly summary: string
  /**
   * Numeric codes (ISO 4217) that answers have in place of the code of the registration: 810 for 643. An order that
   * answers one of them has the currency that it stands for.
   */
  readonly currencyAliases: Readonly<Record<string, string>>
  /** Hosts of these systems, by which a wrong profile is found; none where each bank has its own. */
  readonly hosts: readonly string[]
  /** Whether login and password are sent in the header Authorization (HTTP Basic) in place of fields. */
  readonly basic?: true
  /** Whether the fields of all operations are sent as JSON. */
  readonly json?: true
  /** Whether orders are read by getOrderStatus.do, which takes an orderId alone. */
  readonly oldStatus?: true
  /** Whether each paid order must be acknowledged, and is cancelled by the bank otherwise. */
  readonly acknowledges?: true
  /** Languages of which each request must name one, the first where the shopper's is none; absent, any is sent. */
  readonly languages?: readonly string[]
  /** Attributes of jsonParams that every registration has unless its ticket has them; `{orderNumber}` is its number. */
  readonly params: Readonly<Record<string, string>>
  /** Attributes of jsonParams that the bank demands, which a ticket or TENDER_GATEWAY_PARAMS must have. */
  readonly neededParams?: readonly string[]
  /** Whether the bank refuses an order without a basket (`orderBundle`). */
  readonly needsBasket?: true
  /** Most characters of an order number, the `-2` of a second attempt included. */
  readonly orderNumberLength: number
  /** Numbers of orderStatus that the bank has for one of the family's: 11 for 2. */
  readonly orderStatusAliases: Readonly<Record<string, number>>
  /** How the whole page is sent to the bank: by the gateway's acsRedirect.do, or by a POST of the proxy's own page. */
  readonly acsRedirect: 'gateway' | 'post'
  /**
   * Whether the bank permits cards in the merchant's own page (`paymentorder.do`); where it does not, its own page is the
   * only way to pay.
   */
  readonly cardsInPage: boolean
  /** Whether statuses may lack the orderId, so that all processes must note it. */
  readonly lacksOrderId?: true
  /** Operations that are not there; they are never requested. */
  readonly absent: readonly OperationName[]
}

/** The path of an operation at a gateway, by its path in the specification. */
export function pathAt({ path, segments, rest }: GatewayPaths, specified: string): string {
  const wallet = walletNames.find((name) => specified.startsWith(pathOfWallet(name)))
  const below = wallet ? `/${segments[wallet]}/${specified.slice(pathOfWallet(wallet).length)}` : undefined
  const operation = below ?? specified.slice(SPECIFIED.length)
  return path + (rest === '' ? operation.replace(/^\/rest(?=\/)/, '') : operation)
}

/** The path of all operations in the specification. */
const SPECIFIED = '/payment'

const pathOfWallet = (name: WalletName): string => `${SPECIFIED}/${walletSegments[name].specified}/`

const pathOf = (name: OperationName): string => (gatewayApi[name] as Operation).path

const operationNames = Object.keys(gatewayApi) as readonly OperationName[]

/** The operations of a wallet; the first one takes a token that the gateway opens. */
export const operationsOf = (wallet: WalletName): readonly OperationName[] =>
  operationNames.filter((name) => pathOf(name).startsWith(pathOfWallet(wallet)))
