/** How a merchant wants to be told of what happens (online gateway 6; the manner is the family's). */
export interface CallbackSettings {
  /** The static address; without it, only orders that name their own are told of. */
  readonly address?: string
  /** GET when absent. */
  readonly method?: 'GET' | 'POST'
  /** Absent, callbacks have no checksum. */
  readonly key?: CallbackKey
  /** Milliseconds between the first two attempts; 30 seconds when absent (family). */
  readonly repeatAfter?: number
  /** How many times as long each further wait is; 2 when absent, and 1 repeats evenly, as the family does. */
  readonly growth?: number
  /** Failures in a row that a callback is given up after; 3 when absent. */
  readonly failures?: number
}

/** What checksums are made with: a shared secret, or a private key (PEM) whose certificate the merchant has under `alias`. */
export type CallbackKey =
  | { readonly kind: 'hmac'; readonly secret: string }
  | { readonly kind: 'rsa'; readonly privateKey: string; readonly alias: string }
