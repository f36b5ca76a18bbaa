import { expect, test } from 'vitest'
import type { FrameStep } from '#bridge/protocol.ts'
import { tracedFetch } from '#card-frame/proxy-client/traced-fetch.ts'
import { version } from '#contract/version.ts'

const settings = { method: 'POST', headers: { authorization: 'Bearer the-ticket' }, body: '{"seToken":"sealed"}' }
const request = ['http://127.0.0.1/api/pay?secret=1', settings] as const

test('each request is reported by its path, its duration, its status and its id, and by nothing else', async () => {
  const steps: FrameStep[] = []
  let now = 1_000
  const answers: (() => Response)[] = [
    () => new Response('{"state":"paid"}', { status: 200, headers: { 'x-request-id': 'id-1' } }),
    () => {
      throw new TypeError('Failed to fetch')
    },
  ]
  const send = tracedFetch(
    async () => {
      now += 30
      return answers.shift()!()
    },
    { now: () => now },
    (step) => void steps.push(step),
  )
  expect(await (await send(...request)).json()).toEqual({ state: 'paid' })
  await expect(send(...request)).rejects.toThrow('Failed to fetch')
  expect(steps).toEqual([
    { version },
    { path: '/api/pay', began: 1_000, ms: 30, status: 200, traceId: 'id-1' },
    { path: '/api/pay', began: 1_030, ms: 30, status: 0, traceId: '' },
  ])
})
