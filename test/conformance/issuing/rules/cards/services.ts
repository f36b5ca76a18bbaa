import { expect } from 'vitest'
import { eventsOf } from '../../card-history.ts'
import { namingRules } from '../../naming.ts'
import { badlyFormed, notDone } from '../../refused.ts'
import type { Owner, Fixture } from '../../fixture.ts'
import { rulesOf, type Rule } from '../rule.ts'

type Action =
  | 'ADD'
  | 'UPDATE'
  | 'DELETE'
  | 'CHECK'
  | 'CHANGE_ACCESS'
  | 'CHECK_PARAMETERS'
  | 'RESTORE_PARAMETERS'
  | 'INQUIRE'
  | 'ACTION'

const service = { serviceType: 'SMS', serviceId: '1', serviceObjectType: 'SERVICE_OBJECT_CARD' }
const ofAccount = { ...service, serviceObjectType: 'SERVICE_OBJECT_ACCOUNT' }
const phone = { phoneNumber: '375291112233' }
const other = { phoneNumber: '375294445566' }

const request = ({ cardNumber, expDate }: Owner, action: Action, change: object = {}) => ({
  serviceIdentification: service,
  actionCode: `ACTION_CODE_${action}`,
  cardIdentification: { cardNumber, expDate },
  ...change,
})

async function act(fixture: Fixture, owner: Owner, action: Action, change: object = {}): Promise<string> {
  const { status, body } = await fixture.send('serviceAction', request(owner, action, change))
  expect(status).toBe(200)
  return (body as { responseCode: string }).responseCode
}
const withParameters = (serviceParameters: object) => ({ serviceParameters })

const others: readonly Action[] = [
  'UPDATE',
  'DELETE',
  'CHECK',
  'CHANGE_ACCESS',
  'CHECK_PARAMETERS',
  'RESTORE_PARAMETERS',
  'INQUIRE',
  'ACTION',
]

const written = rulesOf({
  async '4.3 serviceAction binds a service with ADD, once, and unbinds it with DELETE'(fixture) {
    const owner = await fixture.newOwner()
    expect(await fixture.send('serviceAction', request(owner, 'ADD'))).toEqual({
      status: 200,
      body: { responseCode: '00' },
    })
    await notDone(fixture, 'serviceAction', request(owner, 'ADD'), 'A1', 'serviceIdentification')
    expect([await act(fixture, owner, 'DELETE'), await act(fixture, owner, 'ADD')]).toEqual(['00', '00'])
    const events = ['CARD_ISSUING', 'SERVICE_ACTION', 'SERVICE_ACTION', 'SERVICE_ACTION']
    expect(await eventsOf(fixture, owner)).toEqual(events)
  },
  async 'sandbox serviceAction: CHECK_PARAMETERS compares, UPDATE changes, RESTORE_PARAMETERS brings back'(fixture) {
    const owner = await fixture.newOwner()
    await act(fixture, owner, 'ADD', withParameters({ ...phone, email: 'jo@shop.example' }))
    const check = (parameters: object) => act(fixture, owner, 'CHECK_PARAMETERS', withParameters(parameters))
    expect([await check(phone), await check(other), await check({ email: 'jo@shop.example' })]).toEqual([
      '00',
      'A3',
      '00',
    ])
    expect(await act(fixture, owner, 'UPDATE', withParameters(other))).toBe('00')
    expect([await check(phone), await check({ ...other, email: 'jo@shop.example' })]).toEqual(['A3', '00'])
    expect(await act(fixture, owner, 'RESTORE_PARAMETERS')).toBe('00')
    expect([await check(phone), await check(other)]).toEqual(['00', 'A3'])
  },
  async 'sandbox serviceAction: UPDATE and CHECK_PARAMETERS need parameters'(fixture) {
    const owner = await fixture.newOwner()
    await act(fixture, owner, 'ADD', withParameters(phone))
    for (const action of ['UPDATE', 'CHECK_PARAMETERS'] as const)
      for (const change of [{}, withParameters({})])
        await notDone(fixture, 'serviceAction', request(owner, action, change), 'A3', 'serviceParameters')
  },
  async 'sandbox serviceAction: CHANGE_ACCESS closes and opens; a closed service is bound, but neither CHECK nor ACTION is let through'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    await act(fixture, owner, 'ADD')
    const three = async () => [
      await act(fixture, owner, 'CHECK'),
      await act(fixture, owner, 'ACTION'),
      await act(fixture, owner, 'INQUIRE'),
    ]
    expect(await three()).toEqual(['00', '00', '00'])
    expect(await act(fixture, owner, 'CHANGE_ACCESS')).toBe('00')
    expect(await three()).toEqual(['97', '97', '00'])
    expect(await act(fixture, owner, 'CHANGE_ACCESS')).toBe('00')
    expect(await three()).toEqual(['00', '00', '00'])
  },
  async 'sandbox serviceAction: what only asks leaves no entry'(fixture) {
    const owner = await fixture.newOwner()
    await act(fixture, owner, 'ADD', withParameters(phone))
    for (const action of ['CHECK', 'INQUIRE', 'ACTION', 'CHECK_PARAMETERS'] as const)
      await act(fixture, owner, action, withParameters(phone))
    expect(await eventsOf(fixture, owner)).toEqual(['CARD_ISSUING', 'SERVICE_ACTION'])
  },
})

const acting: readonly Rule[] = [
  ...others.map((action): Rule => [
    `4.3 serviceAction with ${action} refuses with A2 a service that is not bound`,
    async (fixture) => {
      const owner = await fixture.newOwner()
      const body = request(owner, action, withParameters(phone))
      await notDone(fixture, 'serviceAction', body, 'A2', 'serviceIdentification')
      await act(fixture, owner, 'ADD', { serviceIdentification: { ...service, serviceId: '2' } })
      await act(fixture, owner, 'ADD', { serviceIdentification: { ...service, serviceType: 'PUSH' } })
      await act(fixture, owner, 'ADD', { serviceIdentification: ofAccount })
      await notDone(fixture, 'serviceAction', body, 'A2', 'serviceIdentification')
    },
  ]),
  ...written,
]

const ofAccounts = rulesOf({
  async '4.3 serviceAction with SERVICE_OBJECT_ACCOUNT acts on the account that is named, else on the card’s default'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const onAccount = { serviceIdentification: ofAccount }
    expect(await act(fixture, owner, 'ADD', onAccount)).toBe('00')
    expect(await act(fixture, owner, 'CHECK', { ...onAccount, accountNumber: owner.accountNumber })).toBe('00')
    expect(await act(fixture, owner, 'CHECK')).toBe('A2')
    expect(await act(fixture, owner, 'DELETE', onAccount)).toBe('00')
    expect(await act(fixture, owner, 'CHECK', onAccount)).toBe('A2')
  },
  async '4.3 serviceAction refuses an account that is unknown, or not the card’s'(fixture) {
    const [owner, stranger] = [await fixture.newOwner(), await fixture.newOwner()]
    const on = (accountNumber: string) => request(owner, 'ADD', { serviceIdentification: ofAccount, accountNumber })
    await notDone(fixture, 'serviceAction', on('nobody'), '14', 'accountNumber')
    await notDone(fixture, 'serviceAction', on(stranger.accountNumber), '77', 'accountNumber')
  },
})

const refusing = rulesOf({
  async '4.3 serviceAction needs the card’s expDate, and the right one'(fixture) {
    const owner = await fixture.newOwner()
    const named = (cardIdentification: object) => request(owner, 'ADD', { cardIdentification })
    const { cardNumber } = owner
    await notDone(fixture, 'serviceAction', named({ cardNumber, expDate: '203411' }), '14', 'expDate')
    await badlyFormed(fixture, 'serviceAction', named({ cardNumber }), 'cardIdentification')
    await badlyFormed(
      fixture,
      'serviceAction',
      named({ cardId: owner.cardId, expDate: '203412' }),
      'cardIdentification',
    )
  },
})

/** Services of cards and accounts (4.3). */
export const serviceRules: readonly Rule[] = [
  ...acting,
  ...ofAccounts,
  ...refusing,
  ...namingRules({
    operation: 'serviceAction',
    finders: ['number', 'phone'],
    rest: () => ({ serviceIdentification: service, actionCode: 'ACTION_CODE_ADD' }),
    also: ({ expDate }) => ({ expDate }),
  }),
]
