import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArena, type Arena } from '../isolation/arena.ts'
import { findLeaks } from '../isolation/leaks.ts'
import { blindSpots, honestPresses, runAttacks } from '../isolation/run-attacks.ts'
import { benign, isDropped, tampers, unseen, watch } from '../isolation/tampers.ts'
import { walksAll } from './stage.ts'

/** Every third in `npm test`; all of them in `npm run walk`, and in the figures. */
const some = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => walksAll || at % 3 === 0)

describe('a hostile page', () => {
  let arena: Arena
  beforeAll(async () => {
    arena = await openArena()
  })
  afterAll(() => arena.close())

  test.concurrent('gets nowhere with any of its attacks', async ({ expect: expected }) => {
    const verdicts = await runAttacks(arena)
    expected(verdicts.filter(({ breach }) => breach !== undefined)).toEqual([])
    expected(verdicts.length).toBeGreaterThanOrEqual(60)
    expected(new Set(verdicts.map(({ name }) => name)).size).toBe(verdicts.length)
  })

  test.concurrent(
    'would be found out: where there is something to find, the same looks find it',
    async ({ expect: expected }) => {
      expected(await blindSpots(arena)).toEqual([])
    },
  )

  test.concurrent(
    'cannot have a covered button pressed, and an honest page is not in the way',
    async ({ expect: expected }) => {
      const watched = await watch(arena)
      const missed: string[] = []
      for (const tamper of some(tampers)) if (!(await isDropped(watched, tamper))) missed.push(tamper.name)
      expected(missed.filter((name) => !unseen.has(name))).toEqual([])
      for (const tamper of some(benign)) expected(await isDropped(watched, tamper, true), tamper.name).toBe(false)
      expected(await honestPresses(arena)).toEqual([true, true])
    },
  )
})

test('a card is found nowhere but in the frame and at the gateway, and a secret nowhere at all', async () => {
  const { found, secrets, blind, places } = await findLeaks({ inBrowser: 2, byApi: 20 })
  expect(found).toEqual([])
  expect(secrets).toEqual([])
  expect(blind).toEqual([])
  expect(places).toBeGreaterThanOrEqual(10)
})
