import { expect } from 'vitest'
import { byOther, cardNamed, credentials, registered } from '../../fixture.ts'
import { enrolled, newClient, notEnrolled, paidByBinding, stored } from '../../stored-cards.ts'
import { rulesOf } from '../rule.ts'

/** Rules of the operations with cards that the specification does not have. */
export const familyCardRules = rulesOf({
  async 'family: extendBinding.do gives a stored card another expiry, and it keeps its id'(fixture) {
    const { gateway } = fixture
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const extend = (change: object) =>
      gateway.extendBinding({ ...credentials, bindingId, newExpiry: '203611', ...change })
    expect(await extend({ newExpiry: '202001' })).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringMatching(/^Field newExpiry must not be before \d{6}$/),
    })
    expect(await extend({ bindingId: 'nobody' })).toMatchObject({ errorCode: '2' })
    expect(await extend({ ...byOther })).toMatchObject({ errorCode: '2' })
    expect(await extend({})).toEqual({ errorCode: '0', errorMessage: 'Success' })
    expect((await gateway.getBindings({ ...credentials, clientId })).bindings).toMatchObject([
      { bindingId, expiryDate: '203611' },
    ])
  },
  async 'family: createBindingNoPayment.do stores a common card that pays the next order'(fixture) {
    const { gateway } = fixture
    const clientId = newClient()
    const { pan, expiry } = notEnrolled
    const request = { ...credentials, clientId, pan, expiryDate: expiry, cardholderName: 'A HOLDER' }
    const before = fixture.debits()
    const { bindingId, ...answer } = await gateway.createBindingNoPayment(request)
    expect(answer).toEqual({
      errorCode: '0',
      errorMessage: 'Success',
      error: false,
      clientId,
      cardholderName: 'A HOLDER',
      expiryDate: expiry,
      maskedPan: '444455**3333',
    })
    expect(fixture.debits()).toBe(before)
    expect((await gateway.createBindingNoPayment(request)).bindingId).toBe(bindingId)
    expect((await gateway.getBindings({ ...credentials, clientId, bindingType: 'C' })).bindings).toHaveLength(1)
    const id = await registered(fixture, { clientId })
    expect(await paidByBinding(fixture, id, bindingId!, { cvc: '123' })).toMatchObject({ errorCode: '0' })
    expect(await gateway.createBindingNoPayment({ ...request, pan: '4444555511113334' })).toMatchObject({
      errorCode: '5',
      errorMessage: 'The card number is not valid',
    })
  },
  async 'family: verifyEnrollment.do says whether a card is in 3-D Secure, of either version, and whose it is'(
    fixture,
  ) {
    const verify = (pan: string) => fixture.gateway.verifyEnrollment({ ...credentials, pan })
    const ours = { errorCode: '0', emitterName: 'SANDBOX BANK', emitterCountryCode: 440 }
    expect(await verify(enrolled.pan)).toMatchObject({ ...ours, enrolled: 'Y' })
    expect(await verify(cardNamed('6759649826438453').pan)).toMatchObject({ ...ours, enrolled: 'Y' })
    expect(await verify(notEnrolled.pan)).toMatchObject({ ...ours, enrolled: 'N' })
    expect(await verify('3600000000000008')).toEqual({ errorCode: '0', errorMessage: 'Success', enrolled: 'N' })
  },
})
