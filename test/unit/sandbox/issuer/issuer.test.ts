import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Debit } from '#server-contract/issuing/debits.ts'
import { reversalApi, type Reversal } from '#server-contract/issuing/reversals.ts'
import { client } from '#contract/wire/client.ts'
import { rawIssuingClient } from '#issuing-client/raw-client.ts'
import { buildJournal } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { fullBalance } from '#sandbox/issuer/seed.ts'
import { buildIssuer } from '#sandbox/issuer/build-issuer.ts'
import type { WebFetch } from '../../../support/on-request.ts'
import { inProcess } from '../../../conformance/gateway/fixture.ts'
import { instantClock, type InstantClock } from '../../../support/clock.ts'

const credentials = { login: 'gäteway', password: 'se:cret' }
const base = 'http://issuer.test'
let clock: InstantClock
let fetch: WebFetch
let close: () => Promise<void>

beforeEach(async () => {
  clock = instantClock()
  const journal = buildJournal(clock)
  const wire = inProcess()
  const app = buildIssuer({ clock, random: systemRandom, journal, cards: testCards, credentials })
  await wire.open(app, 'issuer.test')
  fetch = wire.fetch
  close = () => app.close()
})
afterEach(() => close())

const debitOf = ({ pan, expiry, cvc }: TestCard, amount = 100): Debit => ({
  cardIdentification: { cardNumber: pan, expDate: expiry, cvv2: cvc },
  amount,
  currency: 933,
})

const good = testCards.find(({ pan }) => pan === '4444555511113333')!

test('two debits at once of a slow card cannot both take the last money', async () => {
  const slow = testCards.find(({ issuer }) => issuer?.quirk === 'slow')!
  const { debitCard } = rawIssuingClient(base, credentials, fetch)
  const before = clock.now()
  const answers = await Promise.all([debitCard(debitOf(slow, fullBalance)), debitCard(debitOf(slow, fullBalance))])
  expect(answers.map(({ responseCode }) => responseCode).toSorted()).toEqual(['00', '51'])
  expect(clock.now()).toBeGreaterThanOrEqual(before + 4000)
})

/** A reversal with the gateway's credentials. */
const reversal = (change: Partial<Reversal>) =>
  client(reversalApi, base, (url, settings) => {
    const authorization = `Basic ${Buffer.from('gäteway:se:cret').toString('base64')}`
    return fetch(url, { ...settings, headers: { ...settings.headers, authorization } })
  }).reversal({
    cardIdentification: { cardNumber: good.pan },
    amount: 100,
    currency: 933,
    processingCode: '000000',
    systemTraceAuditNumber: 1,
    transactionDate: '2030-05-01T12:00:00+00:00',
    rrn: '',
    ...change,
  })

test('a debit goes back in parts up to the whole, and can be spent again', async () => {
  const { debitCard } = rawIssuingClient(base, credentials, fetch)
  const { rrn } = await debitCard(debitOf(good, fullBalance))
  expect(await reversal({ rrn, amount: 60 })).toMatchObject({
    responseCode: '00',
    rrn: expect.stringMatching(/^\d{12}$/),
    authorizationIdResponse: expect.stringMatching(/^\d{6}$/),
  })
  expect(await debitCard(debitOf(good, 61))).toMatchObject({ responseCode: '51' })
  expect(await debitCard(debitOf(good, 60))).toMatchObject({ responseCode: '00' })
  expect(await reversal({ rrn, amount: fullBalance })).toMatchObject({ responseCode: '95' })
  expect(await reversal({ rrn, amount: fullBalance - 60 })).toMatchObject({ responseCode: '00' })
  expect(await reversal({ rrn, amount: 1 })).toMatchObject({ responseCode: '79' })
})

test('a reversal names its debit: another reference, card or currency finds none', async () => {
  const { debitCard } = rawIssuingClient(base, credentials, fetch)
  const { rrn } = await debitCard(debitOf(good))
  const declined = await debitCard(debitOf(good, fullBalance * 2))
  for (const change of [
    { rrn: 'nobody' },
    { rrn: declined.rrn },
    { rrn, currency: 978 },
    { rrn, cardIdentification: { cardNumber: testCards[0]!.pan } },
  ])
    expect(await reversal(change)).toMatchObject({ responseCode: '78' })
})

test('each transaction has its own numbers, with the time in them', async () => {
  const { debitCard } = rawIssuingClient(base, credentials, fetch)
  const one = await debitCard(debitOf(good))
  const two = await debitCard(debitOf(good))
  const numbers = [one, two].map(({ systemTraceAuditNumber }) => systemTraceAuditNumber)
  expect(numbers[1]).toBe(numbers[0]! + 1)
  expect([one, two]).toMatchObject(
    numbers.map((number) => ({
      rrn: `012112${String(number).padStart(6, '0')}`,
      localTransactionDate: '2030-05-01T12:00:00+00:00',
      processingCode: '000000',
    })),
  )
})

/** What an issuer with this one card says to a debit by `good`'s data. */
async function messageOf(issuer: NonNullable<TestCard['issuer']>, now = instantClock().now()): Promise<string> {
  const wire = inProcess()
  const options = { clock: instantClock(now), random: systemRandom, journal: buildJournal(clock), credentials }
  await wire.open(buildIssuer({ ...options, cards: [{ ...good, issuer }] }), 'issuer.test')
  return (await rawIssuingClient(base, credentials, wire.fetch).debitCard(debitOf(good))).responseCode
}

test('the first reason in the order of the checks is the one returned', async () => {
  const all = { status: 6, expiry: '202912', cvc: '321', balance: 0, limit: 1, quirk: 'technical' } as const
  const { status: _, ...active } = all
  const { expiry: __, ...unexpired } = active
  const { cvc: ___, ...known } = unexpired
  const { quirk: ____, ...sound } = known
  const { limit: _____, ...poor } = sound
  expect(await messageOf(all)).toBe('04')
  expect(await messageOf(active)).toBe('33')
  expect(await messageOf({ ...unexpired, expiry: '203112' })).toBe('14')
  expect(await messageOf(unexpired)).toBe('AB')
  expect(await messageOf(known)).toBe('96')
  expect(await messageOf(sound)).toBe('61')
  expect(await messageOf(poor)).toBe('51')
  expect(await messageOf({ balance: 100 })).toBe('00')
})

test('a card is good to the end of its month', async () => {
  const end = Date.UTC(Number(good.expiry.slice(0, 4)), Number(good.expiry.slice(4)))
  expect(await messageOf({}, end - 1)).toBe('00')
  expect(await messageOf({}, end)).toBe('33')
})
