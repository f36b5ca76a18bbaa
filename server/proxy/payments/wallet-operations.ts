import type { WalletAnswer, WalletBDirect, WalletBPayment } from '#contract/gateway/wallets.ts'
import type { WalletCharge, WalletName } from '#contract/merchant/charges.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { callbackOf } from '../orders/callback-address.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { OpenedToken } from '../wallets/open-wallet.ts'

/** Fields that only a payment in the payer's own browser has. */
type InBrowser = Pick<
  WalletBPayment & WalletBDirect,
  | 'returnUrl'
  | 'failUrl'
  | 'features'
  | 'clientBrowserInfo'
  | 'threeDSServerTransId'
  | 'threeDSVer2FinishUrl'
  | 'threeDSMethodNotificationUrl'
  | 'dynamicCallbackUrl'
>

/**
 * A wallet's charge with its token as the gateway takes it; `base` is the order's number where a later attempt pays it.
 */
export type Ready = Omit<WalletCharge, 'paymentToken' | 'features' | 'originalPaymentDate'> &
  Pick<OpenedToken, 'paymentToken' | 'protocolVersion'> &
  Pick<WalletBDirect, 'originalPaymentDate'> &
  Partial<InBrowser> & { readonly base?: string }

/** One of the gateway's operations for wallets. */
export interface WalletOperation {
  /** The gateway's name of it, for the log. */
  readonly op: string
  /** Whether its request names an address for the gateway's callbacks (dynamicCallbackUrl). */
  readonly hasCallback: boolean
  /** Fields that the operation requires. */
  readonly needs: readonly ('clientId' | 'ip')[]
  send(proxy: ProxyContext, ready: Ready): Promise<GatewayResult<WalletAnswer>>
}

/** The gateway's operation by the wallet, and by who decrypts its token (online gateway 4.7 to 4.10). */
export const walletOperations: Readonly<Record<WalletName, Readonly<Record<'sealed' | 'opened', WalletOperation>>>> = {
  applePay: {
    sealed: {
      op: 'walletA/payment.do',
      hasCallback: false,
      needs: [],
      send: ({ config, gateway }, ready) => gateway.walletAPayment({ ...ready, merchant: config.gateway.merchant! }),
    },
    opened: {
      op: 'walletA/paymentDirect.do',
      hasCallback: false,
      needs: [],
      send: ({ config, gateway }, ready) => gateway.walletADirect({ ...ready, username: config.gateway.userName! }),
    },
  },
  googlePay: {
    sealed: {
      op: 'walletB/payment.do',
      hasCallback: true,
      needs: ['clientId', 'ip'],
      send: ({ config, gateway, signer }, ready) =>
        gateway.walletBPayment({
          ...ready,
          ...(ready.dynamicCallbackUrl === undefined &&
            callbackOf({ config, signer }, ready.base ?? ready.orderNumber)),
          ...placedBy(config, ready),
          merchant: config.gateway.merchant!,
          clientId: ready.clientId!,
          ip: ready.ip!,
        }),
    },
    opened: {
      op: 'walletB/paymentDirect.do',
      hasCallback: false,
      needs: [],
      send: ({ config, gateway }, ready) =>
        gateway.walletBDirect({ ...ready, ...placedBy(config, ready), username: config.gateway.userName! }),
    },
  },
}

/** No shopper returns from a merchant's charge, but the gateway requires an address. */
const placedBy = (
  { shopOrigins }: ProxyContext['config'],
  { amount, currency, returnUrl = shopOrigins[0]! }: Ready,
) => ({
  amount,
  currencyCode: currency,
  returnUrl,
})
