import type { gatewayApi } from '#contract/gateway/api.ts'

export type OperationName = keyof typeof gatewayApi

/** Where a gateway's operations are, at its host. */
export interface GatewayPaths {
  /** The path before `/rest/…`, such as `/payment` (online gateway 3); empty where there is none. */
  readonly path: string
  /** The segment that the specification calls walletA. */
  readonly applePaySegment: string
  /** The segment that the specification calls walletB. */
  readonly googlePaySegment: string
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
  /** How the whole page is sent to the bank: by the gateway's acsRedirect.do, or by a POST of the proxy's own page. */
  readonly acsRedirect: 'gateway' | 'post'
  /** Operations that are not there; they are never requested. */
  readonly absent: readonly OperationName[]
}

/** The path of an operation at a gateway, by its path in the specification. */
export const pathAt = ({ path, applePaySegment, googlePaySegment }: GatewayPaths, specified: string): string =>
  specified
    .replace(/^\/payment\/walletA\//, `/payment/${applePaySegment}/`)
    .replace(/^\/payment\/walletB\//, `/payment/${googlePaySegment}/`)
    .replace(/^\/payment/, path)
