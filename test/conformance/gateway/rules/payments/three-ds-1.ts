import { ACCT_ID } from '../../fake-access-server.ts'
import { expect } from 'vitest'
import { packPaRes, readPaReq } from '#sandbox/three-ds-1/pa-messages.ts'
import { cardNamed, merchant, open, paid, paResKey, post, registered, stateOf } from '../../fixture.ts'
import { rulesOf } from '../rule.ts'

const redirected = cardNamed('6759649826438453')

/** Rules of 3-D Secure 1. */
export const threeDs1Rules = rulesOf({
  async '4.3 3-D Secure 1 takes the browser away with a PaReq and pays when a signed PaRes comes back'(fixture) {
    const id = await registered(fixture)
    const { acsUrl, paReq, termUrl, is3DSVer2 } = await paid(fixture, id, redirected)
    expect({ acsUrl, is3DSVer2 }).toEqual({ acsUrl: `${fixture.acsBase}/3ds1` })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 5 })
    const page = await (await open(fixture, `${fixture.base}/payment/acsRedirect.do?orderId=${id}`)).text()
    for (const [name, value] of Object.entries({ MD: id, PaReq: paReq!, TermUrl: termUrl! }))
      expect(page).toContain(`name="${name}" value="${value}"`)
    const { transId, ...request } = readPaReq(paReq!)!
    expect(request).toEqual({ acctID: ACCT_ID, amount: 1234, currency: '933', merchantName: merchant.name })
    const back = (key: string, MD = id) =>
      post(fixture, termUrl!, { MD, PaRes: packPaRes({ transId, transStatus: 'Y', eci: '02' }, key) })
    expect((await back('another key')).status).toBe(404)
    expect((await back(paResKey, 'another order')).status).toBe(404)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 5 })
    const before = fixture.debits()
    expect((await back(paResKey)).headers.get('location')).toBe(`https://shop.test/back?orderId=${id}&lang=en`)
    expect((await back(paResKey)).status).toBe(303)
    expect(fixture.debits()).toBe(before + 1)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2 })
  },
  async '4.3 3-D Secure 1 that fails declines'(fixture) {
    for (const [cancelled, actionCode] of [
      [false, -2006],
      [true, -2009],
    ] as const) {
      const id = await registered(fixture)
      const { paReq, termUrl } = await paid(fixture, id, redirected)
      const { transId } = readPaReq(paReq!)!
      await post(fixture, termUrl!, { MD: id, PaRes: packPaRes({ transId, transStatus: 'N', cancelled }, paResKey) })
      expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode })
    }
  },
})
