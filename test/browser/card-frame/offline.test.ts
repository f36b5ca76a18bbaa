import { afterEach, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { field, fillCard, openFixture, paid, payButton, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

const paths = () => fixture.paths().filter((path) => path !== '/api/checkout')
const failures = () => fixture.calls('failed').map(([error]) => error.code)
const note = () => document.querySelector('#note')!.textContent

test('without a connection nothing is sent for payment, and the next press pays', async () => {
  fixture = await openFixture()
  await fillCard()
  fixture.isOffline = true
  fixture.answers['/api/outcome'] = ['lost']
  expect(await fixture.frame.submit()).toBeUndefined()
  expect(failures()).toEqual(['frame_offline'])
  expect(paths()).not.toContain('/api/pay')
  await expect.element(field('Card number')).toHaveValue('5555 5555 5555 5599')
  fixture.isOffline = false
  expect(await fixture.frame.submit()).toEqual(paid)
})

test('a browser that is wrong about its connection pays', async () => {
  fixture = await openFixture()
  await fillCard()
  fixture.isOffline = true
  expect(await fixture.frame.submit()).toEqual(paid)
})

test('an order that cannot be prepared for want of a connection is certain not to be paid', async () => {
  fixture = await openFixture()
  fixture.answers['/api/prepare'] = ['lost']
  await fillCard()
  expect(await fixture.frame.submit()).toBeUndefined()
  expect(failures()).toEqual(['frame_offline'])
})

test('a server in front of the proxy that answers for it is not called a lost connection', async () => {
  fixture = await openFixture()
  fixture.answers['/api/prepare'] = [502]
  await fillCard()
  expect(await fixture.frame.submit()).toBeUndefined()
  expect(failures()).toEqual(['frame_unsent'])
})

test('a wallet’s payment is not sent without a connection', async () => {
  fixture = await openFixture()
  fixture.isOffline = true
  fixture.answers['/api/outcome'] = ['lost']
  const payment = fixture.frame.payByWallet({ wallet: 'googlePay', paymentToken: 'dG9rZW4=' })
  await expect(payment).rejects.toMatchObject({ name: 'frame_offline' })
  expect(paths()).not.toContain('/api/wallet/pay')
})

test('a lost answer that cannot be looked for either is called a lost connection', async () => {
  fixture = await openFixture()
  let answer = (_: object): void => {}
  fixture.answers['/api/pay'] = ['lost']
  fixture.answers['/api/withdraw'] = ['lost', new Promise<object>((resolve) => (answer = resolve))]
  await fillCard()
  const submission = fixture.frame.submit()
  await expect.poll(note).toBe(en.checkout.troubleLost)
  await expect.element(payButton()).toHaveTextContent('Paying…')
  answer(paid)
  expect(await submission).toEqual(paid)
})
