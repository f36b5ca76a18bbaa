import { expect, test } from 'vitest'
import { newClient, stored } from '../../../conformance/gateway/stored-cards.ts'
import { openBank } from './bank.ts'

async function openCard() {
  const bank = await openBank()
  const clientId = newClient()
  const bindingId = await stored(bank.fixture, clientId)
  return { ...bank, clientId, bindingId, path: `clients/${clientId}/cards/${bindingId}/extend` }
}

test('a stored card of a client has another expiry, and one that it has already is not sent', async () => {
  const { merchant, clientId, bindingId, request } = await openCard()
  const extended = { cards: [expect.objectContaining({ bindingId, expiryDate: '203712' })] }
  for (let time = 0; time < 2; time++)
    expect(await merchant.extendCard({ clientId, bindingId, newExpiry: '203712' })).toEqual(extended)
  expect(await merchant.cards({ clientId })).toEqual(extended)
  expect(request('extendBinding.do')).toBe(1)
})

test('a card of another client is not extended', async () => {
  const { refusal, bindingId, request } = await openCard()
  const path = `clients/${newClient()}/cards/${bindingId}/extend`
  expect(await refusal(path, { newExpiry: '203712' })).toMatchObject({ status: 404, field: 'bindingId' })
  expect(request('extendBinding.do')).toBe(0)
})

test('an expiry that has passed is refused in the words of the gateway, and one that is none before anything is sent', async () => {
  const { refusal, path, sent } = await openCard()
  expect(await refusal(path, { newExpiry: '202001' })).toMatchObject({
    status: 422,
    code: 'gateway_refused',
    message: expect.stringContaining('Field newExpiry must not be before'),
  })
  sent.length = 0
  expect(await refusal(path, { newExpiry: '2037-12' })).toMatchObject({ status: 400, field: 'newExpiry' })
  expect(sent).toEqual([])
})

test.each([
  ['carried out', true, 200],
  ['not carried out', false, 504],
])('a lost answer is decided by the list of cards: %s', async (_, isDone, status) => {
  const { answer, path, state } = await openCard()
  state.wire = async (request, fetch) => {
    if (!request.url.endsWith('extendBinding.do')) return fetch(request)
    if (isDone) await fetch(request)
    return new Response('', { status: 502 })
  }
  expect(await answer(path, { newExpiry: '203712' })).toMatchObject({
    status,
    body: isDone ? { cards: [{ expiryDate: '203712' }] } : { error: { code: 'answer_lost' } },
  })
})
