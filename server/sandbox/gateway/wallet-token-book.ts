/** Which order a wallet's token has paid, by what no second payment may bring again. */
export type WalletTokenBook = Map<string, string>
