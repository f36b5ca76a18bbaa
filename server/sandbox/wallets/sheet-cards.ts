import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { AuthMethod } from './wallet.ts'

/** A card in the payer's wallet. */
export interface HeldCard {
  readonly id: string
  readonly card: TestCard
  /** A device's cryptogram, or a card on file, which needs 3-D Secure. */
  readonly authMethod: AuthMethod
  readonly what: 'device' | 'onFile' | 'declined'
}

const held = [
  ['device-visa', '4111111111111111', 'CRYPTOGRAM_3DS', 'device'],
  ['device-mastercard', '5555555555555599', 'CRYPTOGRAM_3DS', 'device'],
  ['device-mir', '2200000000000004', 'CRYPTOGRAM_3DS', 'device'],
  ['file-challenge', '5555555555555599', 'PAN_ONLY', 'onFile'],
  ['file-frictionless', '4111111111111111', 'PAN_ONLY', 'onFile'],
  ['declined', '4000000000000010', 'CRYPTOGRAM_3DS', 'declined'],
] as const satisfies readonly (readonly [string, string, AuthMethod, HeldCard['what']])[]

/** Which of a wallet's cards a shop accepts; an absent list accepts all. */
export interface Taken {
  readonly networks: readonly string[] | undefined
  readonly authMethods: readonly string[] | undefined
}

/** The cards that a wallet shows. */
export function heldCards({ networks, authMethods }: Taken, cards: readonly TestCard[]): HeldCard[] {
  return held.flatMap(([id, pan, authMethod, what]) => {
    const card = cards.find((one) => one.pan === pan)
    const taken = (networks?.includes(card?.brand ?? '') ?? true) && (authMethods?.includes(authMethod) ?? true)
    return card && taken ? { id, card, authMethod, what } : []
  })
}
