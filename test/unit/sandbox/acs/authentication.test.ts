import { expect, test } from 'vitest'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { areqFor, cardLike, openStand, scriptAddress } from './stand.ts'

const full: Readonly<Record<string, string>> = {
  visa: '05',
  mir: '05',
  'american-express': '05',
  mastercard: '02',
  maestro: '02',
}
const attempt: Readonly<Record<string, string>> = {
  visa: '06',
  mir: '06',
  'american-express': '06',
  mastercard: '01',
  maestro: '01',
}

test.each(testCards.map((card) => [card.what, card] as const))('%s: the card range says so', async (_, card) => {
  const range = await openStand().ask.cardRange({ acctNumber: card.pan })
  const method = card.method ? { threeDSMethodURL: 'https://acs.example/3ds/method' } : {}
  const expected = {
    none: { protocol: 'none' },
    redirect: { protocol: '1', acsUrl: 'https://acs.example/3ds1/pareq', acctID: expect.any(String) },
    frictionless: { protocol: '2', ...method },
    attempt: { protocol: '2', ...method },
    challenge: { protocol: '2', ...method },
  }[card.threeDs]
  expect(range).toEqual(expected)
})

test('a card nobody issued takes part in nothing', async () => {
  const { ask } = openStand()
  expect(await ask.cardRange({ acctNumber: '4242424242424242' })).toEqual({ protocol: 'none' })
  expect(await ask.areq(areqFor('4242424242424242'))).toMatchObject({ transStatus: 'U' })
})

test.each(testCards.filter(({ threeDs }) => threeDs === 'frictionless').map((card) => [card.what, card] as const))(
  '%s',
  async (_, { pan, brand, transStatus }) => {
    const ares = await openStand().ask.areq(areqFor(pan))
    if (transStatus) {
      expect(ares).toMatchObject({ transStatus, transStatusReason: { N: '01', U: '03', R: '11' }[transStatus] })
      expect(ares).not.toHaveProperty('authenticationValue')
    } else {
      expect(ares).toMatchObject({ transStatus: 'Y', eci: full[brand] })
      expect(ares.authenticationValue).toMatch(/^[A-Za-z0-9+/]{27}=$/)
      expect(Buffer.from(ares.authenticationValue!, 'base64')).toHaveLength(20)
    }
  },
)

test('an attempt has its own indicator', async () => {
  const card = cardLike({ threeDs: 'attempt' })
  const ares = await openStand().ask.areq(areqFor(card.pan))
  expect(ares).toMatchObject({ transStatus: 'A', eci: attempt[card.brand] })
  expect(ares.authenticationValue).toHaveLength(28)
})

test('a challenge says where, and no cryptogram yet', async () => {
  const ares = await openStand().ask.areq(areqFor(cardLike({ threeDs: 'challenge' }).pan))
  expect(ares).toMatchObject({ transStatus: 'C', acsURL: 'https://acs.example/3ds/challenge' })
  expect(ares).not.toHaveProperty('authenticationValue')
  expect(ares).not.toHaveProperty('eci')
})

test('a browser is never to be sent to a script in the end', async () => {
  const areq = areqFor(cardLike({ threeDs: 'challenge' }).pan, { notificationURL: scriptAddress })
  expect(await openStand().ask.areq(areq)).toMatchObject({ transStatus: 'U' })
})

test('what is no AReq is answered with an error of the protocol', async () => {
  const answer = await openStand().acs.inject({ method: 'POST', url: '/3ds/areq', payload: { messageType: 'AReq' } })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ messageType: 'Erro', errorCode: '201', errorDetail: 'messageVersion' })
})
