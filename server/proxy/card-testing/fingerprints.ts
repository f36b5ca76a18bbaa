import { createHmac } from 'node:crypto'
import type { Secret } from '../config/secret.ts'

/** Names of things that a store may count and nobody who reads the store can make anything of. */
export interface Fingerprints {
  /** The mark of a sealed card or a wallet's token, an address, or a card in the clear, within one order or for all. */
  of(kind: 'sealed' | 'address' | 'network' | 'card' | 'work', text: string, order?: string): string
}

/** Marks by a key; those within an order say nothing beside another order's. */
export const buildFingerprints = (secret: Secret): Fingerprints => ({
  of: (kind, text, order = '') =>
    createHmac('sha256', secret.reveal())
      .update(JSON.stringify(['limits', kind, order, text]))
      .digest('base64url')
      .slice(0, LENGTH),
})

/** Characters: 132 bits. */
const LENGTH = 22
