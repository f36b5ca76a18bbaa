import { afterEach, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { outcomes } from '../../unit/element/outcomes.ts'
import { mounted, ripe } from './fixture.ts'

afterEach(() => document.body.replaceChildren())

const offline = () => mounted({}, (made) => Object.assign(made, { answers: false, isOffline: true }))

test('a frame that cannot load without a connection is given up soon, and loaded again with one', async () => {
  const { element, fixture, shadow } = await offline()
  await fixture.clock.pass(2_000)
  await ripe(element)
  expect(element.state).toBe('failed')
  // An earlier page may have sent the order for payment, so no text mentions a charge.
  expect(shadow.querySelector('[role=alert] p')!.textContent).toBe(en.checkout.troubleReach)
  const sign = getComputedStyle(shadow.querySelector('.said')!, '::before')
  expect(sign.content).toBe('none')
  // Without the code that draws the signs of results, which may have been lost with the connection.
  shadow.querySelector('.badge')!.remove()
  expect([sign.content, sign.inlineSize, sign.blockSize]).toEqual(['"!" / ""', '56px', '56px'])
  Object.assign(fixture, { answers: true, isOffline: false })
  fixture.back.resolve()
  await ripe(element)
  expect(element.state).toBe('ready')
})

test('an order that cannot be read without a connection is read with one, by the frame that is there', async () => {
  const { element, fixture, shadow } = await mounted({}, (made) => (made.onOpen = undefined))
  const frame = shadow.querySelector('iframe')
  fixture.isOffline = true
  await fixture.host.failed({ code: 'frame_network', message: 'The proxy could not be reached.' })
  await ripe(element)
  expect(element.state).toBe('failed')
  Object.assign(fixture, { isOffline: false, onOpen: outcomes.open })
  fixture.back.resolve()
  await ripe(element)
  expect([element.state, shadow.querySelector('iframe') === frame]).toEqual(['ready', true])
})

test('a frame that was requested without a connection is loaded again, also where there is one by then', async () => {
  const { element, fixture } = await offline()
  Object.assign(fixture, { answers: true, isOffline: false })
  await fixture.clock.pass(2_000)
  await ripe(element)
  await fixture.clock.pass(0)
  await ripe(element)
  expect(element.state).toBe('ready')
})

test('a shopper who has tried again meanwhile is not taken back', async () => {
  const { element, fixture, shadow } = await offline()
  await fixture.clock.pass(2_000)
  await ripe(element)
  Object.assign(fixture, { answers: true, isOffline: false })
  shadow.querySelector<HTMLButtonElement>('[data-testid=retry]')!.click()
  await ripe(element)
  const openings = fixture.openings.length
  fixture.back.resolve()
  await ripe(element)
  expect([element.state, fixture.openings.length]).toEqual(['ready', openings])
})

test('a payment that is being checked says that there is no connection', async () => {
  const { element, fixture, shadow } = await mounted({}, (made) => (made.onOpen = outcomes.pending))
  const hint = () => shadow.querySelector('.screen p')!.textContent
  expect(hint()).toBe(en.checkout.pendingHint)
  fixture.isOffline = true
  dispatchEvent(new Event('offline'))
  await ripe(element)
  expect(hint()).toBe(`${en.checkout.pendingHint} ${en.checkout.troubleLost}`)
  fixture.isOffline = false
  dispatchEvent(new Event('online'))
  await ripe(element)
  expect(hint()).toBe(en.checkout.pendingHint)
})
