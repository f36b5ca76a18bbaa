import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR } from '#contract/time/periods.ts'
import { rawIssuingClient, type RawIssuingClient } from '#issuing-client/raw-client.ts'
import { fullBalance } from '#sandbox/issuer/seed.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { inZone } from '../../../conformance/gateway/paid-orders.ts'
import {
  credentials,
  inProcess,
  paid,
  registered,
  setFixture,
  stateOf,
  type Fixture,
} from '../../../conformance/gateway/fixture.ts'
import { notEnrolled } from '../../../conformance/gateway/stored-cards.ts'
import { fakeClock } from '../../../support/clock.ts'
import { runs } from '../../../support/extent.ts'

/** The fate of a request to the issuer: answered, processed with its answer lost, or lost. */
type Fate = 'answered' | 'done unanswered' | 'lost'

const MINUTE = 60_000
const account = `TEST-${testCards.findIndex(({ pan }) => pan === notEnrolled.pan) + 1}`

/** A gateway with a connection to the issuer that has the given faults, one after the other, and then none. */
async function openLine() {
  const wire = inProcess()
  const issuing = rawIssuingClient('http://issuer.test', { login: 'gateway', password: 'secret' }, wire.fetch)
  let fates: Fate[] = []
  const over =
    <Requested, Answered>(ask: (request: Requested) => Promise<Answered>) =>
    async (request: Requested): Promise<Answered> => {
      const fate = fates.shift() ?? 'answered'
      if (fate === 'lost') throw new TypeError('fetch failed')
      const answer = await ask(request)
      if (fate === 'done unanswered') throw new TypeError('fetch failed')
      return answer
    }
  const issuer = {
    debitCard: over(issuing.debitCard),
    reversal: over(issuing.reversal),
    reversalAdvice: over(issuing.reversalAdvice),
    completion: over(issuing.completion),
  }
  const clock = fakeClock(Date.UTC(2030, 4, 1, 12))
  const fixture = await setFixture(wire, { issuer, clock, timing: 'by-clock' })
  return { fixture, issuing, clock, lose: (next: readonly Fate[]) => void (fates = [...next]) }
}

let line: Awaited<ReturnType<typeof openLine>>
beforeAll(async () => {
  line = await openLine()
})
beforeEach(() => line.lose([]))
afterAll(() => line.fixture.close())

/** The amount that the card has paid, by the gateway's orders. */
async function paidByOrders(fixture: Fixture, ids: readonly string[]): Promise<number> {
  let sum = 0
  for (const id of ids) {
    const { orderStatus, paymentAmountInfo } = await stateOf(fixture, id)
    const { approvedAmount = 0, depositedAmount = 0, refundedAmount = 0 } = paymentAmountInfo ?? {}
    sum += orderStatus === 1 ? approvedAmount : depositedAmount - refundedAmount
  }
  return sum
}

const spentAtIssuer = async ({ getAccountData }: RawIssuingClient): Promise<number> =>
  fullBalance - (await getAccountData({ accountNumber: account })).accountData!.balance

const fate = fc.constantFrom<Fate>('answered', 'done unanswered', 'lost')
const wanted = fc.record({
  twoPhase: fc.boolean(),
  amount: fc.integer({ min: 2, max: 5000 }),
  next: fc.constantFrom('nothing', 'deposit', 'deposit a part', 'reverse', 'reverse a part', 'refund', 'refund a part'),
  date: fc.constantFrom(undefined, 'autocompletionDate', 'autoReverseDate'),
})
type Wanted = typeof wanted extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** Repeats a request while the issuer cannot be reached, as a merchant would. */
async function insisting(
  ask: () => Promise<{ errorCode?: string | number | undefined; errorMessage?: string | undefined }>,
) {
  for (;;) {
    const { errorMessage = '' } = await ask()
    if (!/responseCode (?:91|96)/.test(errorMessage)) return
  }
}

/** A hold's date comes while {@link settle} advances the time. */
const orderOf = ({ fixture, clock }: typeof line, { amount, twoPhase, date }: Wanted): Promise<string> =>
  twoPhase
    ? registered(fixture, { amount, ...(date && { [date]: inZone(clock.now() + 30 * MINUTE) }) }, 'registerPreAuth')
    : registered(fixture, { amount })

async function runOnce({ gateway }: Fixture, orderId: string, { amount, next, date }: Wanted): Promise<void> {
  const half = Math.floor(amount / 2)
  const named = { ...credentials, orderId }
  const paths: Readonly<Record<Wanted['next'], () => Promise<unknown>>> = {
    nothing: async () => undefined,
    deposit: () => gateway.deposit({ ...named, amount: 0 }),
    'deposit a part': () => gateway.deposit({ ...named, amount: half }),
    reverse: () => insisting(() => gateway.reverse(named)),
    'reverse a part': () => {
      const ask = () => gateway.reverse({ ...named, amount: half })
      // At the date the whole amount is returned, whatever happened to the part.
      return date === 'autoReverseDate' ? ask() : insisting(ask)
    },
    refund: () => insisting(() => gateway.refund({ ...named, amount: 0 })),
    'refund a part': () => insisting(() => gateway.refund({ ...named, amount: half })),
  }
  await paths[next]()
}

/** Advances the time by hours, without faults on the connection. */
async function settle(): Promise<void> {
  line.lose([])
  for (let hour = 0; hour < 3; hour++) await pass(HOUR)
}

async function pass(ms: number): Promise<void> {
  await line.clock.pass(ms)
  for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate)
}

test('whatever is lost on the way to the issuer and back, no money stays taken that no order accounts for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(wanted, { minLength: 1, maxLength: 4 }),
      fc.array(fate, { maxLength: 12 }),
      async (orders, fates) => {
        const { fixture, issuing } = line
        const before = await spentAtIssuer(issuing)
        line.lose(fates)
        const ids: string[] = []
        for (const one of orders) {
          const id = await orderOf(line, one)
          ids.push(id)
          await paid(fixture, id, notEnrolled)
          await runOnce(fixture, id, one)
        }
        await settle()
        expect((await spentAtIssuer(issuing)) - before).toBe(await paidByOrders(fixture, ids))
      },
    ),
    { numRuns: runs(25) },
  )
})

test('a debit whose answer is lost is undone however often that is lost too, and the order is declined', async () => {
  const { fixture, issuing } = line
  const before = await spentAtIssuer(issuing)
  line.lose(['done unanswered', 'lost', 'lost', 'done unanswered'])
  const id = await registered(fixture, { amount: 1234 })
  await paid(fixture, id, notEnrolled)
  expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode: 907 })
  expect((await spentAtIssuer(issuing)) - before).toBe(1234)
  for (const minutes of [1, 1, 2]) await pass(minutes * MINUTE)
  expect(await spentAtIssuer(issuing)).toBe(before)
})

test('a hold of which a part went back unanswered goes back wholly at its autoReverseDate', async () => {
  const { fixture, issuing, clock } = line
  const before = await spentAtIssuer(issuing)
  const autoReverseDate = inZone(clock.now() + 30 * MINUTE)
  const orderId = await registered(fixture, { amount: 1000, autoReverseDate }, 'registerPreAuth')
  await paid(fixture, orderId, notEnrolled)
  line.lose(['done unanswered'])
  expect(await fixture.gateway.reverse({ ...credentials, orderId, amount: 300 })).toMatchObject({
    errorMessage: expect.stringContaining('responseCode 91'),
  })
  expect(await stateOf(fixture, orderId)).toMatchObject({ orderStatus: 1, paymentAmountInfo: { approvedAmount: 1000 } })
  await pass(HOUR)
  expect(await stateOf(fixture, orderId)).toMatchObject({ orderStatus: 3 })
  expect(await spentAtIssuer(issuing)).toBe(before)
})

test('a completion that the issuer refuses leaves the order held, and says why', async () => {
  const { fixture, issuing } = line
  const orderId = await registered(fixture, { amount: 1234 }, 'registerPreAuth')
  await paid(fixture, orderId, notEnrolled)
  const { authRefNum } = await stateOf(fixture, orderId)
  // The hold is returned by another request.
  await issuing.reversal({
    cardIdentification: { cardNumber: notEnrolled.pan },
    amount: 1234,
    currency: 933,
    processingCode: '000000',
    systemTraceAuditNumber: 1,
    transactionDate: '2030-05-01',
    rrn: authRefNum!,
  })
  expect(await fixture.gateway.deposit({ ...credentials, orderId, amount: 1000 })).toMatchObject({
    errorCode: '7',
    errorMessage: 'The issuer did not carry out the deposit: responseCode 79',
  })
  expect(await stateOf(fixture, orderId)).toMatchObject({
    orderStatus: 1,
    paymentAmountInfo: { approvedAmount: 1234, depositedAmount: 0 },
  })
})
