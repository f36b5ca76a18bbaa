import { expect } from 'vitest'
import { byTrusted, credentials, paid, registered, stateOf, type Fixture } from '../../fixture.ts'
import { enrolled, newClient, paidByBinding, stored } from '../../stored-cards.ts'
import { rulesOf } from '../rule.ts'

const result = {
  eci: '05',
  cavv: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
  xid: 'xid-of-the-merchant',
  threeDSProtocolVersion: '2.2.0',
  threeDsType: '4',
}

const order = (fixture: Fixture) => registered(fixture, byTrusted)

const payBy = (fixture: Fixture, id: string, jsonParams: Record<string, string>) =>
  paid(fixture, id, enrolled, { ...byTrusted, jsonParams })

/** Rules of payments that the merchant's own 3DS server has authenticated. */
export const externalRules = rulesOf({
  async "4.4 with the merchant's own 3DS server one call pays, and the issuer receives its result"(fixture) {
    const request = fixture.acs.request.length
    const id = await order(fixture)
    expect(await payBy(fixture, id, { ...result, table: '5' })).toMatchObject({
      errorCode: '0',
      info: expect.any(String),
      redirect: `https://shop.test/back?orderId=${id}&lang=en`,
    })
    const { cardAuthInfo, merchantOrderParams, orderStatus } = await stateOf(fixture, id, byTrusted)
    expect(orderStatus).toBe(2)
    expect(cardAuthInfo!.secureAuthInfo).toEqual({
      eci: 5,
      threeDsType: '4',
      threeDsProtocolVersion: '2.2.0',
      threeDSInfo: { cavv: result.cavv, xid: result.xid },
    })
    expect(merchantOrderParams).toEqual([{ name: 'table', value: '5' }])
    expect(fixture.acs.request).toHaveLength(request)
  },
  async "4.11 a stored card is paid by the result of the merchant's own 3DS server too, and by nobody else's"(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId, { card: enrolled, by: byTrusted })
    const id = await registered(fixture, { ...byTrusted, clientId })
    const request = fixture.acs.request.length
    const pay = { bindingId, cvc: enrolled.cvc, ...byTrusted, jsonParams: { ...result, table: '5' } }
    expect(await paidByBinding(fixture, id, bindingId, { ...pay, jsonParams: { eci: '05' } })).toMatchObject({
      errorCode: '4',
    })
    expect(await paidByBinding(fixture, id, bindingId, pay)).toMatchObject({ errorCode: '0' })
    const { cardAuthInfo, merchantOrderParams, orderStatus } = await stateOf(fixture, id, byTrusted)
    expect(orderStatus).toBe(2)
    expect(cardAuthInfo!.secureAuthInfo).toMatchObject({ eci: 5, threeDSInfo: { cavv: result.cavv } })
    expect(merchantOrderParams).toEqual([{ name: 'table', value: '5' }])
    expect(fixture.acs.request).toHaveLength(request)
    const other = await registered(fixture, { clientId })
    const own = await stored(fixture, clientId, { card: enrolled })
    const answer = await paidByBinding(fixture, other, own, { cvc: enrolled.cvc, jsonParams: result })
    expect(answer).toMatchObject({ errorCode: '5', errorMessage: expect.stringContaining('permission') })
  },
  async '4.4 the external mode needs a permission'(fixture) {
    const id = await registered(fixture)
    const before = fixture.debits()
    expect(await paid(fixture, id, enrolled, { jsonParams: result })).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringContaining('permission'),
    })
    expect(fixture.debits()).toBe(before)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 0 })
  },
  async '4.4 a token is no login in the external mode'(fixture) {
    const id = await order(fixture)
    const byToken = { userName: undefined, password: undefined, token: 'trusted-token' }
    expect(await paid(fixture, id, enrolled, { ...byToken, jsonParams: result })).toMatchObject({ errorCode: '5' })
    expect(await stateOf(fixture, id, byTrusted)).toMatchObject({ orderStatus: 0 })
    expect(await paid(fixture, id, enrolled, { ...byToken })).toMatchObject({ is3DSVer2: true })
  },
  async '4.4 each wrong result is refused by its name, and nothing has happened'(fixture) {
    const id = await order(fixture)
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
      expect(await payBy(fixture, id, params)).toMatchObject({
        errorCode,
        errorMessage: expect.stringContaining(`Field jsonParams.${field}`),
      })
    expect(await stateOf(fixture, id, byTrusted)).toMatchObject({ orderStatus: 0 })
  },
  async 'family: an eci that says that nobody was authenticated pays without the proof'(fixture) {
    const id = await order(fixture)
    await payBy(fixture, id, { eci: '07' })
    expect(await stateOf(fixture, id, byTrusted)).toMatchObject({
      orderStatus: 2,
      cardAuthInfo: { secureAuthInfo: { eci: 7, threeDsType: '0', threeDsProtocolVersion: '2.1.0' } },
    })
  },
  async '4.4 jsonParams that only name the protocol are the internal mode'(fixture) {
    const id = await registered(fixture)
    const jsonParams = { threeDSProtocolVersion: '2.2.0' }
    expect(await paid(fixture, id, enrolled, { ...credentials, jsonParams })).toMatchObject({ is3DSVer2: true })
  },
})
