/** Brands of co-badged cards, between which the payer may choose. */
export const coBadged = [
  'mir',
  'maestro',
  'unionpay',
  'jcb',
  'uzcard',
  'belkart',
  'elcart',
  'arca',
  'lankapay',
] as const
export type CoBadged = (typeof coBadged)[number]
