import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StartProxy } from '../../../demo/stack.ts'
import { freePorts } from '../../../demo/ports.ts'
import { stop } from '../../../server/index.ts'
import { allAgree } from '../../journeys/support/agreement.ts'
import { confirmInDialog } from '../../journeys/support/challenge.ts'
import { begin, type Shopper } from '../../journeys/support/shopper.ts'
import { cardThat, fillCard, openFixture, pay, plainCard, type Fixture } from '../../journeys/support/fixture.ts'
import { otherBuild } from './other-build.ts'
import { openRoundRobin, type Instance, type RoundRobin } from './round-robin.ts'
import { poll } from '../../support/poll.ts'
import { isFull, share } from '../../support/extent.ts'
import { root } from '../../support/root.ts'

const dist = join(root, 'dist')
const challenged = cardThat({ threeDs: 'challenge', method: true, outcome: 'paid' })

/** The folder of each build. */
let builds: Readonly<Record<string, string>>
let otherNames: ReadonlySet<string>
beforeAll(async () => {
  builds = { one: dist, other: await otherBuild(dist) }
  otherNames = new Set((await readdir(builds['other']!, { recursive: true })).map((file) => basename(file)))
})
afterAll(() => rm(builds['other']!, { recursive: true }))

let fixture: Fixture
let releases: string
let balancer: RoundRobin
/** Starts an instance of a build behind the balancer; returns a function that takes it out and stops it. */
let deploy: (build: string) => Promise<() => Promise<void>>

beforeEach(async () => {
  releases = await mkdtemp(join(tmpdir(), 'tender-releases-'))
  fixture = await openFixture({ env: { TENDER_RELEASES: releases }, inFront })
})
afterEach(async () => {
  await fixture.close()
  await rm(releases, { recursive: true })
})

async function inFront(address: string, start: StartProxy): Promise<{ close(): Promise<void> }> {
  const running = new Set<() => Promise<void>>()
  balancer = await openRoundRobin(address)
  deploy = async (build) => {
    const [port] = await freePorts(1, 0)
    const instance: Instance = { build, address: `http://127.0.0.1:${port}` }
    const proxy = await start(builds[build]!, instance.address)
    balancer.putIn(instance)
    const end = async (): Promise<void> => {
      running.delete(end)
      balancer.takeOut(instance)
      await stop(proxy)
    }
    running.add(end)
    return end
  }
  return {
    async close() {
      await balancer.close()
      await Promise.all([...running].map((end) => end()))
    },
  }
}

/** Script files and documents that were not served. */
const lost = () =>
  balancer.served.filter(({ path, status }) => /^\/(?:v1|assets|card|3ds)\b/.test(path) && status >= 400)

/** Whether a hashed file is of the other build. */
const ofOther = (path: string): boolean => otherNames.has(basename(path))

/** Hashed files under a path that an instance served whose own build does not contain them. */
const crossed = (start: RegExp, from = 0) =>
  balancer.served
    .slice(from)
    .filter(
      ({ path, build, status }) =>
        status === 200 && start.test(path) && /-[\w-]{8}\.js$/.test(path) && ofOther(path) !== (build === 'other'),
    )

async function paysByChallenge({ page, orderNumber, context }: Shopper): Promise<void> {
  await pay(page)
  await confirmInDialog(page)
  await allAgree(fixture, page, orderNumber, 'paid')
  await context.close()
}

/** The builds of a page's element and of its card frame. */
const sidesOf = async (page: Page): Promise<string> => {
  const element = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const frame = page.frames().find((one) => /\/card(?:\?|$)/.test(one.url()))!
  const script = await frame.locator('script[src]').getAttribute('src')
  const sides = [element.find((name) => name.includes('/chunks/define-'))!, script!]
  return sides.map((name) => (ofOther(name) ? 'other' : 'one')).join(', ')
}

/** Pages that are loaded while both builds serve, in turn with an element of each. */
const LOADS = isFull ? 6 : 2

const changes = [
  ['an upgrade', 'one', 'other'],
  ['a rollback', 'other', 'one'],
] as const

describe.each(share(changes, 2))('%s, one instance after the other', (_, before, after) => {
  test('loses no page and no payment: pages from before it, in its midst and after it', async () => {
    const endFirst = await deploy(before)
    const early = [await begin(fixture, {}), await begin(fixture, {})]
    await fillCard(early[0]!.page, challenged)

    const end = await deploy(after)
    const sides = new Set<string>()
    // An element of either build must pay by a frame of the other.
    for (let load = 0; load < LOADS; load += 1) {
      balancer.pin('/v1/checkout.js', load % 2 ? before : after)
      balancer.pin('/card', load % 2 ? after : before)
      const shopper = await begin(fixture, { query: load < 2 ? { locale: 'ru' } : {} })
      sides.add(await sidesOf(shopper.page))
      await fillCard(shopper.page, load % 3 ? plainCard : challenged)
      if (load % 3 === 0) await paysByChallenge(shopper)
      else {
        await pay(shopper.page)
        await allAgree(fixture, shopper.page, shopper.orderNumber, 'paid')
        await shopper.context.close()
      }
      expect(shopper.complaints).toEqual([])
    }
    expect([...sides].toSorted()).toEqual(['one, other', 'other, one'])
    expect(crossed(/^\/v1\//)).not.toEqual([])
    expect(crossed(/^\/assets\//)).not.toEqual([])

    await endFirst()
    const afterwards = balancer.served.length
    await paysByChallenge(early[0]!)
    // This page loads a file only now, when no instance runs its build any more.
    await early[1]!.page.locator('tender-checkout').evaluate((element) => element.setAttribute('locale', 'ru'))
    await poll(() => crossed(/^\/v1\/chunks\/ru-/, afterwards)).not.toEqual([])
    await fillCard(early[1]!.page, challenged)
    await paysByChallenge(early[1]!)
    const late = await begin(fixture, {})
    await fillCard(late.page, challenged)
    await paysByChallenge(late)
    expect(lost()).toEqual([])
    await end()
  })
})
