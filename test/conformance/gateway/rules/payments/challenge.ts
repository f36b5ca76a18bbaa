import { expect } from 'vitest'
import {
  cardNamed,
  comeBack,
  credentials,
  open,
  paidInTwo,
  post,
  registered,
  stateOf,
  reportResult,
  sendRReq,
} from '../../fixture.ts'
import { rulesOf } from '../rule.ts'

const withChallenge = cardNamed('5555555555555599')
const challengeOnly = cardNamed('4000000000000002')

/** Rules of challenges, and of what browsers may report on them. */
export const challengeRules = rulesOf({
  async '4.3 a challenge pays once: the result counts, the browser only comes back'(fixture) {
    const id = await registered(fixture)
    const before = fixture.debits()
    const { acsUrl, packedCReq, is3DSVer2, redirect } = await paidInTwo(fixture, id, withChallenge)
    expect({ acsUrl, is3DSVer2, redirect }).toEqual({ acsUrl: `${fixture.acsBase}/3ds/challenge`, is3DSVer2: true })
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 5,
      paymentAmountInfo: { paymentState: 'CREATED' },
    })
    expect(await reportResult(fixture, packedCReq!)).toBe('01')
    expect(await reportResult(fixture, packedCReq!, { transStatus: 'N' })).toBe('02')
    const back = await comeBack(fixture, packedCReq!, 'N')
    expect(back.status).toBe(303)
    expect(back.headers.get('location')).toBe(`https://shop.test/back?orderId=${id}&lang=en`)
    expect((await comeBack(fixture, packedCReq!)).status).toBe(303)
    expect(fixture.debits()).toBe(before + 1)
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 2,
      cardAuthInfo: { secureAuthInfo: { eci: 5, threeDsType: '3', aResTransStatus: 'C', rReqTransStatus: 'Y' } },
    })
  },
  async '4.3 a browser that comes back before the result changes nothing, whatever it says'(fixture) {
    const id = await registered(fixture)
    const before = fixture.debits()
    const { packedCReq } = await paidInTwo(fixture, id, challengeOnly)
    expect((await comeBack(fixture, packedCReq!, 'Y')).status).toBe(409)
    expect((await comeBack(fixture, packedCReq!, 'N')).status).toBe(409)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 5 })
    expect(fixture.debits()).toBe(before)
    const stranger = await post(fixture, fixture.acs.request.at(-1)!.notificationURL, { cres: 'nonsense' })
    expect(stranger.status).toBe(404)
  },
  async '4.3 a browser that never comes back has paid all the same'(fixture) {
    const id = await registered(fixture)
    const { packedCReq } = await paidInTwo(fixture, id, challengeOnly)
    await reportResult(fixture, packedCReq!)
    await expect.poll(async () => (await stateOf(fixture, id)).orderStatus).toBe(2)
  },
  async '4.3 a failed challenge declines, and a payer who left is distinguished'(fixture) {
    for (const [change, actionCode] of [
      [{ transStatus: 'N' }, -2006],
      [{ transStatus: 'N', challengeCancel: '01' }, -2009],
      [{ transStatus: 'N', transStatusReason: '14', challengeCancel: '04' }, -2009],
      [{ transStatus: 'N', transStatusReason: '14', challengeCancel: '05' }, -2009],
      [{ transStatus: 'U' }, -2023],
    ] as const) {
      const id = await registered(fixture, { failUrl: 'https://shop.test/sorry' })
      const { packedCReq } = await paidInTwo(fixture, id, challengeOnly)
      expect(await reportResult(fixture, packedCReq!, change)).toBe('01')
      const back = await comeBack(fixture, packedCReq!)
      expect(back.headers.get('location')).toBe(`https://shop.test/sorry?orderId=${id}&lang=en`)
      expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode })
    }
  },
  async '4.3 a result for nobody, or for an order that has ended, is refused'(fixture) {
    const id = await registered(fixture)
    const { packedCReq } = await paidInTwo(fixture, id, challengeOnly)
    for (const other of ['threeDSServerTransID', 'acsTransID', 'dsTransID']) {
      const erro = await sendRReq(fixture, packedCReq!, { [other]: 'another' })
      expect(await erro.json()).toMatchObject({ messageType: 'Erro', errorCode: '301', [other]: 'another' })
    }
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 5 })
    await fixture.gateway.decline({ ...credentials, orderId: id })
    const before = fixture.debits()
    expect(await reportResult(fixture, packedCReq!)).toBe('02')
    expect((await comeBack(fixture, packedCReq!)).status).toBe(303)
    expect(fixture.debits()).toBe(before)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode: 4005 })
  },
  async '4.3 the browser is sent where the payment call asked'(fixture) {
    const threeDSVer2FinishUrl = 'https://pay.shop.test/3ds/return'
    const { packedCReq } = await paidInTwo(fixture, await registered(fixture), withChallenge, {
      threeDSVer2FinishUrl,
    })
    await reportResult(fixture, packedCReq!)
    expect((await comeBack(fixture, packedCReq!)).headers.get('location')).toBe(threeDSVer2FinishUrl)
  },
  async '4.6 acsRedirect.do starts the challenge in progress, then leads where the payer ends'(fixture) {
    const id = await registered(fixture)
    const { packedCReq, acsUrl } = await paidInTwo(fixture, id, withChallenge)
    const redirect = () => open(fixture, `${fixture.base}/payment/acsRedirect.do?orderId=${id}`)
    const page = await (await redirect()).text()
    expect(page).toContain(`action="${acsUrl}"`)
    expect(page).toContain(`name="creq" value="${packedCReq}"`)
    await reportResult(fixture, packedCReq!)
    const after = await redirect()
    expect(after.status).toBe(303)
    expect(after.headers.get('location')).toBe(`https://shop.test/back?orderId=${id}&lang=en`)
    const unknown = await open(fixture, `${fixture.base}/payment/acsRedirect.do?orderId=nobody`)
    expect(await unknown.json()).toEqual({ errorCode: '6', errorMessage: expect.any(String) })
  },
  async '4.6 after a failed authentication the payer ends at failUrl, or at returnUrl where there is none, with the orderId'(
    fixture,
  ) {
    for (const [failUrl, end] of [
      ['https://shop.test/sorry?a=1', 'https://shop.test/sorry?a=1&'],
      [undefined, 'https://shop.test/back?'],
    ] as const) {
      const id = await registered(fixture, failUrl === undefined ? {} : { failUrl })
      const { packedCReq } = await paidInTwo(fixture, id, withChallenge)
      await reportResult(fixture, packedCReq!, { transStatus: 'N' })
      const after = await open(fixture, `${fixture.base}/payment/acsRedirect.do?orderId=${id}`)
      expect(after.headers.get('location')).toBe(`${end}orderId=${id}&lang=en`)
    }
  },
})
