import { createHmac } from 'node:crypto'
import type { Secret } from '../config/secret.ts'

/** Keys for the store's counters, from which a reader of the store learns nothing. */
export interface Fingerprints {
  /**
   * The fingerprint of a sealed card or wallet token, an address, a network, a card in the clear or a proof's work,
   * within one order or for all.
   */
  of(kind: 'sealed' | 'address' | 'network' | 'card' | 'work', text: string, order?: string): string
}

/** Fingerprints by HMAC; those within an order cannot be linked to another order's. */
export const buildFingerprints = (secret: Secret): Fingerprints => ({
  of: (kind, text, order = '') =>
    createHmac('sha256', secret.reveal())
      .update(JSON.stringify(['limits', kind, order, text]))
      .digest('base64url')
      .slice(0, LENGTH),
})

/** Characters: 132 bits. */
const LENGTH = 22
