import { expect, test } from 'vitest'
import { Cancellation, sent } from '#gateway-client/gateway-fetch.ts'

const request = {
  url: 'https://gateway.example/x.do',
  method: 'POST',
  headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
  body: 'text=%C3%A9',
}
const { signal } = new AbortController()

test('a fetch is given a Request that says the same', async () => {
  const seen = await sent(
    async (carried) => new Response(JSON.stringify([carried.url, carried.method, await carried.text()])),
    request,
    signal,
  )
  expect(seen).toEqual({ status: 200, body: JSON.stringify([request.url, 'POST', request.body]) })
})

test('one with a plain way is given the text itself, and no Request is made', async () => {
  const given: unknown[] = []
  const fetch = Object.assign(() => Promise.reject(new Error('not this way')), {
    plain: async (...requested: unknown[]) => {
      given.push(...requested)
      return { status: 404, body: '' }
    },
  })
  expect(await sent(fetch, request, signal)).toEqual({ status: 404, body: '' })
  expect(given).toEqual([request, signal])
})

test.each([
  ['a fetch', () => Promise.reject(new TypeError('broken'))],
  ['a plain way', Object.assign(async () => new Response(), { plain: () => Promise.reject(new TypeError('broken')) })],
])('what fails rejects: %s', async (_, fetch) => {
  await expect(sent(fetch as never, request, signal)).rejects.toMatchObject({ name: 'TypeError' })
})

test('a cancellation aborts the Request', async () => {
  const over = new Cancellation()
  const waiting = sent(
    (carried) =>
      new Promise((_, reject) => carried.signal.addEventListener('abort', () => reject(carried.signal.reason))),
    request,
    over,
  )
  over.cancel(new Error('nobody waits'))
  await expect(waiting).rejects.toThrow('nobody waits')
})
