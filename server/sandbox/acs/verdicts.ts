import type { ARes } from '#contract/three-ds/messages.ts'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import type { Enrolled } from './enrolment.ts'

/** The electronic commerce indicators of a brand: fully authenticated, and attempted. */
const indicators: Readonly<Record<TestCard['brand'], { readonly full: string; readonly attempt: string }>> = {
  visa: { full: '05', attempt: '06' },
  'american-express': { full: '05', attempt: '06' },
  mir: { full: '05', attempt: '06' },
  mastercard: { full: '02', attempt: '01' },
  maestro: { full: '02', attempt: '01' },
  humo: { full: '05', attempt: '06' },
  unknown: { full: '05', attempt: '06' },
}

export type Verdict = Pick<ARes, 'transStatus' | 'transStatusReason' | 'eci'>

export const fullEci = (brand: TestCard['brand']): string => indicators[brand].full

/** The access server's decision on an AReq; reasons are EMV 3DS transStatusReason codes. */
export function decide(card: Enrolled | undefined): Verdict {
  return card ? verdicts[card.threeDs](card) : { transStatus: 'U', transStatusReason: '08' }
}

const notEnrolled = (): Verdict => ({ transStatus: 'U', transStatusReason: '13' })

const verdicts: Readonly<Record<TestCard['threeDs'], (card: Enrolled) => Verdict>> = {
  none: notEnrolled,
  redirect: notEnrolled,
  challenge: () => ({ transStatus: 'C' }),
  attempt: ({ brand }) => ({ transStatus: 'A', eci: indicators[brand].attempt }),
  frictionless: ({ brand, transStatus }) =>
    transStatus
      ? { transStatus, transStatusReason: reasons[transStatus] }
      : { transStatus: 'Y', eci: indicators[brand].full },
}

/** Why a card is not authenticated: the authentication failed, the device is unsupported, fraud is suspected. */
const reasons: Readonly<Record<NonNullable<TestCard['transStatus']>, string>> = { N: '01', U: '03', R: '11' }
