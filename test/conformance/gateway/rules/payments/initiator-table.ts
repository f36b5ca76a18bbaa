import { expect } from 'vitest'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import type { WalletAnswer } from '#server-contract/gateway/wallets.ts'
import { credentials, newNumber, paid, registered, stateOf, type Fixture } from '../../fixture.ts'
import { newClient, notEnrolled, paidByBinding, recurring, stored } from '../../stored-cards.ts'
import { payA, payADirect, payB, payBDirect } from '../../wallet-payments.ts'
import type { Rule } from '../rule.ts'

/** The effect of a tii on an operation; `undefined` is a value that the operation must refuse. */
type Expected = 'stores nothing' | 'stores COMMON' | 'stores RECURRENT' | undefined

const tiis = ['empty', 'CI', 'F', 'U', 'RI', 'R'] as const
type Tii = (typeof tiis)[number]

const nothing = 'stores nothing'
const initial = { empty: nothing, CI: 'stores COMMON', RI: 'stores RECURRENT' } as const
const all = { ...initial, F: nothing, U: nothing, R: nothing } as const

interface Row {
  readonly path: string
  readonly expected: Readonly<Partial<Record<Tii, Expected>>>
  /** Pays with the tii, in one phase or two; returns the order or the refusal. */
  readonly pay: (fixture: Fixture, clientId: string, tii: object, twoPhase: boolean) => Promise<Paid>
}

interface Paid {
  readonly orderId?: string | undefined
  readonly refused?: string | undefined
}

const ofForm = (orderId: string, { errorCode, errorMessage }: CardPaymentAnswer): Paid =>
  errorCode === '0' ? { orderId } : { orderId, refused: errorMessage }

const ofJson = ({ data, error }: WalletAnswer): Paid => ({ orderId: data?.orderId, refused: error?.description })

const order = (fixture: Fixture, clientId: string, twoPhase: boolean) =>
  registered(fixture, { clientId }, twoPhase ? 'registerPreAuth' : 'register')

/** The fields of a later payment's direct request that identify the first payment. */
const first = { originalPaymentNetRefNum: '123456789012', originalPaymentDate: '1893456000000' }

const wallet = (path: string, expected: Row['expected'], pay: typeof payA | typeof payB, more: object = {}): Row => ({
  path,
  expected,
  pay: async (fixture, clientId, tii, preAuth) => ofJson(await pay(fixture, { clientId, preAuth, ...more, ...tii })),
})

/** The table of 2.3, with every operation that a tii can be sent to. */
const table: readonly Row[] = [
  {
    path: 'paymentorder.do',
    expected: all,
    async pay(fixture, clientId, tii, twoPhase) {
      const id = await order(fixture, clientId, twoPhase)
      return ofForm(id, await paid(fixture, id, notEnrolled, { jsonParams: recurring, ...tii }))
    },
  },
  {
    path: 'paymentOrderBinding.do',
    expected: { empty: nothing, F: nothing, U: nothing, R: nothing },
    async pay(fixture, clientId, tii, twoPhase) {
      const id = await order(fixture, clientId, twoPhase)
      const type = 'tii' in tii && tii.tii === 'R' ? 'R' : 'C'
      const bindingId = await stored(fixture, clientId, { type })
      const answer = await paidByBinding(fixture, id, bindingId, tii)
      // Removed, so that the list contains only what the payment itself stores.
      await fixture.gateway.unBindCard({ ...credentials, bindingId })
      return ofForm(id, answer)
    },
  },
  wallet('walletA/payment.do', initial, payA),
  wallet('walletB/payment.do', initial, payB),
  wallet('walletA/paymentDirect.do', all, payADirect as typeof payA, first),
  wallet('walletB/paymentDirect.do', all, payBDirect as typeof payB, first),
]

/** The fields of a request with the tii; the typed client would not send all of them. */
const sent = (tii: Tii): object => (tii === 'empty' ? {} : { tii })

const categoriesOf = async ({ gateway }: Fixture, clientId: string): Promise<string[]> =>
  ((await gateway.getBindings({ ...credentials, clientId })).bindings ?? []).map(
    ({ bindingCategory }) => `stores ${bindingCategory}`,
  )

const onePhaseOnly = new Set<Tii>(['U', 'R'])

const done = ({ path, pay }: Row, tii: Tii, expected: NonNullable<Expected>): Rule => [
  `2.3 tii ${tii} at ${path} pays, and ${expected.replace('stores C', 'stores a C').replace('stores R', 'stores an R')}`,
  async (fixture) => {
    const clientId = newClient()
    const { orderId, refused } = await pay(fixture, clientId, sent(tii), false)
    expect(refused).toBeUndefined()
    expect(await stateOf(fixture, orderId!)).toMatchObject({ orderStatus: 2, actionCode: 0 })
    expect(await categoriesOf(fixture, clientId)).toEqual(expected === nothing ? [] : [expected])
  },
]

const twoPhase = ({ path, pay }: Row, tii: Tii): Rule => [
  `2.3 tii ${tii} at ${path} is ${onePhaseOnly.has(tii) ? 'refused for a two-phase order' : 'held of a two-phase order'}`,
  async (fixture) => {
    const { orderId, refused } = await pay(fixture, newClient(), sent(tii), true)
    if (onePhaseOnly.has(tii)) expect(refused).toContain(`tii ${tii} is for one-phase payments only`)
    else expect(await stateOf(fixture, orderId!)).toMatchObject({ orderStatus: 1 })
  },
]

/** Sent without the typed client, which would not send it. */
const refused = ({ path }: Row, tii: Tii): Rule => [
  `2.3 tii ${tii} is not taken at ${path}`,
  async (fixture) => {
    const isForm = path === 'paymentOrderBinding.do'
    const fields = { ...credentials, merchant: credentials.userName, orderNumber: newNumber(), mdOrder: 'id', tii }
    const answer = await fixture.fetch(
      new Request(`${fixture.base}/payment/${isForm ? 'rest/' : ''}${path}`, {
        method: 'POST',
        ...(isForm
          ? { body: new URLSearchParams(fields) }
          : {
              body: JSON.stringify({ ...fields, ip: '192.0.2.1', clientId: 'c', paymentToken: 'e30=' }),
              headers: { 'content-type': 'application/json' },
            }),
      }),
    )
    expect(await answer.text()).toContain('Field tii must be one of ')
  },
]

/** The binding flow (3): the feature of the order forces a binding where the tii does not decide. */
const forced: Readonly<Record<Tii, readonly string[]>> = {
  empty: ['stores COMMON'],
  CI: ['stores COMMON'],
  RI: ['stores RECURRENT'],
  F: [],
  U: [],
  R: [],
}

const withFeature = (tii: Tii): Rule => [
  `2.3 tii ${tii} at paymentorder.do of an order that forces a binding stores ${forced[tii].length ? 'it' : 'nothing all the same'}`,
  async (fixture) => {
    const clientId = newClient()
    const id = await registered(fixture, { clientId, features: ['FORCE_CREATE_BINDING'] })
    await paid(fixture, id, notEnrolled, { ...sent(tii), ...(tii === 'RI' && { jsonParams: recurring }) })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2 })
    expect(await categoriesOf(fixture, clientId)).toEqual(forced[tii])
  },
]

const later = { ...first, features: 'FORCE_CREATE_BINDING' }

const directWithFeature = (tii: 'F' | 'U' | 'R'): Rule => [
  `2.3 tii ${tii} of opened wallet data stores nothing, whatever its features say`,
  async (fixture) => {
    for (const pay of [payADirect, payBDirect]) {
      const clientId = newClient()
      expect(await pay(fixture, { clientId, tii, ...later })).toMatchObject({ success: true })
      expect(await categoriesOf(fixture, clientId)).toEqual([])
    }
  },
]

/** The transaction initiator indicator: all values at all operations. */
export const initiatorTable: readonly Rule[] = [
  ...table.flatMap((row) =>
    tiis.flatMap((tii): Rule[] => {
      const expected = row.expected[tii]
      return expected ? [done(row, tii, expected), twoPhase(row, tii)] : [refused(row, tii)]
    }),
  ),
  ...tiis.map(withFeature),
  ...(['F', 'U', 'R'] as const).map(directWithFeature),
]
