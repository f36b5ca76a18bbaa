/** The family's path segments of the wallets that the specification calls A and B. */
const words: Readonly<Record<string, string>> = { applepay: 'walletA', google: 'walletB' }

/** Rewrites an address to the specification's path: `/payment/applepay/payment.do` is walletA's. */
export const inSpecificationsWords = (url = '/'): string =>
  url.replace(
    /^\/payment\/(applepay|google)(?=\/payment(?:Direct)?\.do\b)/,
    (_, word: string) => `/payment/${words[word]}`,
  )
