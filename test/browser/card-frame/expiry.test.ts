import { afterEach, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { field, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

const DAY = 86_400_000
const june = Date.UTC(2030, 5, 28)

/** Whether a month counts as past once the shopper has left its field. */
async function isPast(month: string): Promise<boolean> {
  await field('Expiry date').fill(month)
  await field('Security code').click()
  return document.body.innerText.includes(en.card.expiryPast)
}

test.each([5, -5, 10_000, -10_000])(
  'whether a card has expired is decided by the proxy’s clock: on a device that is %d days ahead',
  async (days) => {
    fixture = await openFixture({ now: june }, { shopperTime: june + days * DAY })
    expect(await isPast('06/30')).toBe(false)
    expect(await isPast('05/30')).toBe(true)
  },
)

test('where the proxy does not say its time, the bank decides whether a card has expired', async () => {
  fixture = await openFixture({ now: undefined as unknown as number })
  expect(await isPast('05/30')).toBe(false)
})
