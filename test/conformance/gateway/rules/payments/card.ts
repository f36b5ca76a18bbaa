import { expect } from 'vitest'
import { plainText, sealStamp, sealText } from '../../seal-card.ts'
import { cardNamed, credentials, paid, registered, stateOf } from '../../fixture.ts'
import { rulesOf } from '../rule.ts'

const notEnrolled = cardNamed('4444555511113333')

/** Rules of cards, sealed and in the clear. */
export const cardRules = rulesOf({
  async '4.4 a card in the clear pays as a sealed one does'(fixture) {
    const { pan: $PAN, cvc: $CVC } = notEnrolled
    const fields = { ...credentials, TEXT: 'A HOLDER', language: 'en', $PAN, $CVC } as const
    const byMonth = await registered(fixture)
    await fixture.gateway.paymentorder({ ...fields, MDORDER: byMonth, YYYY: '2034', MM: '12' })
    expect(await stateOf(fixture, byMonth)).toMatchObject({ orderStatus: 2 })
    const byExpiry = await registered(fixture)
    await fixture.gateway.paymentorder({ ...fields, MDORDER: byExpiry, YYYY: '2001', MM: '1', $EXPIRY: '203412' })
    expect(await stateOf(fixture, byExpiry)).toMatchObject({ orderStatus: 2 })
    expect(await fixture.gateway.paymentorder({ ...fields, MDORDER: await registered(fixture) })).toMatchObject({
      errorCode: '4',
    })
  },
  async 'family: a sealed card that cannot be read is refused, and says why'(fixture) {
    const { keys } = await fixture.gateway.sealingKeys({})
    const id = await registered(fixture)
    const sealed = (text: string) => sealText(text, keys[0]!.keyValue)
    const whole = plainText(notEnrolled, id)
    const cases: readonly (readonly [seToken: string, expected: RegExp])[] = [
      ['***', /Base64/],
      [Buffer.alloc(256, 1).toString('base64'), /opened/],
      [Buffer.alloc(20, 1).toString('base64'), /opened/],
      [sealed('a/b/c/d'), /5 to 9/],
      [sealed(whole.replace(sealStamp[0], '1893456000000')), /begin with the time/],
      [sealed(whole.replace('05-01', '13-01')), /begin with the time/],
      [sealed(whole.replace('05-01', '02-31')), /begin with the time/],
      [sealed(whole.replace('+00:00', '')), /begin with the time/],
      [sealed(whole.replace('+00:00', '+0000')), /begin with the time/],
      [sealed(whole.replace(`/${id}`, '')), /another order/],
      [sealed(whole.replace('8f1a6c52-', '')), /a UUID/],
      [sealed(whole.replace('2099-', '2020-')), /more than 30 minutes ago/],
      [sealed(`${whole}/////`), /5 to 9/],
      [sealed(plainText({ ...notEnrolled, pan: '4444555511113334' }, id)), /card number/],
      [sealed(plainText({ ...notEnrolled, pan: 'x' }, id)), /card number/],
      [sealed(plainText({ ...notEnrolled, expiry: '203413' }, id)), /expiry/],
      [sealed(plainText({ ...notEnrolled, cvc: '12' }, id)), /security code/],
      [sealed(plainText(notEnrolled, 'another')), /another order/],
      [sealed(plainText(notEnrolled, '')), /another order/],
      [sealed(`${whole}/a-binding`), /paymentOrderBinding/],
    ]
    for (const [seToken, expected] of cases)
      expect(await paid(fixture, id, notEnrolled, { seToken })).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringMatching(expected),
        errorTypeName: 'DATA_INPUT_ERROR',
      })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 0 })
  },
  async 'family: a sealed card of seven or nine fields pays'(fixture) {
    const { keys } = await fixture.gateway.sealingKeys({})
    for (const tail of ['', '/', '//A HOLDER/MSDK_CORE']) {
      const id = await registered(fixture)
      const seToken = sealText(plainText(notEnrolled, id) + tail, keys[0]!.keyValue)
      await paid(fixture, id, notEnrolled, { seToken })
      expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2 })
    }
  },
  async 'family: a month of one digit in a sealed card is read as the mobile SDKs mean it'(fixture) {
    const { keys } = await fixture.gateway.sealingKeys({})
    const id = await registered(fixture)
    const seToken = sealText(plainText({ ...notEnrolled, expiry: '20345' }, id), keys[0]!.keyValue)
    expect(await paid(fixture, id, notEnrolled, { seToken })).toMatchObject({ errorCode: '0' })
    expect(await stateOf(fixture, id)).toMatchObject({ cardAuthInfo: { expiration: '203405' } })
  },
  async 'family: the public key is a 2048-bit key in one line'({ gateway, clock }) {
    const { keys } = await gateway.sealingKeys({})
    expect(keys).toHaveLength(1)
    expect(keys[0]).toMatchObject({
      keyValue: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=]{392}-----END PUBLIC KEY-----$/),
      protocolVersion: 'RSA',
    })
    expect(keys[0]!.keyExpiration).toBeGreaterThan(clock.now())
  },
})
