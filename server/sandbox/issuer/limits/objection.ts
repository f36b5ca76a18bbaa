import type { Refusal, Wish } from '../authorizations/wish.ts'
import type { Desk } from '../desk.ts'
import type { LimitKind, Measure } from './catalog.ts'
import { consumedOf } from './consumption.ts'
import { inForce } from './in-force.ts'
import { accountOwner, cardOwner, type Owner } from './owner.ts'

const responseCodes = { AMOUNT: '61', COUNT: '65' } as const satisfies Record<Measure, Refusal['responseCode']>

/** The first limit of the card, or of its account, that a payment would overrun. */
export function limitObjection({ card, account, accountAmount }: Wish, desk: Desk): Refusal | undefined {
  for (const owner of [cardOwner(desk, card), accountOwner(account)])
    for (const [name, kind] of owner.catalog) {
      const refusal = overrun(desk, owner, name, kind, accountAmount)
      if (refusal) return refusal
    }
  return undefined
}

function overrun(desk: Desk, owner: Owner, name: string, kind: LimitKind, amount: number): Refusal | undefined {
  const { measure } = kind
  const terms = inForce(kind, owner.product, owner.overrides[name], desk.clock.now())
  if (!terms) return undefined
  const consumed = consumedOf(desk, owner, measure, terms)
  if (consumed + (measure === 'AMOUNT' ? amount : 1) <= terms.value) return undefined
  const message = `over the limit ${name} of the ${owner.noun}: ${consumed} of ${terms.value} are used`
  return { responseCode: responseCodes[measure], message }
}
