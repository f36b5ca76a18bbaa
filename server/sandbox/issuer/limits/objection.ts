import type { Refusal, AuthorizationRequest } from '../ledger/authorization-request.ts'
import type { IssuerContext } from '../context.ts'
import type { LimitKind, Measure } from './catalog.ts'
import { consumedOf } from './consumption.ts'
import { inForce, overridden } from './in-force.ts'
import { accountOwner, cardOwner, type Owner } from './owner.ts'

const responseCodes = { AMOUNT: '61', COUNT: '65' } as const satisfies Record<Measure, Refusal['responseCode']>

/** The first limit of the card, or of its account, that a payment would exceed. */
export function limitObjection(
  { card, account, accountAmount }: AuthorizationRequest,
  context: IssuerContext,
): Refusal | undefined {
  for (const owner of [cardOwner(context, card), accountOwner(account)])
    for (const [name, kind] of owner.catalog) {
      const refusal = overrun(context, owner, name, kind, accountAmount)
      if (refusal) return refusal
    }
  return undefined
}

function overrun(
  context: IssuerContext,
  owner: Owner,
  name: string,
  kind: LimitKind,
  amount: number,
): Refusal | undefined {
  const { measure } = kind
  const { product, overrides, isUndated } = owner
  const override = overrides[name]
  const terms = isUndated ? overridden(kind, product, override) : inForce(kind, product, override, context.clock.now())
  if (!terms) return undefined
  const consumed = consumedOf(context, owner, measure, terms)
  if (consumed + (measure === 'AMOUNT' ? amount : 1) <= terms.value) return undefined
  const message = `over the limit ${name} of the ${owner.noun}: ${consumed} of ${terms.value} are used`
  return { responseCode: responseCodes[measure], message }
}
