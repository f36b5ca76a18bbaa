import type { ARes } from '#server-contract/three-ds/messages.ts'
import { indicatorsOf } from '#sandbox/cards/eci.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { Enrolled } from './enrolment.ts'

export type AuthenticationVerdict = Pick<ARes, 'transStatus' | 'transStatusReason' | 'eci'>

/** The access server's decision on an AReq; reasons are EMV 3DS transStatusReason codes. */
export function decide(card: Enrolled | undefined): AuthenticationVerdict {
  return card ? verdicts[card.threeDs](card) : { transStatus: 'U', transStatusReason: '08' }
}

const notEnrolled = (): AuthenticationVerdict => ({ transStatus: 'U', transStatusReason: '13' })

const verdicts: Readonly<Record<TestCard['threeDs'], (card: Enrolled) => AuthenticationVerdict>> = {
  none: notEnrolled,
  redirect: notEnrolled,
  challenge: () => ({ transStatus: 'C' }),
  attempt: ({ brand }) => ({ transStatus: 'A', eci: indicatorsOf(brand).attempt }),
  frictionless: ({ brand, transStatus }) =>
    transStatus
      ? { transStatus, transStatusReason: reasons[transStatus] }
      : { transStatus: 'Y', eci: indicatorsOf(brand).full },
}

/** Why a card is not authenticated: the authentication failed, the device is unsupported, fraud is suspected. */
const reasons: Readonly<Record<NonNullable<TestCard['transStatus']>, string>> = { N: '01', U: '03', R: '11' }
