import { expect, test } from 'vitest'
import { loadOnFocus } from '#card-frame/load-on-focus.ts'
import { poll } from '../../support/poll.ts'

/** As often as one load asks for the file. */
const TRIES = 4

type Sealing = Parameters<ReturnType<typeof loadOnFocus>['seal']>

const card: Sealing = [{ cvc: '123' }, { now: 0, offset: 0, uuid: 'uuid-1' }, 'key']

/** A form whose file is lost so many times, and then comes. */
function formWith({ losses = 0, isDown = false }: { losses?: number; isDown?: boolean }) {
  const body = new EventTarget()
  const seen = { tries: 0, begun: 0 }
  const code = { begin: () => void (seen.begun += 1), seal: async ({ cvc }: Sealing[0]) => `sealed ${cvc}` }
  const form = loadOnFocus({
    document: { body },
    screen: {},
    clock: { now: () => 0, sleep: async (ms: number) => (ms < 10_000 ? undefined : new Promise(() => {})) },
    network: { isDown: () => isDown },
    get: async () => {
      seen.tries += 1
      if (seen.tries > losses) return code
      throw new TypeError('on-focus.js is lost')
    },
  } as unknown as Parameters<typeof loadOnFocus>[0])
  return { form, seen, focus: () => body.dispatchEvent(new Event('focusin')) }
}

test('the focus, keys and a press load the code once, and it begins once', async () => {
  const { form, seen, focus } = formWith({})
  expect(seen.tries).toBe(0)
  focus()
  form.load()
  expect(await form.seal(...card)).toBe('sealed 123')
  form.load()
  await poll(() => seen).toEqual({ tries: 1, begun: 1 })
})

test('a press without focus loads the code too, which begins', async () => {
  const { form, seen } = formWith({})
  expect(await form.seal(...card)).toBe('sealed 123')
  await poll(() => seen).toEqual({ tries: 1, begun: 1 })
})

test('code that is lost is loaded again by the next key, and begins once', async () => {
  const { form, seen, focus } = formWith({ losses: TRIES })
  focus()
  await poll(() => seen.tries).toBe(TRIES)
  await poll(() => (form.load(), seen)).toEqual({ tries: TRIES + 1, begun: 1 })
})

test('the first press that cannot load it leaves the form, the second gives another way to pay, the third pays', async () => {
  const { form } = formWith({ losses: 2 * TRIES })
  await expect(form.seal(...card)).rejects.toMatchObject({
    name: 'frame_unsent',
    message: 'Nothing was charged. A script file could not be loaded: TypeError: on-focus.js is lost',
  })
  await expect(form.seal(...card)).rejects.toMatchObject({ name: 'script_failed' })
  expect(await form.seal(...card)).toBe('sealed 123')
})

test('without a connection each press says so', async () => {
  const { form } = formWith({ losses: 9 * TRIES, isDown: true })
  for (let press = 0; press < 3; press += 1)
    await expect(form.seal(...card)).rejects.toMatchObject({ name: 'frame_offline' })
})
