import type { Quirk, TestCard } from '#sandbox/cards/test-cards.ts'
import { fullBalance, type Account } from './accounts.ts'

/** A card as the issuer has it on file, which may differ from what is printed on it. */
export interface IssuedCard {
  readonly pan: string
  /** YYYYMM; good to the end of that month. */
  readonly expiry: string
  readonly cvc: string
  readonly hotCardStatus: number
  /** The most that one payment may be, minor units. */
  readonly limit?: number
  readonly quirk?: Quirk
  readonly account: Account
}

/** Puts a test card on file. */
export function issue({ pan, expiry, cvc, issuer = {} }: TestCard): IssuedCard {
  const { status = 0, balance = fullBalance, limit, quirk } = issuer
  return {
    pan,
    expiry: issuer.expiry ?? expiry,
    cvc: issuer.cvc ?? cvc,
    hotCardStatus: status,
    ...(limit !== undefined && { limit }),
    ...(quirk && { quirk }),
    account: { balance },
  }
}

/** True once the last month on the card is over, by UTC. */
export function hasExpired({ expiry }: Pick<IssuedCard, 'expiry'>, now: number): boolean {
  return now >= Date.UTC(Number(expiry.slice(0, 4)), Number(expiry.slice(4)))
}
