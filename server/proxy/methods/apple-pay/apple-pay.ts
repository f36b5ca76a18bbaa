import { ProxyError } from '#contract/proxy-errors.ts'
import type { AppleOpener } from '#wallet-tokens/open-apple-pay-token.ts'
import { writeDirect } from '#wallet-tokens/direct.ts'
import { unpackPaymentToken } from '#wallet-tokens/payment-token.ts'
import { holdDates } from '../../tickets/claim-rules.ts'
import { childOf, merchantOf, noKeys } from '../operation-fields.ts'
import type { KeptToken, OpenedToken, Opener, SealedToken, WalletMethod } from '../wallet.ts'

/** Apple Pay (the specification's walletA). */
export const applePay: WalletMethod = {
  open,
  openKept,
  operations: {
    sealed: {
      op: 'walletA/payment.do',
      hasCallback: false,
      needs: [],
      takes: [],
      lacks: [],
      send: ({ config, gateway }, ready) => gateway.walletAPayment({ ...ready, merchant: merchantOf(config, ready) }),
    },
    opened: {
      op: 'walletA/paymentDirect.do',
      hasCallback: false,
      needs: [],
      takes: [],
      // Opened data has no dates of a hold (online gateway 4.8).
      lacks: holdDates,
      send: ({ config, gateway }, ready) =>
        gateway.walletADirect({ ...ready, ...childOf(ready), username: config.gateway.userName! }),
    },
  },
}

/** Milliseconds; a signing time is rounded down to a second. */
const SECOND = 1000

/** Milliseconds; Apple Pay's data is accepted for five minutes before and after its signing, ten in all. */
const TOKEN_LIFETIME = 600_000

async function open(opener: Opener, { paymentToken, amount, currency }: SealedToken): Promise<OpenedToken> {
  const now = opener.clock.now()
  const { payment, transactionId, signedAt } = await paymentIn(opener, paymentToken, { now })
  if (payment.transactionAmount !== amount || payment.currencyCode !== currency)
    throw new ProxyError('field_invalid', 'is for another amount or currency than the order', 'paymentToken')
  return {
    paymentToken: writeDirect(payment),
    id: transactionId,
    madeBefore: signedAt + SECOND,
    goodUntil: now + TOKEN_LIFETIME,
  }
}

/** The gateway reads the amount from the token, and a later payment has its own. */
async function openKept(opener: Opener, { paymentToken, amount, currency }: SealedToken): Promise<KeptToken> {
  const now = opener.clock.now()
  const { payment } = await paymentIn(opener, paymentToken, { now, signingTimeToleranceMs: Infinity })
  return { paymentToken: writeDirect({ ...payment, transactionAmount: amount, currencyCode: currency }) }
}

async function paymentIn(
  { config }: Opener,
  paymentToken: string,
  when: Pick<AppleOpener, 'now' | 'signingTimeToleranceMs'>,
) {
  const keys = config.wallets.applePay ?? noKeys('TENDER_APPLE_PAY_KEY')
  // Loaded on demand: its certificate libraries are needed by no other payment.
  const { openApplePayToken } = await import('#wallet-tokens/open-apple-pay-token.ts')
  return openApplePayToken(unpackPaymentToken(paymentToken), { ...keys, ...when })
}
