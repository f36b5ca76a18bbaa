import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { pinVerificationApi } from '#server-contract/issuing/pin-verification.ts'
import { reversalApi } from '#server-contract/issuing/reversals.ts'
import { draftFor, type Knowledge, type Name } from '../../../demo/browser/back-office/drafts.ts'
import { emptyHanded, takeCard } from '../../../demo/browser/back-office/selection.ts'
import { pruned, type Operation, type Schema } from '../../../demo/browser/back-office/schema.ts'
import { afterwards, debitOf } from '../../conformance/issuing/money-moves.ts'
import { castOf, rightRequests } from '../../conformance/issuing/right-requests.ts'
import { bin, openBackOffice, type BackOffice } from './back-office.ts'
import { formOf } from './drawn-form.ts'

let backOffice: BackOffice
beforeAll(async () => {
  backOffice = await openBackOffice()
})
afterAll(() => Promise.all([backOffice.app.close(), backOffice.fixture.close()]))

type Cast = Awaited<ReturnType<typeof castOf>>
type Requested = (cast: Cast) => Promise<object> | object

/** Debits the other card, or holds an amount on it; returns the request that completes or reverses that. */
const ofDebit =
  (preAuthorization: boolean): Requested =>
  async ({ other }) =>
    afterwards(other, await backOffice.fixture.issuing.debitCard(debitOf(other, 100, { preAuthorization })), 50)

const requests: Readonly<Record<Name, Requested>> = {
  ...rightRequests,
  reversal: ofDebit(false),
  completion: ofDebit(true),
  reversalAdvice: ({ owner: { cardNumber } }) => ({
    cardIdentification: { cardNumber },
    uniqueReferenceNumber: 'a-debit-without-an-answer',
  }),
  verifyPin: ({ owner: { cardNumber } }) => ({ cardIdentification: { cardNumber }, pinData: '0123456789ABCDEF' }),
}
const names = Object.keys(requests) as Name[]

const operationNamed = (name: string): Operation => backOffice.operations.find((one) => one.name === name)!

test('the back office offers every operation of the specification, and those that the sandbox has beside them', () => {
  const api = { ...issuingApi, ...reversalApi, ...pinVerificationApi }
  expect(backOffice.operations.map(({ name }) => name)).toEqual(Object.keys(api))
  expect(backOffice.operations.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

describe('by its form', () => {
  let cast: Cast
  beforeAll(async () => {
    cast = await castOf(backOffice.fixture)
  })

  test.each(names)('%s is asked with every field that it may have', async (name) => {
    const form = formOf(operationNamed(name).schema)
    const wanted = await requests[name](cast)
    form.fill(wanted)
    expect(pruned(form.draft())).toEqual(wanted)
    const { status, answer } = await backOffice.ask(name, pruned(form.draft()))
    expect([200, 422]).toContain(status)
    expect(answer).not.toMatchObject({ responseCode: '30' })
  })
})

/** Paths of fields in a draft that the schema does not have. */
function strangersIn(draft: unknown, schema: Schema | undefined, path = ''): string[] {
  if (!schema) return [path]
  if (Array.isArray(draft)) return draft.flatMap((one) => strangersIn(one, schema.items, `${path}[]`))
  if (typeof draft !== 'object' || draft === null) return []
  return Object.entries(draft).flatMap(([name, inner]) =>
    strangersIn(inner, schema.properties?.[name], `${path}.${name}`),
  )
}

/** A card with a history, a debit and a key that were created on the backOffice. */
async function knowing({ ask, fixture }: BackOffice): Promise<Knowledge> {
  const { owner } = await castOf(fixture)
  const now = fixture.clock.now()
  const before = { ...(await takeCard(ask, bin, { cardNumber: owner.cardNumber }))!, now, done: {} }
  const debitCard = await ask('debitCard', draftFor('debitCard', before))
  const generateKey = await ask('generateKey', draftFor('generateKey', before))
  return { ...before, done: { debitCard, generateKey } }
}

describe('a draft', () => {
  let known: Knowledge
  beforeAll(async () => {
    known = await knowing(backOffice)
  })

  test.each(names)('of %s has no field that is not in its form, whatever is selected', (name) => {
    const { schema } = operationNamed(name)
    expect(strangersIn(draftFor(name, known), schema)).toEqual([])
    const nothing = { ...emptyHanded(bin), now: known.now, done: {} }
    expect(strangersIn(draftFor(name, nothing), schema)).toEqual([])
  })

  /** Operations that need a block from the PIN helper, with its field. */
  const blocks: Readonly<Partial<Record<Name, string>>> = { changePin: 'newPinData', verifyPin: 'pinData' }

  test.each(names)('of %s is a request of the right form with a card selected', async (name) => {
    const block = blocks[name]
    const draft = { ...draftFor(name, known), ...(block && { [block]: await blockOf('1234') }) }
    const { status, answer } = await backOffice.ask(name, pruned(draft))
    expect([status, answer]).toEqual([
      expect.toBeOneOf([200, 422]),
      expect.not.objectContaining({ responseCode: '30' }),
    ])
  })

  const blockOf = async (pin: string): Promise<string> => {
    const { cardNumber } = known.card!
    const { answer } = await backOffice.post('/back-office/pin-block', { pin, cardNumber })
    return (answer as { pinBlock: string }).pinBlock
  }
})

describe('what a draft says', () => {
  let own: BackOffice
  let known: Knowledge
  beforeAll(async () => {
    own = await openBackOffice()
    known = await knowing(own)
    return () => Promise.all([own.app.close(), own.fixture.close()])
  })

  test('reads dates off the clock of the sandbox', () => {
    const now = Date.UTC(2041, 1, 28, 23)
    const limitException = { startDate: '2041-02-28', endDate: '2041-03-07' }
    expect(draftFor('addCardLimitException', { ...known, now })).toMatchObject({ limitException })
    expect(draftFor('getTransactions', { ...known, now })).toMatchObject({ period: { startDate: '2041-02-21' } })
  })

  test('of a reversal names the debit that was last done in the back office', async () => {
    const { rrn } = known.done.debitCard!.answer as { rrn: string }
    const draft = pruned(draftFor('reversal', known))
    expect(draft).toMatchObject({ amount: 1000, rrn })
    expect((await own.ask('reversal', draft)).answer).toMatchObject({ responseCode: '00' })
  })

  test('of a transaction and of a payment order names the latest of the card', async () => {
    const [latest] = known.entries
    const details = await own.ask('getTransactionDetails', draftFor('getTransactionDetails', known))
    expect(details.answer).toMatchObject({ transaction: { utrnno: latest!.utrnno } })
    const order = await own.ask('getOrderDetails', draftFor('getOrderDetails', known))
    const { transactionList } = order.answer as { transactionList: object[] }
    expect(transactionList.at(-1)).toMatchObject({ merchantId: latest!.merchantId })
  })

  test('of setKey installs the key that was generated in the back office', async () => {
    const request = pruned(draftFor('setKey', known))
    expect(await own.ask('setKey', request)).toMatchObject({ status: 200, answer: {} })
  })
})
