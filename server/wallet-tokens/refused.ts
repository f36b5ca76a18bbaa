/** Every reason why wallet payment data is not opened: code -> one sentence for a developer. */
export const walletRefusals = {
  malformed: 'The wallet token is not of the published shape.',
  unknown_version: 'The wallet token is of a version that is not known here.',
  signing_only: 'An ECv2SigningOnly message carries no payment.',
  unknown_key: 'No key is held here for this wallet token.',
  key_expired: 'A key that signed the wallet token has expired.',
  signature_invalid: 'The signature of the wallet token does not hold.',
  chain_invalid: 'The signing certificate does not lead to a trusted root in the published way.',
  signing_time: 'The wallet token was not signed just now.',
  decryption_failed: 'The encrypted part of the wallet token does not open with any key held here.',
  content_invalid: 'What the wallet token holds is not a payment of the published shape.',
  message_expired: 'The message in the wallet token has expired.',
  other_merchant: 'The wallet token was made for another merchant.',
  replayed: 'The wallet token was used before.',
} as const satisfies Record<string, string>

export type WalletRefusal = keyof typeof walletRefusals

/** Thrown for wallet payment data that is not trusted; its message names members, never their values. */
export class WalletTokenRefused extends Error {
  override readonly name = 'WalletTokenRefused'
  readonly code: WalletRefusal
  constructor(code: WalletRefusal, where?: string) {
    super(where ? `${walletRefusals[code]} (${where})` : walletRefusals[code])
    this.code = code
  }
}
