import { describe, expect, test } from 'vitest'
import { buildSheetDraft } from '../../../demo/browser/back-office/sheet-draft.ts'
import { buildWork } from '../../../demo/browser/back-office/work.ts'

const unobserved = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'))
const failure = 'The back office has received no answer: Failed to fetch. Try again.'

describe('work in the back office', () => {
  test('that fails is reported, and the back office goes on', async () => {
    const seen: (readonly [boolean, string | undefined])[] = []
    const work = buildWork(() => seen.push([work.busy, work.failure]))
    await work.runAlone(unobserved)
    expect(seen).toEqual([
      [true, undefined],
      [true, failure],
      [false, failure],
    ])
    let isDone = false
    await work.runAlone(async () => (isDone = true))
    expect([isDone, work.busy, work.failure]).toEqual([true, false, undefined])
  })

  test('that nothing else waits for is reported alike, and resolves to nothing', async () => {
    const work = buildWork(() => undefined)
    expect(await work.run(unobserved)).toBeUndefined()
    expect(work.failure).toBe(failure)
    expect(await work.run(async () => 'found')).toBe('found')
    expect(work.failure).toBeUndefined()
  })

  test('is done one at a time', async () => {
    let times = 0
    let end!: () => void
    const work = buildWork(() => undefined)
    const first = work.runAlone(() => new Promise<void>((resolve) => (end = resolve)))
    await work.runAlone(async () => times++)
    end()
    await first
    await work.runAlone(async () => times++)
    expect(times).toBe(1)
  })
})

test('a draft is made anew by itself until somebody types in it, and then when another one is asked for', () => {
  let day = 1
  const draft = buildSheetDraft(() => ({ day, amount: 100 }))
  draft.renew()
  day = 2
  draft.refresh()
  expect(draft.value).toEqual({ day: 2, amount: 100 })
  draft.set(['amount'], 250)
  day = 3
  draft.refresh()
  expect(draft.value).toEqual({ day: 2, amount: 250 })
  draft.renew()
  expect(draft.value).toEqual({ day: 3, amount: 100 })
  day = 4
  draft.refresh()
  expect(draft.value).toEqual({ day: 4, amount: 100 })
})
