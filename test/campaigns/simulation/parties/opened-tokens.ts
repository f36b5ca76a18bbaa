import { SIGNING_TOLERANCE, openApplePayToken, type OpenedApplePay } from '#wallet-tokens/open-apple-pay-token.ts'
import { WalletTokenRefused } from '#wallet-tokens/refused.ts'

/**
 * Opens each token once: its certificates and its signature take as long as the rest of a payment, and few tokens are
 * made for all scenarios. The signing time is checked each time, and a token that is refused is opened anew.
 */
export function openOnce(): typeof openApplePayToken {
  const known = new Map<string, OpenedApplePay>()
  return async (value, opener) => {
    const text = JSON.stringify(value)
    const before = known.get(text)
    if (!before) {
      const opened = await openApplePayToken(value, opener)
      known.set(text, opened)
      return opened
    }
    if (!(Math.abs(opener.now - before.signedAt) <= SIGNING_TOLERANCE)) throw new WalletTokenRefused('signing_time')
    return before
  }
}
