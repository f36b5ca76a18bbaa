import { writeDirect } from '#wallet-tokens/direct.ts'
import { openGooglePayToken } from '#wallet-tokens/open-google-pay-token.ts'
import { unpackPaymentToken } from '#wallet-tokens/payment-token.ts'
import { childOf, merchantOf, noKeys, placedBy } from '../operation-fields.ts'
import type { KeptToken, OpenedToken, Opener, SealedToken, WalletMethod } from '../wallet.ts'

/** Google Pay (the specification's walletB). */
export const googlePay: WalletMethod = {
  open,
  openKept,
  operations: {
    sealed: {
      op: 'walletB/payment.do',
      hasCallback: true,
      needs: ['clientId', 'ip'],
      takes: ['returnUrl', 'failUrl', 'dynamicCallbackUrl'],
      lacks: [],
      send: ({ config, gateway }, ready) =>
        gateway.walletBPayment({
          ...ready,
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
      lacks: [],
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

async function open(opener: Opener, { paymentToken }: SealedToken): Promise<OpenedToken> {
  const { payment, protocolVersion } = paymentIn(opener, paymentToken, opener.clock.now())
  return {
    paymentToken: writeDirect(payment),
    protocolVersion,
    id: payment.messageId,
    goodUntil: Number(payment.messageExpiration),
  }
}

/** Unix milliseconds at which no token and no key of Google's has expired. */
const BEFORE_ANY_EXPIRY = 0

async function openKept(opener: Opener, { paymentToken }: SealedToken): Promise<KeptToken> {
  const { payment, protocolVersion } = paymentIn(opener, paymentToken, BEFORE_ANY_EXPIRY)
  return { paymentToken: writeDirect(payment), protocolVersion }
}

function paymentIn({ config }: Opener, paymentToken: string, now: number) {
  const keys = config.wallets.googlePay ?? noKeys('TENDER_GOOGLE_PAY_KEYS')
  const token = unpackPaymentToken(paymentToken)
  const payment = openGooglePayToken(token, { ...keys, now })
  const { protocolVersion } = token as { protocolVersion: 'ECv1' | 'ECv2' }
  return { payment, protocolVersion }
}
