import { expect } from 'vitest'
import { badlyFormed } from './refused.ts'
import type { Rule } from './rules/rule.ts'
import type { Owner, Fixture } from './fixture.ts'

/** The mask of a card's number. */
export const maskOf = ({ cardNumber }: Owner): string => `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`

/** The ways to identify a card in an operation (card management 2.2). */
export const findersOf = (owner: Owner) => ({
  number: { cardNumber: owner.cardNumber },
  id: { cardId: owner.cardId },
  holder: { cardNumberMask: maskOf(owner), cardholderId: owner.customerNumber },
  phone: { cardNumberMask: maskOf(owner), phoneNumber: owner.phone },
})
type Path = keyof ReturnType<typeof findersOf>

const unknown: Readonly<Record<Path, object>> = {
  number: { cardNumber: '4000009999999999' },
  id: { cardId: 'nobody' },
  holder: { cardNumberMask: '400000******0000', cardholderId: 'nobody' },
  phone: { cardNumberMask: '400000******0000', phoneNumber: '375290000000' },
}

interface Requested {
  readonly operation: string
  readonly finders: readonly Path[]
  /** The other fields of the request; built anew for each request. */
  readonly rest?: (owner: Owner) => object
  /** Fields that must be given together with the card's identifier. */
  readonly also?: (owner: Owner) => object
  /** HTTP status of a refusal: 422 for an operation whose answer has no responseCode. */
  readonly status?: 200 | 422
}

/** How an operation identifies a card: each of `finders` finds it, no other field does. */
export function namingRules({
  operation,
  finders,
  rest = () => ({}),
  also = () => ({}),
  status = 200,
}: Requested): Rule[] {
  const ask = (fixture: Fixture, owner: Owner, name: object) =>
    fixture.send(operation, { ...rest(owner), cardIdentification: { ...also(owner), ...name } })
  const refuses = async (fixture: Fixture, name: object) => {
    const owner = await fixture.newOwner()
    const body = { ...rest(owner), cardIdentification: { ...also(owner), ...name } }
    await badlyFormed(fixture, operation, body, 'cardIdentification')
  }
  return [
    ...finders.map((finder): Rule => [
      `2.2 ${operation} finds the card by ${finder}`,
      async (fixture) => {
        const owner = await fixture.newOwner()
        const answer = await ask(fixture, owner, findersOf(owner)[finder])
        expect(answer.status).toBe(200)
        expect(answer).not.toMatchObject({ body: { responseCode: '14' } })
      },
    ]),
    ...finders.map((finder): Rule => [
      `2.2 ${operation} refuses with 14 an unknown card named by ${finder}`,
      async (fixture) => {
        const owner = await fixture.newOwner()
        const answer = await ask(fixture, owner, unknown[finder])
        expect(answer).toMatchObject({ status, body: { responseCode: '14' } })
      },
    ]),
    [`2.2 ${operation} refuses a card that is not named`, (fixture) => refuses(fixture, {})],
    [`2.2 ${operation} refuses a mask alone`, (fixture) => refuses(fixture, { cardNumberMask: '400000******0000' })],
    [
      `2.2 ${operation} refuses a card that is named in two ways`,
      async (fixture) => {
        const { number, id } = findersOf(await fixture.newOwner())
        await refuses(fixture, { ...number, ...id })
      },
    ],
    [
      `2.2 ${operation} refuses a name that there is none of`,
      (fixture) => refuses(fixture, { cardNo: '4000000000000000' }),
    ],
    [
      `2.1 ${operation} takes the number of a card as a JSON number`,
      async (fixture) => {
        const owner = await fixture.newOwner()
        expect((await ask(fixture, owner, { cardNumber: Number(owner.cardNumber) })).status).toBe(
          finders.includes('number') ? 200 : 400,
        )
      },
    ],
  ]
}
