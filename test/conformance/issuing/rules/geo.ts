import { expect } from 'vitest'
import { DAY } from '#contract/time/periods.ts'
import { eventsOf, pays } from '../card-history.ts'
import { namingRules } from '../naming.ts'
import { badlyFormed, notDone } from '../refused.ts'
import type { Owner, Fixture } from '../fixture.ts'
import { rulesOf, type Rule } from './rule.ts'

const [GERMANY, FRANCE, EUROPE, WEST] = [276, 250, 150, 155]
const [INTERNET, TERMINAL, CASH, TRANSFER] = [1, 2, 3, 4]

const no = (rule: object): object => ({ transactionGroupId: TERMINAL, status: 'DISABLED', ...rule })
const yes = (rule: object): object => ({ ...no(rule), status: 'ENABLED' })
const done = { status: 200, body: { responseCode: '00' } }

const setting = ({ cardNumber }: Owner, ...restrictions: readonly object[]) => ({
  cardIdentification: { cardNumber },
  restrictions,
})
const set = async (fixture: Fixture, owner: Owner, ...restrictions: readonly object[]) =>
  expect(await fixture.send('setGeoRestrictions', setting(owner, ...restrictions))).toEqual(done)
const read = ({ issuing }: Fixture, { cardNumber }: Owner) =>
  issuing.getGeoRestrictions({ cardIdentification: { cardNumber } })

/** The place of a payment, in ISO 8583 field 43. */
const at = (country: string, merchantType = '5732') => ({
  cardAcceptorParameters: {
    terminalIdentification: 'G1',
    merchantIdentification: 'GEO',
    merchantType,
    nameAndLocation: 'A shop'.padEnd(25) + 'Town'.padEnd(13) + country,
  },
})

const reading = rulesOf({
  async '4.4 getGeoRestrictions answers what restricts the card, with the names of all that is mentioned'(fixture) {
    const owner = await fixture.newOwner()
    const rules = [
      no({ countryId: GERMANY }),
      no({ regionId: EUROPE, transactionGroupId: INTERNET, endDate: '2099-12-31' }),
    ]
    await set(fixture, owner, ...rules)
    expect(await fixture.send('getGeoRestrictions', { cardIdentification: { cardId: owner.cardId } })).toEqual({
      status: 200,
      body: {
        regions: [{ id: EUROPE, description: 'Europe' }],
        countries: [{ id: GERMANY, description: 'Germany' }],
        transactionGroups: [
          { id: TERMINAL, description: 'Terminal purchase' },
          { id: INTERNET, description: 'Internet purchase' },
        ],
        restrictions: rules,
      },
    })
    expect((await eventsOf(fixture, owner)).at(-1)).toBe('GEO_RESTRICTION')
  },
  async '4.4 getGeoRestrictions of a card without rules answers empty lists'(fixture) {
    const owner = await fixture.newOwner()
    const nothing = { regions: [], countries: [], transactionGroups: [], restrictions: [] }
    expect(await read(fixture, owner)).toEqual(nothing)
  },
  async '4.4 getGeoRestrictions leaves out what lets payments through, and what is over'(fixture) {
    const owner = await fixture.newOwner()
    const today = new Date(fixture.clock.now()).toISOString().slice(0, 10)
    const lasting = no({ countryId: FRANCE })
    await set(fixture, owner, yes({ countryId: GERMANY }), lasting, no({ regionId: EUROPE, endDate: today }))
    expect((await read(fixture, owner)).restrictions).toHaveLength(2)
    fixture.clock.advance(DAY)
    expect((await read(fixture, owner)).restrictions).toEqual([lasting])
  },
  async '4.4 setGeoRestrictions adds to the rules; one about the same place and group comes in the other’s place'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    await set(fixture, owner, no({ countryId: GERMANY }), no({ countryId: FRANCE }))
    await set(fixture, owner, yes({ countryId: GERMANY }), no({ countryId: GERMANY, transactionGroupId: CASH }))
    const expected = [no({ countryId: FRANCE }), no({ countryId: GERMANY, transactionGroupId: CASH })]
    expect((await read(fixture, owner)).restrictions).toEqual(expected)
  },
  async '4.4 setGeoRestrictions takes its list nested as the examples nest theirs'(fixture) {
    const owner = await fixture.newOwner()
    const restrictions = { restriction: no({ regionId: WEST }) }
    expect(await fixture.send('setGeoRestrictions', { ...setting(owner), restrictions })).toEqual(done)
    expect((await read(fixture, owner)).restrictions).toEqual([no({ regionId: WEST })])
  },
})

const deciding = rulesOf({
  async '4.4 setGeoRestrictions: a payment in a restricted country is refused with 57, elsewhere it is not'(fixture) {
    const owner = await fixture.newOwner()
    await set(fixture, owner, no({ countryId: GERMANY }))
    expect(await pays(fixture, owner, {}, at('DE'))).toBe('57')
    expect(await pays(fixture, owner, {}, at('FR'))).toBe('00')
    expect(await pays(fixture, owner)).toBe('00')
  },
  async 'sandbox setGeoRestrictions: the rule of a country beats that of its region, a smaller region a larger one'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    await set(fixture, owner, no({ regionId: EUROPE }), yes({ countryId: GERMANY }))
    expect([await pays(fixture, owner, {}, at('DE')), await pays(fixture, owner, {}, at('FR'))]).toEqual(['00', '57'])
    await set(fixture, owner, yes({ regionId: WEST }), no({ countryId: GERMANY, regionId: WEST }))
    expect([await pays(fixture, owner, {}, at('DE')), await pays(fixture, owner, {}, at('FR'))]).toEqual(['57', '00'])
    expect(await pays(fixture, owner, {}, at('PL'))).toBe('57')
  },
  async 'sandbox setGeoRestrictions: each group is restricted by itself'(fixture) {
    const owner = await fixture.newOwner()
    const { issuing } = fixture
    const { cvv2 } = await newCvc(fixture, owner)
    const outcomes = async (): Promise<string[]> => [
      await pays(fixture, owner, { cvv2 }, at('DE')),
      await pays(fixture, owner, {}, at('DE')),
      await pays(fixture, owner, {}, at('DE', '6011')),
      await pays(fixture, owner, {}, at('DE', '4829')),
    ]
    const groups = [INTERNET, TERMINAL, CASH, TRANSFER]
    for (const [number, group] of groups.entries()) {
      await set(fixture, owner, ...groups.map((transactionGroupId) => yes({ countryId: GERMANY, transactionGroupId })))
      await set(fixture, owner, no({ countryId: GERMANY, transactionGroupId: group }))
      expect(await outcomes()).toEqual(groups.map((_, other) => (other === number ? '57' : '00')))
    }
    expect(await issuing.cardStatusInquiry({ cardIdentification: { cardId: owner.cardId } })).toEqual({
      hotCardStatus: 0,
    })
  },
  async '4.4 setGeoRestrictions: p2PTransfer is a transfer wherever it is accepted'(fixture) {
    const [owner, other] = [await fixture.newOwner(), await fixture.newOwner()]
    await set(fixture, owner, no({ countryId: GERMANY, transactionGroupId: TRANSFER }))
    const transfer = (country: string) =>
      fixture.issuing.p2PTransfer({
        sourceCardIdentification: { cardNumber: owner.cardNumber, expDate: owner.expDate },
        destinationCardIdentification: { cardNumber: other.cardNumber },
        amount: 100,
        currency: 978,
        senderReceiverInfo: { senderName: 'Doe, Jo', senderAddress: 'First 1' },
        pointOfServiceConditionCode: '00',
        ...at(country),
      })
    expect(await transfer('DE')).toMatchObject({ responseCode: '57' })
    expect(await transfer('FR')).toMatchObject({ responseCode: '00' })
  },
  async '4.4 setGeoRestrictions: a rule holds from its startDate to its endDate, both included'(fixture) {
    const owner = await fixture.newOwner()
    const day = (ahead: number): string => new Date(fixture.clock.now() + ahead * DAY).toISOString().slice(0, 10)
    await set(fixture, owner, no({ countryId: GERMANY, startDate: day(1), endDate: day(2) }))
    const outcomes: string[] = []
    for (let step = 0; step < 4; step++) {
      outcomes.push(await pays(fixture, owner, {}, at('DE')))
      fixture.clock.advance(DAY)
    }
    expect(outcomes).toEqual(['00', '57', '57', '00'])
  },
})

const newCvc = async ({ issuing }: Fixture, { cardNumber }: Owner) => ({
  cvv2: (await issuing.generateCVC2({ cardIdentification: { cardNumber } })).cvc2!,
})

const refusals: readonly (readonly [what: string, rule: object, code: string, field: string])[] = [
  ['an unknown country', no({ countryId: 999 }), 'A8', 'restrictions.0.countryId'],
  ['an unknown region', no({ regionId: 999 }), 'A8', 'restrictions.0.regionId'],
  ['an unknown group', no({ regionId: EUROPE, transactionGroupId: 9 }), 'A8', 'restrictions.0.transactionGroupId'],
  ['a country outside its region', no({ countryId: GERMANY, regionId: 2 }), '92', 'restrictions.0.regionId'],
  [
    'an end before the start',
    no({ countryId: GERMANY, startDate: '2031-01-02', endDate: '2031-01-01' }),
    '92',
    'endDate',
  ],
]

const malformed: readonly (readonly [field: string, rule: object])[] = [
  ['restrictions.0.countryId', no({})],
  ['restrictions.0.startDate', no({ countryId: GERMANY, startDate: '2031-02-30' })],
]

const written = rulesOf({
  async '4.4 setGeoRestrictions refuses a rule about no place, and a day that does not exist'(fixture) {
    const owner = await fixture.newOwner()
    for (const [field, rule] of malformed) await badlyFormed(fixture, 'setGeoRestrictions', setting(owner, rule), field)
  },
})

const refusing: readonly Rule[] = [
  ...refusals.map(([what, rule, code, field]): Rule => [
    `4.4 setGeoRestrictions refuses ${what}, and all rules beside it`,
    async (fixture) => {
      const owner = await fixture.newOwner()
      await notDone(fixture, 'setGeoRestrictions', setting(owner, rule, no({ countryId: FRANCE })), code, field)
      expect((await read(fixture, owner)).restrictions).toEqual([])
    },
  ]),
  ...written,
]

/** Where a card may pay (4.4). */
export const geoRules: readonly Rule[] = [
  ...reading,
  ...deciding,
  ...refusing,
  ...namingRules({ operation: 'setGeoRestrictions', finders: ['number', 'id'], rest: () => ({ restrictions: [] }) }),
  ...namingRules({ operation: 'getGeoRestrictions', finders: ['number', 'id'], status: 422 }),
]
