import { expect, onTestFinished, test } from 'vitest'
import { watchScript } from '#element/frames/frame-script.ts'
import { fakeClock } from '../../support/clock.ts'

/** Times that a document is loaded again. */
const RETRIES = 4

/** A frame of this document, and what the watch has reported of it. */
function watched(content: string) {
  const clock = fakeClock()
  const frame = document.createElement('iframe')
  const address = URL.createObjectURL(new Blob([content], { type: 'text/html' }))
  const end = new AbortController()
  const seen = { loads: 0, retries: 0, lost: [] as { code: string; message: string }[] }
  frame.src = address
  frame.addEventListener('load', () => (seen.loads += 1))
  onTestFinished(() => {
    end.abort()
    frame.remove()
    URL.revokeObjectURL(address)
  })
  watchScript(frame, {
    clock,
    signal: end.signal,
    retried: () => (seen.retries += 1),
    lost: (error) => seen.lost.push(error),
  })
  document.body.append(frame)
  return { clock, seen, end, frame }
}

/** Lets time go on until no document is loaded again; none sends a hello. */
const untilLost = ({ clock, seen }: ReturnType<typeof watched>): Promise<void> =>
  expect.poll(() => clock.pass(1_000).then(() => seen.lost.length)).toBe(1)

test('a document whose script never runs is loaded again four times, and then its cause is reported', async () => {
  const frame = watched('<iframe></iframe>')
  await untilLost(frame)
  expect(frame.seen).toMatchObject({ loads: 1 + RETRIES, lost: [{ code: 'script_failed' }] })
  expect(frame.seen.lost[0]!.message).toMatch(/ was loaded, but its script from .*\/assets\/ did not run\.$/)
  // The time limit begins again after the document and after the pause.
  expect(frame.seen.retries).toBe(2 * RETRIES)
})

test('a document that is none of ours is no lost script, and its time limit does not begin again', async () => {
  const frame = watched('refused')
  await untilLost(frame)
  expect(frame.seen).toMatchObject({ loads: 1 + RETRIES, retries: 0, lost: [{ code: 'frame_timeout' }] })
})

// The grey page of a browser says nothing of the shop, and looks broken.
test('what is none of our documents is not seen, and one of ours is at once', async () => {
  const { clock, seen, end, frame } = watched('refused')
  await expect.poll(() => seen.loads).toBe(1)
  await expect.poll(() => clock.pass(500).then(() => frame.style.opacity)).toBe('0')
  end.abort()
  expect(frame.style.opacity).toBe('')
  const ours = watched('<iframe></iframe>')
  await untilLost(ours)
  expect(ours.frame.style.opacity).toBe('')
})

test('a document that has sent its hello stays', async () => {
  const frame = watched('<iframe></iframe>')
  await expect.poll(() => frame.seen.loads).toBe(1)
  frame.end.abort()
  await frame.clock.pass(10_000)
  expect(frame.seen).toEqual({ loads: 1, retries: 0, lost: [] })
})
