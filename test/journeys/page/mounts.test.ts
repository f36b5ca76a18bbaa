import { afterAll, expect, test } from 'vitest'
import { openMounts, type Held } from '../support/mounts.ts'
import { launchChromium } from '../../support/chromium.ts'
import { poll } from '../../support/poll.ts'
import { inFull, isFull } from '../../support/extent.ts'

const browser = await launchChromium()
afterAll(() => browser.close())

/** Without the bytes of the heap, which vary by a little. */
const countsOf = ({ heap: _, ...counts }: Held) => counts

/** `npm test` mounts fewer, each of which would be counted too. */
const MOUNTS = isFull ? 100 : 30

test(`${MOUNTS} checkouts that were mounted and unmounted leave no document, frame, node, listener, port or observer`, async () => {
  const { page, mount, held, close } = await openMounts(browser)
  await mount(10)
  const before = countsOf(await held())
  await mount(MOUNTS - 10)
  await poll(async () => countsOf(await held())).toEqual(before)
  expect(before).toMatchObject({ ports: 0, checkouts: 0, controllers: 0 })
  expect(page.frames()).toEqual([page.mainFrame()])
  await close()
})

inFull('checkouts that something keeps would be counted', async () => {
  const { page, mount, held, close } = await openMounts(browser)
  await mount(2)
  const before = countsOf(await held())
  await page.evaluate(() => {
    const { append } = document.body
    const kept: unknown[] = []
    document.body.append = (...nodes) => append.apply(document.body, (kept.push(...nodes), nodes))
  })
  await mount(4)
  const after = countsOf(await held())
  expect(after.checkouts - before.checkouts).toBe(4)
  expect(after.nodes).toBeGreaterThan(before.nodes)
  await close()
})
