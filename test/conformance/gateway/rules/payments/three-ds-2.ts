import { expect } from 'vitest'
import { MethodData, unpack } from '#contract/three-ds/messages.ts'
import { cardNamed, merchant, open, paid, paidInTwo, payment, post, registered, stateOf } from '../../stage.ts'
import type { Rule } from '../rule.ts'

const frictionless = cardNamed('4111111111111111')
const withoutMethod = cardNamed('2200000000000004')
const refusedByAcs = cardNamed('5168494895055780')
const rejectedByAcs = cardNamed('4000000000000135')
const notAuthenticated = cardNamed('4000000000000143')
const attempted = cardNamed('4000001111111118')

/** Rules of 3-D Secure 2 up to a challenge. */
export const threeDs2Rules: readonly Rule[] = [
  [
    '4.3 the first call in 3-D Secure 2 tells the method page in both spellings',
    async (stage) => {
      const id = await registered(stage)
      const answer = await paid(stage, id, frictionless)
      const { threeDSServerTransId: transId } = answer
      const server = `${stage.base}/3ds-server/gather?threeDSServerTransID=${transId}`
      expect(answer).toMatchObject({
        errorCode: '0',
        is3DSVer2: true,
        threeDSMethodUrl: `${stage.acsBase}/3ds/method`,
        threeDSMethodURL: `${stage.acsBase}/3ds/method`,
        threeDSMethodUrlServer: server,
        threeDSMethodURLServer: server,
      })
      const { threeDSServerTransID, threeDSMethodNotificationURL } = unpack(
        MethodData,
        answer.threeDSMethodDataPacked!,
      )!
      expect(threeDSServerTransID).toBe(transId)
      expect((await post(stage, threeDSMethodNotificationURL!, { threeDSMethodData: 'x' })).status).toBe(200)
      const page = await open(stage, server)
      expect(page.status).toBe(200)
      expect(page.headers.get('x-frame-options')).toBeNull()
      expect(page.headers.get('content-security-policy')).not.toContain('frame-ancestors')
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 0 })
    },
  ],
  [
    '4.3 the merchant may name the page that the method page notifies',
    async (stage) => {
      const url = 'https://pay.shop.test/method-done'
      const answer = await paid(stage, await registered(stage), frictionless, { threeDSMethodNotificationUrl: url })
      expect(unpack(MethodData, answer.threeDSMethodDataPacked!)!.threeDSMethodNotificationURL).toBe(url)
    },
  ],
  [
    '4.3 a range without a method page has none to tell, and compares as U',
    async (stage) => {
      const id = await registered(stage)
      const first = await paid(stage, id, withoutMethod)
      expect(first).toMatchObject({ is3DSVer2: true, threeDSServerTransId: expect.any(String) })
      expect(first).toHaveProperty('threeDSMethodURLServer')
      expect(first).not.toHaveProperty('threeDSMethodURL')
      expect(first).not.toHaveProperty('threeDSMethodUrl')
      expect(first).not.toHaveProperty('threeDSMethodDataPacked')
      await paidInTwo(stage, id, withoutMethod)
      expect(stage.acs.asked.at(-1)).toMatchObject({ threeDSCompInd: 'U' })
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2 })
    },
  ],
  [
    '4.3 a frictionless second call pays, and the access server knows the browser',
    async (stage) => {
      const id = await registered(stage)
      const answer = await paidInTwo(stage, id, frictionless, {
        threeDSProtocolVersion: '2.2.0',
        ip: '192.0.2.9',
        clientBrowserInfo: {
          userAgent: 'A browser',
          screenWidth: 800,
          browserTimeZoneOffset: '-180',
          colorDepth: '24',
        },
      })
      expect(answer).toMatchObject({
        errorCode: '0',
        is3DSVer2: true,
        info: expect.any(String),
        redirect: `https://shop.test/back?orderId=${id}&lang=en`,
      })
      expect(stage.acs.asked.at(-1)).toMatchObject({
        messageVersion: '2.2.0',
        threeDSCompInd: 'Y',
        threeDSServerURL: stage.base,
        purchaseAmount: '1234',
        purchaseCurrency: '933',
        purchaseExponent: '2',
        merchantName: merchant.name,
        browserIP: '192.0.2.9',
        browserUserAgent: 'A browser',
        browserScreenWidth: '800',
        browserTZ: '-180',
      })
      expect(await stateOf(stage, id)).toMatchObject({
        orderStatus: 2,
        cardAuthInfo: {
          secureAuthInfo: {
            eci: '05',
            threeDsType: '4',
            threeDsProtocolVersion: '2.2.0',
            aResTransStatus: 'Y',
            threeDSInfo: { cavv: expect.any(String), xid: expect.any(String) },
          },
        },
      })
    },
  ],
  [
    '4.4 threeDSProtocolVersion is 2.1.0 or 2.2.0, and 2.1.0 where none is sent',
    async (stage) => {
      for (const [sent, version] of [
        [{}, '2.1.0'],
        [{ threeDSProtocolVersion: '2.1.0' }, '2.1.0'],
        [{ threeDSProtocolVersion: '2.2.0' }, '2.2.0'],
      ] as const) {
        await paidInTwo(stage, await registered(stage), frictionless, sent)
        expect(stage.acs.asked.at(-1)).toMatchObject({ messageVersion: version })
      }
    },
  ],
  [
    "4.3 the second call's other spelling of the transaction is as good, and the token may be the same",
    async (stage) => {
      const id = await registered(stage)
      const fields = await payment(stage, id, frictionless)
      const { threeDSServerTransId: threeDSServerTransID } = await stage.gateway.paymentorder(fields)
      await stage.gateway.paymentorder({ ...fields, threeDSServerTransID })
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2 })
    },
  ],
  [
    '4.3 an attempt pays',
    async (stage) => {
      const id = await registered(stage)
      await paidInTwo(stage, id, attempted)
      expect(await stateOf(stage, id)).toMatchObject({
        orderStatus: 2,
        cardAuthInfo: { secureAuthInfo: { eci: '06', threeDsType: '5', aResTransStatus: 'A' } },
      })
    },
  ],
  [
    '4.3 a refusal by the access server declines without asking the issuer',
    async (stage) => {
      const id = await registered(stage, { failUrl: 'https://shop.test/sorry' })
      const before = stage.debits()
      expect(await paidInTwo(stage, id, refusedByAcs)).toMatchObject({
        errorCode: '0',
        error: expect.any(String),
        errorMessage: expect.any(String),
        is3DSVer2: true,
        errorTypeName: 'TDS_UNKNOWN_ARES_STATUS',
        processingErrorType: 'MANDATORY_3DSECURE',
        redirect: `https://shop.test/sorry?orderId=${id}&lang=en`,
      })
      expect(stage.debits()).toBe(before)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 6, actionCode: -2006 })
    },
  ],
  [
    '4.3 what the access server rejects (R), or could not authenticate (U), declines without asking the issuer',
    async (stage) => {
      const before = stage.debits()
      for (const [card, aResTransStatus, actionCode] of [
        [rejectedByAcs, 'R', -2006],
        [notAuthenticated, 'U', -2023],
      ] as const) {
        const id = await registered(stage)
        expect(await paidInTwo(stage, id, card)).toMatchObject({
          errorCode: '0',
          is3DSVer2: true,
          errorTypeName: 'TDS_UNKNOWN_ARES_STATUS',
        })
        expect(await stateOf(stage, id)).toMatchObject({
          orderStatus: 6,
          actionCode,
          cardAuthInfo: { secureAuthInfo: { aResTransStatus } },
        })
      }
      expect(stage.debits()).toBe(before)
    },
  ],
  [
    '4.3 a transaction of another order, or of another card, is refused',
    async (stage) => {
      const [one, two] = [await registered(stage), await registered(stage)]
      const { threeDSServerTransId } = await paid(stage, one, frictionless)
      expect(await paid(stage, two, frictionless, { threeDSServerTransId })).toMatchObject({ errorCode: '5' })
      expect(await paid(stage, one, withoutMethod, { threeDSServerTransId })).toMatchObject({ errorCode: '5' })
      expect(await paid(stage, one, frictionless, { threeDSServerTransId: 'nobody' })).toMatchObject({ errorCode: '5' })
    },
  ],
]
