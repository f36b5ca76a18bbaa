import type { BrowserContext } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inFull } from '../../support/extent.ts'
import { allAgree } from '../support/agreement.ts'
import { confirmInDialog } from '../support/challenge.ts'
import { challengeCard, openFixture, type Fixture } from '../support/fixture.ts'
import { submit } from '../support/shopper.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

/** Takes from every document what browsers refuse where storage is blocked; some refuse locks as well. */
const blockStorage = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get: refuse })
    Object.defineProperty(document, 'cookie', { get: refuse, set: refuse })
    navigator.locks.request = () => Promise.reject(new DOMException('Access is denied.', 'SecurityError'))
  })

test('a shopper whose browser blocks every storage confirms at the bank and pays', async () => {
  const { page, context, orderNumber } = await submit(fixture, challengeCard, { prepare: blockStorage })
  await confirmInDialog(page)
  await allAgree(fixture, page, orderNumber, 'paid')
  await context.close()
})

inFull('an ad blocker that takes the bank’s method page costs ten seconds, and no payment', async () => {
  const { acs } = fixture.stack.addresses
  const taken: string[] = []
  const prepare = (context: BrowserContext): Promise<unknown> =>
    context.route(
      ({ origin, pathname }) => origin === new URL(acs).origin && pathname.includes('method'),
      (route) => {
        taken.push(route.request().url())
        return route.abort('blockedbyclient')
      },
    )
  const { page, context, orderNumber } = await submit(fixture, challengeCard, { prepare })
  await confirmInDialog(page)
  await allAgree(fixture, page, orderNumber, 'paid')
  expect(taken).not.toEqual([])
  await context.close()
})
