import { expect, test } from 'vitest'
import { silent } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import type { Issuer } from '#sandbox/gateway/cards/issuer.ts'
import { buildIssuerRetryQueue, type QueuedAdvice } from '#sandbox/gateway/orders/issuer-retry-queue.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { fakeClock } from '../../../support/clock.ts'

const advice = (order: string, name: string): QueuedAdvice => ({
  order,
  detail: name,
  method: 'reversalAdvice',
  original: { cardIdentification: { cardNumber: '4444555511113333' }, uniqueReferenceNumber: name },
})

/** An issuer that never answers, and one that records its requests. */
const deaf = { reversalAdvice: () => Promise.reject(new TypeError('fetch failed')) } as Partial<Issuer> as Issuer
function listening() {
  const received: string[] = []
  const reversalAdvice: Issuer['reversalAdvice'] = async ({ uniqueReferenceNumber }) => {
    received.push(uniqueReferenceNumber)
    return { responseCode: '00' }
  }
  return { received, issuer: { reversalAdvice } as Partial<Issuer> as Issuer }
}

const store = memoryStore()
const common = { clock: fakeClock(), random: systemRandom, journal: silent, store }

test('what one process still has to send to the issuer the next one sends, in its order, once', async () => {
  const before = buildIssuerRetryQueue({ ...common, issuer: deaf })
  for (const name of ['first', 'second']) before.add(advice('order', name))
  expect(await before.settled('order')).toBeUndefined()
  const { received, issuer } = listening()
  const after = buildIssuerRetryQueue({ ...common, issuer })
  after.start()
  await new Promise(setImmediate)
  expect(received).toEqual(['first', 'second'])
  buildIssuerRetryQueue({ ...common, issuer }).start()
  expect(received).toEqual(['first', 'second'])
})

test('for an issuer that has no such operation nothing is queued', async () => {
  const issuerRetryQueue = buildIssuerRetryQueue({ ...common, issuer: {} as Issuer })
  issuerRetryQueue.add(advice('other', 'never'))
  expect(await issuerRetryQueue.settled('other')).toEqual({ responseCode: '00' })
})
