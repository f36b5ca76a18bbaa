import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Clock, Random } from '#contract/ports.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { kept } from '#sandbox/store/kept.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { SheetRequest } from './sheet-request.ts'

/** The card in a wallet. The device's account number is the card's: the sandbox's issuer knows no other. */
export type WalletCard = Pick<TestCard, 'pan' | 'expiry' | 'brand'>

/** A device's cryptogram, or a card on file, which needs 3-D Secure. */
export type AuthMethod = 'PAN_ONLY' | 'CRYPTOGRAM_3DS'

export interface WalletOptions {
  readonly clock: Clock
  readonly random: Random
}

export const cryptogramFrom = (random: Random): string => Buffer.from(random.bytes(20)).toString('base64')

const curve = { namedCurve: 'P-256' }

export const pemOf = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString()

/** The key for which a wallet's tokens are encrypted. */
export const privateKeyIn = (store: Store, name: string): KeyObject =>
  createPrivateKey(
    kept(store.table<string>('wallet-keys'), name, () => pemOf(generateKeyPairSync('ec', curve).privateKey)),
  )

/** What a wallet's sheet does that the others do not. */
export interface Sheet {
  /** The kinds of cards that it has; absent, those that the shop takes. */
  readonly authMethods?: readonly AuthMethod[]
  /** The token as the wallet's own code returns it to the page. */
  token(
    request: Pick<SheetRequest, 'amount' | 'currency' | 'merchant'>,
    held: { readonly card: WalletCard; readonly authMethod: AuthMethod },
  ): unknown
}
