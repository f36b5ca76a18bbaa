import { expect, test } from 'vitest'
import { buildBackground } from '#proxy/store/background.ts'
import { fakeClock } from '../../../support/clock.ts'
import { quiet } from './stand.ts'

test('what is queued for one key runs one after the other, also after a failure; other keys wait for nothing', async () => {
  const { queue } = buildBackground(fakeClock())
  const begun: string[] = []
  const endings: (() => void)[] = []
  const act = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name)
      endings.push(() => (name === 'fails' ? reject(new Error(name)) : resolve(name)))
    })
  const first = queue('a', act('fails'))
  const second = queue('a', act('second'))
  void queue('b', act('other'))
  expect(begun).toEqual(['fails', 'other'])
  endings[0]!()
  await expect(first).rejects.toThrow('fails')
  await quiet()
  expect(begun).toEqual(['fails', 'other', 'second'])
  endings[2]!()
  await expect(second).resolves.toBe('second')
})

test('closing ends the pauses, and waits for what runs and for what that begins', async () => {
  const background = buildBackground(fakeClock())
  const paused = background.track(background.pause(60_000))
  let end = (): void => {}
  const inner = new Promise<void>((resolve) => (end = resolve))
  void background.track(paused.then(() => void background.track(inner)))
  let isClosed = false
  const closed = background.close().then(() => (isClosed = true))
  await expect(paused).resolves.toBe(false)
  await quiet()
  expect(isClosed).toBe(false)
  end()
  await closed
  expect(isClosed).toBe(true)
})

test('work that fails does not keep the proxy from closing', async () => {
  const background = buildBackground(fakeClock())
  await expect(background.track(Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  void background.track(Promise.reject(new Error('failed')))
  await expect(background.close()).resolves.toBeUndefined()
})
