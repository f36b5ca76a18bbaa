import type { cardOperations } from '#server-contract/issuing/cards.ts'
import type { Long } from '#server-contract/issuing/fields.ts'
import type { Answer } from '#contract/operation.ts'
import { cardProduct } from '../requests/choices.ts'
import type { Card } from '../records.ts'

type Additions = Answer<typeof cardOperations.getTransactionSchemeAdditions>['transactionSchemeAdditions']
type Addition = NonNullable<Additions>[number]

interface Template {
  /** templateSchemeId. */
  readonly id: number
  readonly product: string
  readonly additions: readonly Addition[]
}

/** For all countries or merchants, by the sandbox's numbering of groups. */
const ALL = 0
const anywhere = { countryGroup: ALL, mccGroup: ALL }

/**
 * Schemes of transactions by card product. The document shows no values (card management 4.4): these are the sandbox's.
 * transactionType is the first two digits of the processing code, posDataCode that of ISO 8583:1993, `*` for any.
 */
const templates: readonly Template[] = [
  {
    id: 1,
    product: cardProduct,
    additions: [
      { id: 101, domain: 'ECOMMERCE', ...anywhere, transactionType: 0, posDataCode: '*****5******' },
      { id: 102, domain: 'POS', ...anywhere, transactionType: 0, posDataCode: '*****1******' },
    ],
  },
  {
    id: 2,
    product: cardProduct,
    additions: [{ id: 201, domain: 'P2P', ...anywhere, transactionType: 49, posDataCode: '************' }],
  },
]

/** All schemes that a card takes part in, or those of one template. */
export const additionsOf = ({ product }: Card, templateSchemeId?: Long): Addition[] =>
  templates
    .filter((template) => template.product === product && Number(templateSchemeId ?? template.id) === template.id)
    .flatMap(({ additions }) => additions)
