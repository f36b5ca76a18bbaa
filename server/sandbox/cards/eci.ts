import type { TestCard } from './test-card.ts'

/** The electronic commerce indicators of a scheme: fully authenticated, and attempted. */
interface Indicators {
  readonly full: string
  readonly attempt: string
}

const usual: Indicators = { full: '05', attempt: '06' }
const ofMastercard: Indicators = { full: '02', attempt: '01' }

/** By scheme (family); UnionPay, where public sources contradict one another, and unknown schemes have the usual ones. */
export const indicatorsOf = (brand: TestCard['brand']): Indicators =>
  brand === 'mastercard' || brand === 'maestro' ? ofMastercard : usual
