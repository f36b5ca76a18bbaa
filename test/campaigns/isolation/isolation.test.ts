import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAttackPages, type AttackPages } from './attack-pages.ts'
import { findLeaks } from './leaks.ts'
import { refusalsOf } from './refusals.ts'
import { blindSpots, honestPresses, runAttacks } from './run-attacks.ts'
import { benign, isDropped, tampers, unseen, watch } from './tampers.ts'
import { inFull, isFull, share } from '../../support/extent.ts'

/** Some in `npm test`; all in `npm run test:full` and in the figures. */
const some = <T>(all: readonly T[]): readonly T[] => share(all, 20)

describe('a hostile page', () => {
  let pages: AttackPages
  beforeAll(async () => {
    pages = await openAttackPages()
  })
  afterAll(() => pages.close())

  test('gets nowhere with any of its attacks', async () => {
    const verdicts = await runAttacks(pages, () => {}, some)
    expect(verdicts.filter(({ breach }) => breach !== undefined)).toEqual([])
    expect(verdicts.length).toBeGreaterThanOrEqual(isFull ? 60 : 9)
    expect(new Set(verdicts.map(({ name }) => name)).size).toBe(verdicts.length)
  })

  test('would be found out: where there is something to find, the same looks find it', async () => {
    expect(await blindSpots(pages)).toEqual([])
  })

  test('cannot have a covered button pressed, and an honest page is not in the way', async () => {
    const watched = await watch(pages)
    const missed: string[] = []
    for (const tamper of share(tampers, 20)) if (!(await isDropped(watched, tamper))) missed.push(tamper.name)
    expect(missed.filter((name) => !unseen.has(name))).toEqual([])
    for (const tamper of some(benign)) expect(await isDropped(watched, tamper, true), tamper.name).toBe(false)
  })

  test('could load nothing by a script in the frame but what the form needs; objects and workers are refused as strings of code', async () => {
    const { page, context } = await pages.enter()
    expect(await refusalsOf(page)).toEqual({
      connection: 'connect-src',
      font: 'font-src',
      frame: 'frame-src',
      image: 'img-src',
      media: 'media-src',
      object: 'require-trusted-types-for',
      script: 'script-src-elem',
      style: 'style-src-elem',
      worker: 'require-trusted-types-for',
    })
    await context.close()
  })

  inFull('has no say in the presses of an honest one', async () => {
    expect(await honestPresses(pages)).toEqual([true, true])
  })
})

test('a card is found nowhere but in the frame and at the gateway, and a secret nowhere at all', async () => {
  const { found, secrets, blind, places } = await findLeaks(
    isFull ? { inBrowser: 2, byApi: 20, control: true } : { inBrowser: 1, byApi: 8, control: false },
  )
  expect(found).toEqual([])
  expect(secrets).toEqual([])
  expect(blind).toEqual([])
  expect(places).toBeGreaterThanOrEqual(10)
})
