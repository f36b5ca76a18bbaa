import { expect } from 'vitest'
import { initiators, tiiOn, type Initiator, type Tii } from '#contract/gateway/initiators.ts'
import { credentials, paid, post, registered, stateOf, type Stage } from '../../stage.ts'
import { enrolled, newClient, notEnrolled, paidByBinding, stored, withTerms } from '../../stored-cards.ts'
import type { Rule } from '../rule.ts'

const table = Object.entries<Initiator>(initiators) as [Tii | '', Initiator][]

const categoriesOf = async ({ gateway }: Stage, clientId: string) =>
  (await gateway.getBindings({ ...credentials, clientId })).bindings?.map(({ bindingCategory }) => bindingCategory)

/** Rules of the transaction initiator indicator. */
export const initiatorRules: readonly Rule[] = [
  [
    '2.3 card-entered requests accept every value, and store what the table says',
    async (stage) => {
      for (const [tii, { stores }] of table) {
        const clientId = newClient()
        const id = await registered(stage, { clientId })
        await paid(stage, id, notEnrolled, withTerms(tii))
        expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2, ...(tii && { tii }) })
        expect(await categoriesOf(stage, clientId), tii).toEqual(stores && [stores])
      }
    },
  ],
  [
    '2.3 a value that is not in the table is refused',
    async (stage) => {
      const id = await registered(stage)
      expect(await paid(stage, id, notEnrolled, { tii: 'CI' })).toMatchObject({ errorCode: '5' })
      for (const path of ['paymentorder', 'paymentOrderBinding']) {
        const answer = await post(stage, `${stage.base}/payment/rest/${path}.do`, {
          ...credentials,
          MDORDER: id,
          mdOrder: id,
          TEXT: 'A HOLDER',
          language: 'en',
          tii: path === 'paymentorder' ? 'X' : 'CI',
        })
        expect(await answer.json()).toMatchObject({
          errorCode: '5',
          errorMessage: expect.stringContaining('Field tii must be one of'),
        })
      }
    },
  ],
  [
    '2.3 U and R are one-phase only, by card and by stored card',
    async (stage) => {
      const clientId = newClient()
      for (const [tii, { onePhaseOnly }] of table.filter(([tii]) => tii)) {
        const id = await registered(stage, { clientId }, 'registerPreAuth')
        const answer = await paid(stage, id, notEnrolled, withTerms(tii))
        expect(answer.errorCode, tii).toBe(onePhaseOnly ? '5' : '0')
        if (onePhaseOnly) expect(answer.errorMessage).toContain(`tii ${tii} is for one-phase payments only`)
        expect((await stateOf(stage, id)).orderStatus).toBe(onePhaseOnly ? 0 : 1)
      }
      const bindingId = await stored(stage, clientId)
      const id = await registered(stage, { clientId }, 'registerPreAuth')
      expect(await paidByBinding(stage, id, bindingId, { tii: 'U' })).toMatchObject({ errorCode: '5' })
      expect(await paidByBinding(stage, id, bindingId, { tii: 'F' })).toMatchObject({ errorCode: '0' })
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 1 })
    },
  ],
  [
    '2.3 U asks for no CVC and no 3-D Secure, by card and by stored card',
    async (stage) => {
      const clientId = newClient()
      const { pan: $PAN, expiry: $EXPIRY } = enrolled
      const inTheClear = { ...credentials, TEXT: 'A HOLDER', language: 'en', $PAN, $EXPIRY } as const
      const asked = stage.acs.asked.length
      const byCard = await registered(stage)
      await stage.gateway.paymentorder({ ...inTheClear, MDORDER: byCard, tii: 'U' })
      expect(await stateOf(stage, byCard)).toMatchObject({
        orderStatus: 2,
        cardAuthInfo: { secureAuthInfo: { threeDsType: '0' } },
      })
      const wrongCvc = await registered(stage)
      await stage.gateway.paymentorder({ ...inTheClear, MDORDER: wrongCvc, tii: 'U', $CVC: '321' })
      expect(await stateOf(stage, wrongCvc)).toMatchObject({ orderStatus: 2 })
      const bindingId = await stored(stage, clientId, { card: enrolled })
      const byBinding = await registered(stage, { clientId })
      expect(await paidByBinding(stage, byBinding, bindingId, { tii: 'U', cvc: '321' })).toMatchObject({
        errorCode: '0',
        redirect: expect.any(String),
      })
      expect(await stateOf(stage, byBinding)).toMatchObject({ orderStatus: 2, tii: 'U' })
      expect(stage.acs.asked).toHaveLength(asked)
    },
  ],
  [
    '2.3 F and U use a common binding, R a recurrent one',
    async (stage) => {
      const clientId = newClient()
      const ids = { COMMON: await stored(stage, clientId), RECURRENT: await stored(stage, clientId, { type: 'R' }) }
      for (const tii of tiiOn('paymentOrderBinding'))
        for (const [category, bindingId] of Object.entries(ids)) {
          const id = await registered(stage, { clientId })
          const { errorCode, errorMessage } = await paidByBinding(stage, id, bindingId, { tii })
          const fits = (initiators[tii] as Initiator).uses === category
          expect([tii, category, errorCode]).toEqual([tii, category, fits ? '0' : '5'])
          if (!fits) expect(errorMessage).toContain(`tii ${tii}`)
        }
    },
  ],
  [
    '2.3 the tii that counts is that of the payment, not of one that was begun before',
    async (stage) => {
      const clientId = newClient()
      const bindingId = await stored(stage, clientId, { card: enrolled })
      const id = await registered(stage, { clientId })
      expect(await paid(stage, id, enrolled, withTerms('RI'))).toMatchObject({ is3DSVer2: true })
      expect(await paidByBinding(stage, id, bindingId)).toMatchObject({ is3DSVer2: true })
      await paid(stage, id, notEnrolled)
      const state = await stateOf(stage, id)
      expect(state).toMatchObject({ orderStatus: 2, paymentWay: 'CARD' })
      expect(state).not.toHaveProperty('tii')
      expect(state.bindingInfo).not.toHaveProperty('bindingId')
      expect(await categoriesOf(stage, clientId)).toEqual(['COMMON'])
    },
  ],
  [
    '2.3 a request without a tii stores nothing, even of a client',
    async (stage) => {
      const clientId = newClient()
      await paid(stage, await registered(stage, { clientId }), notEnrolled)
      expect(await categoriesOf(stage, clientId)).toBeUndefined()
    },
  ],
]
