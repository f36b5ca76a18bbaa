/** A merchant's callback settings (online gateway 6; details: family). */
export interface CallbackSettings {
  /** The static address; when absent, only orders with an address of their own have callbacks. */
  readonly address?: string
  /** GET when absent. */
  readonly method?: 'GET' | 'POST'
  /** When absent, callbacks have no checksum. */
  readonly key?: CallbackKey
  /** Milliseconds between the first two attempts; 30 seconds when absent (family). */
  readonly repeatAfter?: number
  /** Factor by which each further wait grows; 2 when absent; 1 repeats at even intervals, as the family does. */
  readonly growth?: number
  /** Consecutive failures after which a callback is given up; 3 when absent. */
  readonly failures?: number
}

/** The key for checksums: a shared secret, or a private key (PEM) whose certificate the merchant has under `alias`. */
export type CallbackKey =
  | { readonly kind: 'hmac'; readonly secret: string }
  | { readonly kind: 'rsa'; readonly privateKey: string; readonly alias: string }
