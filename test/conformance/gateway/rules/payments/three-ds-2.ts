import { expect } from 'vitest'
import { MethodData, unpack } from '#server-contract/three-ds/messages.ts'
import { cardNamed, merchant, open, paid, paidInTwo, payment, post, registered, stateOf } from '../../fixture.ts'
import { rulesOf } from '../rule.ts'

const frictionless = cardNamed('4111111111111111')
const withoutMethod = cardNamed('2200000000000004')
const refusedByAcs = cardNamed('5168494895055780')
const rejectedByAcs = cardNamed('4000000000000135')
const notAuthenticated = cardNamed('4000000000000143')
const attempted = cardNamed('4000001111111118')

/** Rules of 3-D Secure 2 up to a challenge. */
export const threeDs2Rules = rulesOf({
  async '4.3 the first call in 3-D Secure 2 returns the method page in both spellings'(fixture) {
    const id = await registered(fixture)
    const answer = await paid(fixture, id, frictionless)
    const { threeDSServerTransId: transId } = answer
    const server = `${fixture.base}/3ds-server/gather?threeDSServerTransID=${transId}`
    expect(answer).toMatchObject({
      errorCode: '0',
      is3DSVer2: true,
      threeDSMethodUrl: `${fixture.acsBase}/3ds/method`,
      threeDSMethodURL: `${fixture.acsBase}/3ds/method`,
      threeDSMethodUrlServer: server,
      threeDSMethodURLServer: server,
    })
    const { threeDSServerTransID, threeDSMethodNotificationURL } = unpack(MethodData, answer.threeDSMethodDataPacked!)!
    expect(threeDSServerTransID).toBe(transId)
    expect((await post(fixture, threeDSMethodNotificationURL!, { threeDSMethodData: 'x' })).status).toBe(200)
    const page = await open(fixture, server)
    expect(page.status).toBe(200)
    expect(page.headers.get('x-frame-options')).toBeNull()
    expect(page.headers.get('content-security-policy')).not.toContain('frame-ancestors')
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 0 })
  },
  async '4.3 the merchant may name the page that the method page notifies'(fixture) {
    const url = 'https://pay.shop.test/method-done'
    const answer = await paid(fixture, await registered(fixture), frictionless, { threeDSMethodNotificationUrl: url })
    expect(unpack(MethodData, answer.threeDSMethodDataPacked!)!.threeDSMethodNotificationURL).toBe(url)
  },
  async '4.3 a range without a method page has none to return, and compares as U'(fixture) {
    const id = await registered(fixture)
    const first = await paid(fixture, id, withoutMethod)
    expect(first).toMatchObject({ is3DSVer2: true, threeDSServerTransId: expect.any(String) })
    expect(first).toHaveProperty('threeDSMethodURLServer')
    expect(first).not.toHaveProperty('threeDSMethodURL')
    expect(first).not.toHaveProperty('threeDSMethodUrl')
    expect(first).not.toHaveProperty('threeDSMethodDataPacked')
    await paidInTwo(fixture, id, withoutMethod)
    expect(fixture.acs.request.at(-1)).toMatchObject({ threeDSCompInd: 'U' })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2 })
  },
  async '4.3 a frictionless second call pays, and the access server knows the browser'(fixture) {
    const id = await registered(fixture)
    const answer = await paidInTwo(fixture, id, frictionless, {
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
    expect(fixture.acs.request.at(-1)).toMatchObject({
      messageVersion: '2.2.0',
      threeDSCompInd: 'Y',
      threeDSServerURL: fixture.base,
      purchaseAmount: '1234',
      purchaseCurrency: '933',
      purchaseExponent: '2',
      merchantName: merchant.name,
      browserIP: '192.0.2.9',
      browserUserAgent: 'A browser',
      browserScreenWidth: '800',
      browserTZ: '-180',
    })
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 2,
      cardAuthInfo: {
        secureAuthInfo: {
          eci: 5,
          threeDsType: '4',
          threeDsProtocolVersion: '2.2.0',
          aResTransStatus: 'Y',
          threeDSInfo: { cavv: expect.any(String), xid: expect.any(String) },
        },
      },
    })
  },
  async '4.4 threeDSProtocolVersion is 2.1.0 or 2.2.0, and 2.1.0 where none is sent'(fixture) {
    for (const [sent, version] of [
      [{}, '2.1.0'],
      [{ threeDSProtocolVersion: '2.1.0' }, '2.1.0'],
      [{ threeDSProtocolVersion: '2.2.0' }, '2.2.0'],
    ] as const) {
      await paidInTwo(fixture, await registered(fixture), frictionless, sent)
      expect(fixture.acs.request.at(-1)).toMatchObject({ messageVersion: version })
    }
  },
  async "4.3 the second call's other spelling of the transaction is as good, and the token may be the same"(fixture) {
    const id = await registered(fixture)
    const fields = await payment(fixture, id, frictionless)
    const { threeDSServerTransId: threeDSServerTransID } = await fixture.gateway.paymentorder(fields)
    await fixture.gateway.paymentorder({ ...fields, threeDSServerTransID })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2 })
  },
  async '4.3 an attempt pays'(fixture) {
    const id = await registered(fixture)
    await paidInTwo(fixture, id, attempted)
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 2,
      cardAuthInfo: { secureAuthInfo: { eci: 6, threeDsType: '5', aResTransStatus: 'A' } },
    })
  },
  async '4.3 a refusal by the access server declines without asking the issuer'(fixture) {
    const id = await registered(fixture, { failUrl: 'https://shop.test/sorry' })
    const before = fixture.debits()
    expect(await paidInTwo(fixture, id, refusedByAcs)).toMatchObject({
      errorCode: '0',
      error: expect.any(String),
      errorMessage: expect.any(String),
      is3DSVer2: true,
      errorTypeName: 'TDS_UNKNOWN_ARES_STATUS',
      processingErrorType: 'MANDATORY_3DSECURE',
      redirect: `https://shop.test/sorry?orderId=${id}&lang=en`,
    })
    expect(fixture.debits()).toBe(before)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode: -2006 })
  },
  async '4.3 what the access server rejects (R), or could not authenticate (U), declines without asking the issuer'(
    fixture,
  ) {
    const before = fixture.debits()
    for (const [card, aResTransStatus, actionCode] of [
      [rejectedByAcs, 'R', -2006],
      [notAuthenticated, 'U', -2023],
    ] as const) {
      const id = await registered(fixture)
      expect(await paidInTwo(fixture, id, card)).toMatchObject({
        errorCode: '0',
        is3DSVer2: true,
        errorTypeName: 'TDS_UNKNOWN_ARES_STATUS',
      })
      expect(await stateOf(fixture, id)).toMatchObject({
        orderStatus: 6,
        actionCode,
        cardAuthInfo: { secureAuthInfo: { aResTransStatus } },
      })
    }
    expect(fixture.debits()).toBe(before)
  },
  async '4.3 a transaction of another order, or of another card, is refused'(fixture) {
    const [one, two] = [await registered(fixture), await registered(fixture)]
    const { threeDSServerTransId } = await paid(fixture, one, frictionless)
    expect(await paid(fixture, two, frictionless, { threeDSServerTransId })).toMatchObject({ errorCode: '5' })
    expect(await paid(fixture, one, withoutMethod, { threeDSServerTransId })).toMatchObject({ errorCode: '5' })
    expect(await paid(fixture, one, frictionless, { threeDSServerTransId: 'nobody' })).toMatchObject({
      errorCode: '5',
    })
  },
})
