import type { ResponseCode } from '#server-contract/issuing/response-codes.ts'
import { powersOf } from '../accounts/status.ts'
import { inactiveOf } from '../ledger/acceptors.ts'
import type { IssuerContext } from '../context.ts'
import { geoObjection } from '../geo/objection.ts'
import { availableOn } from '../ledger/ledger.ts'
import { limitObjection } from '../limits/objection.ts'
import { cvcOf } from '../keys/cvc.ts'
import type { Quirk } from '#sandbox/cards/test-card.ts'
import type { Acceptor, Card } from '../records.ts'
import type { Refusal, AuthorizationRequest } from '../ledger/authorization-request.ts'

type Check = (authorization: AuthorizationRequest, context: IssuerContext) => Refusal | undefined

/** responseCode by hotCardStatus of a card that is not active (family: both lists of codes). */
export const byStatus: Readonly<Record<number, ResponseCode>> = {
  1: '01',
  2: '05',
  3: '05',
  5: '57',
  6: '04',
  7: '43',
  8: '04',
  9: '04',
  10: '04',
  11: '37',
  12: '16',
  13: '75',
  15: '36',
  16: '16',
  17: '16',
  18: '16',
  19: '36',
  20: '36',
  21: '36',
}

/** Why a test card is refused that its status does not refuse. */
const byQuirk: Readonly<Partial<Record<Quirk, Refusal>>> = {
  technical: { responseCode: '96', message: 'the processing has a fault' },
  unanswered: { responseCode: '68', message: 'the processing has a fault' },
  lost: { responseCode: '41', message: 'the card is reported lost' },
}

const because = (responseCode: ResponseCode | undefined, message: string): Refusal | undefined =>
  responseCode && { responseCode, message }

const when = (refused: boolean, responseCode: ResponseCode, message: string): Refusal | undefined =>
  refused ? { responseCode, message } : undefined

const inactive = (field: string | undefined): Refusal | undefined =>
  field === undefined ? undefined : { responseCode: '03', message: `cardAcceptorParameters.${field} is not active` }

/** Run in this order; the first objection refuses the payment. */
const checks: readonly Check[] = [
  ({ acceptor }, { tables }) => inactive(acceptor && inactiveOf(tables, acceptor)),
  ({ card }) => because(byStatus[card.status], `the card has hotCardStatus ${card.status}`),
  ({ card }, { clock }) => when(hasExpired(card, clock.now()), '33', 'the card has expired'),
  ({ card, expDate }) => when(differs(expDate, card.expiry), '14', 'expDate is not the one on file'),
  ({ card, cvv2 }, context) =>
    when(cvv2 !== undefined && cvv2 !== cvcOf(context, card), 'AB', 'cvv2 is not that of the card'),
  ({ card: { quirk } }) => quirk && byQuirk[quirk],
  ({ account }) => when(!powersOf(account).pays, '36', `the account is ${powersOf(account).name}`),
  ({ account: { mccList }, acceptor }) =>
    when(isBarred(mccList, acceptor), '57', `the account is not for merchants of category ${acceptor?.mcc}`),
  geoObjection,
  limitObjection,
  ({ account, accountAmount, fees = 0 }, context) =>
    when(accountAmount + fees > availableOn(context, account), '51', 'not enough money'),
]

/** Without a list, or without data of the merchant, nothing is barred. */
const isBarred = (allowed: readonly number[], acceptor: Acceptor | undefined): boolean =>
  allowed.length > 0 && acceptor !== undefined && !allowed.includes(acceptor.mcc)

const differs = (given: string | undefined, onFile: string | undefined): boolean =>
  given !== undefined && onFile !== undefined && given !== onFile

/** True once the card's expiry month is over, in UTC. */
export const hasExpired = ({ expiry }: Pick<Card, 'expiry'>, now: number): boolean =>
  now >= Date.UTC(Number(expiry.slice(0, 4)), Number(expiry.slice(4)))

/** The first objection, or `undefined`: then the money may be debited, in the same turn of the event loop. */
export function objectionTo(authorization: AuthorizationRequest, context: IssuerContext): Refusal | undefined {
  for (const check of checks) {
    const refusal = check(authorization, context)
    if (refusal) return refusal
  }
  return undefined
}
