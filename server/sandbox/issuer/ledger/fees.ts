import type { Card } from '../records.ts'

/** A product's fee for a kind of payment: percent of the amount in the account's currency, rounded. */
export interface ProductFee {
  readonly feeType: 'FOREIGN_CURRENCY' | 'P2P_TRANSFER'
  readonly feeValue: number
}

/** The issuer's fees by card product; the document shows none (card management 4.4), these are the sandbox's. */
const productFees: ReadonlyMap<string, readonly ProductFee[]> = new Map([
  [
    '5C',
    [
      { feeType: 'FOREIGN_CURRENCY', feeValue: 1 },
      { feeType: 'P2P_TRANSFER', feeValue: 0.5 },
    ],
  ],
])

export const feesOf = ({ product }: Pick<Card, 'product'>): readonly ProductFee[] => productFees.get(product) ?? []

/** The issuer's fee for a payment to which those kinds apply, in minor units of the account's currency. */
export const issuerFeeOf = (
  card: Pick<Card, 'product'>,
  kinds: readonly ProductFee['feeType'][],
  accountAmount: number,
): number =>
  feesOf(card)
    .filter(({ feeType }) => kinds.includes(feeType))
    .reduce((total, { feeValue }) => total + Math.round((accountAmount * feeValue) / 100), 0)
