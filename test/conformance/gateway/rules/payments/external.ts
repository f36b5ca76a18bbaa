import { expect } from 'vitest'
import { byTrusted, credentials, paid, registered, stateOf, type Stage } from '../../stage.ts'
import { enrolled } from '../../stored-cards.ts'
import type { Rule } from '../rule.ts'

const result = {
  eci: '05',
  cavv: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
  xid: 'xid-of-the-merchant',
  threeDSProtocolVersion: '2.2.0',
  threeDsType: '4',
}

const order = (stage: Stage) => registered(stage, byTrusted)

const payBy = (stage: Stage, id: string, jsonParams: Record<string, string>) =>
  paid(stage, id, enrolled, { ...byTrusted, jsonParams })

/** Rules of payments that the merchant's own 3DS server has authenticated. */
export const externalRules: readonly Rule[] = [
  [
    "4.4 with the merchant's own 3DS server one call pays, and the issuer is told its result",
    async (stage) => {
      const asked = stage.acs.asked.length
      const id = await order(stage)
      expect(await payBy(stage, id, { ...result, table: '5' })).toMatchObject({
        errorCode: '0',
        info: expect.any(String),
        redirect: `https://shop.test/back?orderId=${id}&lang=en`,
      })
      const { cardAuthInfo, merchantOrderParams, orderStatus } = await stateOf(stage, id, byTrusted)
      expect(orderStatus).toBe(2)
      expect(cardAuthInfo!.secureAuthInfo).toEqual({
        eci: '05',
        threeDsType: '4',
        threeDsProtocolVersion: '2.2.0',
        threeDSInfo: { cavv: result.cavv, xid: result.xid },
      })
      expect(merchantOrderParams).toEqual([{ name: 'table', value: '5' }])
      expect(stage.acs.asked).toHaveLength(asked)
    },
  ],
  [
    '4.4 the external mode needs a permission',
    async (stage) => {
      const id = await registered(stage)
      const before = stage.debits()
      expect(await paid(stage, id, enrolled, { jsonParams: result })).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('permission'),
      })
      expect(stage.debits()).toBe(before)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 0 })
    },
  ],
  [
    '4.4 a token is no login in the external mode',
    async (stage) => {
      const id = await order(stage)
      const byToken = { userName: undefined, password: undefined, token: 'trusted-token' }
      expect(await paid(stage, id, enrolled, { ...byToken, jsonParams: result })).toMatchObject({ errorCode: '5' })
      expect(await stateOf(stage, id, byTrusted)).toMatchObject({ orderStatus: 0 })
      expect(await paid(stage, id, enrolled, { ...byToken })).toMatchObject({ is3DSVer2: true })
    },
  ],
  [
    '4.4 each wrong result is refused by its name, and nothing has happened',
    async (stage) => {
      const id = await order(stage)
      const { eci: _, ...withoutEci } = result
      const { cavv: __, ...withoutCavv } = result
      const cases: readonly (readonly [Record<string, string>, code: string, field: string])[] = [
        [withoutEci, '4', 'eci'],
        [{ ...result, eci: '5' }, '5', 'eci'],
        [{ ...result, eci: '08' }, '5', 'eci'],
        [withoutCavv, '4', 'cavv'],
        [{ ...result, cavv: 'no Base64' }, '5', 'cavv'],
        [{ ...result, threeDSProtocolVersion: '3' }, '5', 'threeDSProtocolVersion'],
        [{ ...result, threeDsType: '1' }, '5', 'threeDsType'],
      ]
      for (const [params, errorCode, field] of cases)
        expect(await payBy(stage, id, params)).toMatchObject({
          errorCode,
          errorMessage: expect.stringContaining(`Field jsonParams.${field}`),
        })
      expect(await stateOf(stage, id, byTrusted)).toMatchObject({ orderStatus: 0 })
    },
  ],
  [
    'family: an eci that says that nobody was authenticated pays without the proof',
    async (stage) => {
      const id = await order(stage)
      await payBy(stage, id, { eci: '07' })
      expect(await stateOf(stage, id, byTrusted)).toMatchObject({
        orderStatus: 2,
        cardAuthInfo: { secureAuthInfo: { eci: '07', threeDsType: '0', threeDsProtocolVersion: '2.1.0' } },
      })
    },
  ],
  [
    '4.4 jsonParams that only name the protocol are the internal mode',
    async (stage) => {
      const id = await registered(stage)
      const jsonParams = { threeDSProtocolVersion: '2.2.0' }
      expect(await paid(stage, id, enrolled, { ...credentials, jsonParams })).toMatchObject({ is3DSVer2: true })
    },
  ],
]
