import { expect, test } from 'vitest'
import { forgedCallbacks, replayedCallbacks } from './callbacks.ts'
import { guess } from './guesses.ts'
import { replayed, stolenTicket } from './stolen.ts'
import { crossClients, initiators } from './stored-cards.ts'
import { forgedMessages } from './three-ds.ts'

test('identifiers of others are answered as those of nobody, after the same work', async () => {
  const { hits, request } = await guess(500)
  expect(hits).toEqual([])
  // Its times are measured as a figure, where nothing else runs.
  expect(Object.values(request).map(([theirs, nobodys]) => theirs - nobodys)).toEqual([0, 0, 0, 0, 0])
  expect(Object.values(request).flat().some(Boolean)).toBe(true)
})

test('a ticket opens nothing from another origin', async () => {
  const { tried, opened } = await stolenTicket()
  expect(tried).toBeGreaterThan(90)
  expect(opened).toBe(0)
})

test('a ticket pays once, however often it is brought', async () => {
  expect(await replayed(100)).toEqual({ replays: 100, payments: 1, moved: 0 })
})

test('a forged callback changes nothing, and reads nothing', async () => {
  expect(await forgedCallbacks(540)).toEqual({ sent: 540, changes: 0, reads: 0 })
})

test('a true callback, brought again and again, costs one read a second', async () => {
  expect(await replayedCallbacks(400, 4)).toMatchObject({ changes: 0, mostReadsASecond: 1 })
})

test('forged messages of 3-D Secure change nothing, and the true ones pay once', async () => {
  expect(await forgedMessages(240)).toEqual({ sent: 240, changes: 0, accepted: 0, paid: 10, secondCalls: 10 })
})

test('a stored card serves its own client only', async () => {
  expect(await crossClients(4)).toEqual({ pairs: 16, others: 0, own: 8 })
})

test('a browser names neither who initiates a payment nor for whom', async () => {
  expect(await initiators()).toEqual([400, 400, 400, 400, 400])
})
