import type { WalletAnswer, WalletBDirect, WalletBPayment } from '#contract/gateway/wallets.ts'
import type { WalletCharge } from '#contract/merchant/charges.ts'
import type { WalletName } from '#contract/methods/methods.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { callbackOf } from '../orders/callback-address.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { OpenedToken } from '../wallets/open-wallet.ts'

/** Fields that only a payment in the payer's own browser has. */
type InBrowser = Pick<
  WalletBPayment & WalletBDirect,
  'features' | 'clientBrowserInfo' | 'threeDSServerTransId' | 'threeDSVer2FinishUrl' | 'threeDSMethodNotificationUrl'
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
  /** Fields of a charge that not every operation has. */
  readonly takes: readonly ('returnUrl' | 'failUrl' | 'dynamicCallbackUrl')[]
  send(proxy: Pick<ProxyContext, 'config' | 'gateway' | 'signer'>, ready: Ready): Promise<GatewayResult<WalletAnswer>>
}

/** The gateway's operation by the wallet, and by who decrypts its token (online gateway 4.7 to 4.10). */
export const walletOperations: Readonly<Record<WalletName, Readonly<Record<'sealed' | 'opened', WalletOperation>>>> = {
  applePay: {
    sealed: {
      op: 'walletA/payment.do',
      hasCallback: false,
      needs: [],
      takes: [],
      send: ({ config, gateway }, ready) => gateway.walletAPayment({ ...ready, merchant: merchantOf(config, ready) }),
    },
    opened: {
      op: 'walletA/paymentDirect.do',
      hasCallback: false,
      needs: [],
      takes: [],
      send: ({ config, gateway }, ready) =>
        gateway.walletADirect({ ...ready, ...childOf(ready), username: config.gateway.userName! }),
    },
  },
  googlePay: {
    sealed: {
      op: 'walletB/payment.do',
      hasCallback: true,
      needs: ['clientId', 'ip'],
      takes: ['returnUrl', 'failUrl', 'dynamicCallbackUrl'],
      send: ({ config, gateway, signer }, ready) =>
        gateway.walletBPayment({
          ...ready,
          ...(ready.dynamicCallbackUrl === undefined &&
            callbackOf({ config, signer }, ready.base ?? ready.orderNumber)),
          ...placedBy(config, ready),
          merchant: merchantOf(config, ready),
          clientId: ready.clientId!,
          ip: ready.ip!,
        }),
    },
    opened: {
      op: 'walletB/paymentDirect.do',
      hasCallback: false,
      needs: [],
      takes: ['returnUrl', 'failUrl'],
      send: ({ config, gateway }, ready) =>
        gateway.walletBDirect({
          ...ready,
          ...childOf(ready),
          ...placedBy(config, ready),
          username: config.gateway.userName!,
        }),
    },
  },
}

/** Whose order it is (online gateway 4.7, 4.9): the child merchant's, or the proxy's own. */
const merchantOf = ({ gateway }: ProxyContext['config'], { merchantLogin }: Ready): string =>
  merchantLogin ?? gateway.merchant!

/** The child merchant of a token that the proxy has opened (online gateway 4.8, 4.10). */
const childOf = ({ merchantLogin: merchant }: Ready): Pick<WalletBDirect, 'merchant'> =>
  merchant === undefined ? {} : { merchant }

/** No shopper returns from a merchant's charge, but the gateway requires an address. */
const placedBy = (
  { shopOrigins }: ProxyContext['config'],
  { amount, currency, returnUrl = shopOrigins[0]! }: Ready,
) => ({
  amount,
  currencyCode: currency,
  returnUrl,
})
