import { expect } from 'vitest'
import { badlyFormed } from './refused.ts'
import type { Rule } from './rules/rule.ts'
import type { Owner, Stage } from './stage.ts'

/** The mask of a card's number. */
export const maskOf = ({ cardNumber }: Owner): string => `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`

/** The ways in which operations let a card be named (card management 2.2). */
export const waysOf = (owner: Owner) => ({
  number: { cardNumber: owner.cardNumber },
  id: { cardId: owner.cardId },
  holder: { cardNumberMask: maskOf(owner), cardholderId: owner.customerNumber },
  phone: { cardNumberMask: maskOf(owner), phoneNumber: owner.phone },
})
type Way = keyof ReturnType<typeof waysOf>

const unknown: Readonly<Record<Way, object>> = {
  number: { cardNumber: '4000009999999999' },
  id: { cardId: 'nobody' },
  holder: { cardNumberMask: '400000******0000', cardholderId: 'nobody' },
  phone: { cardNumberMask: '400000******0000', phoneNumber: '375290000000' },
}

interface Asked {
  readonly operation: string
  readonly ways: readonly Way[]
  /** What goes with the name of the card; made anew for each request. */
  readonly rest?: (owner: Owner) => object
  /** What each name must be given with. */
  readonly also?: (owner: Owner) => object
  /** HTTP status of a refusal: 422 for an operation that answers no responseCode. */
  readonly status?: 200 | 422
}

/** How an operation lets a card be named: each way leads to the card, no other does. */
export function namingRules({ operation, ways, rest = () => ({}), also = () => ({}), status = 200 }: Asked): Rule[] {
  const ask = (stage: Stage, owner: Owner, name: object) =>
    stage.send(operation, { ...rest(owner), cardIdentification: { ...also(owner), ...name } })
  const refuses = async (stage: Stage, name: object) => {
    const owner = await stage.newOwner()
    const body = { ...rest(owner), cardIdentification: { ...also(owner), ...name } }
    await badlyFormed(stage, operation, body, 'cardIdentification')
  }
  return [
    ...ways.map((way): Rule => [
      `2.2 ${operation} finds the card by ${way}`,
      async (stage) => {
        const owner = await stage.newOwner()
        const answer = await ask(stage, owner, waysOf(owner)[way])
        expect(answer.status).toBe(200)
        expect(answer).not.toMatchObject({ body: { responseCode: '14' } })
      },
    ]),
    ...ways.map((way): Rule => [
      `2.2 ${operation} refuses with 14 an unknown card named by ${way}`,
      async (stage) => {
        const owner = await stage.newOwner()
        const answer = await ask(stage, owner, unknown[way])
        expect(answer).toMatchObject({ status, body: { responseCode: '14' } })
      },
    ]),
    [`2.2 ${operation} refuses a card that is not named`, (stage) => refuses(stage, {})],
    [`2.2 ${operation} refuses a mask alone`, (stage) => refuses(stage, { cardNumberMask: '400000******0000' })],
    [
      `2.2 ${operation} refuses a card that is named in two ways`,
      async (stage) => {
        const { number, id } = waysOf(await stage.newOwner())
        await refuses(stage, { ...number, ...id })
      },
    ],
    [
      `2.2 ${operation} refuses a name that there is none of`,
      (stage) => refuses(stage, { cardNo: '4000000000000000' }),
    ],
    [
      `2.1 ${operation} takes the number of a card as a JSON number`,
      async (stage) => {
        const owner = await stage.newOwner()
        expect((await ask(stage, owner, { cardNumber: Number(owner.cardNumber) })).status).toBe(
          ways.includes('number') ? 200 : 400,
        )
      },
    ],
  ]
}
