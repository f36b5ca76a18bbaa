import { expect } from 'vitest'
import { bySlow, newNumber, payment, post, registered, stateOf, type Fixture } from '../fixture.ts'
import { notEnrolled } from '../stored-cards.ts'
import { toForm } from '#contract/wire/form.ts'
import { rulesOf, type Rule } from './rule.ts'

const asking = ({ base, fetch }: Fixture, fields: object): Promise<Response> =>
  fetch(
    new Request(`${base}/payment/rest/paymentorder.do`, {
      method: 'POST',
      body: toForm(fields as Record<string, unknown>),
    }),
  )

const meanings = {
  400: 'an internal error of the system',
  404: 'a wrong address',
  429: 'an overload',
  500: 'a failure of the server',
  502: 'a failure of the server',
} as const

type Status = keyof typeof meanings

/** Fails before or after the gateway has processed the payment; the HTTP status is the same for both. */
const unexplained = (status: Status): Rule => [
  `7 HTTP ${status}, ${meanings[status]}, says nothing of the payment: the order status does`,
  async (fixture) => {
    for (const [when, orderStatus] of [
      ['refused', 0],
      ['error', 2],
    ] as const) {
      const id = await registered(fixture)
      const fields = await payment(fixture, id, notEnrolled)
      fixture.switches.set({ paymentAnswer: `${when}-${status}` })
      const answer = await asking(fixture, fields).finally(() => fixture.switches.set({ paymentAnswer: 'sent' }))
      expect([when, answer.status]).toEqual([when, status])
      expect(await answer.json()).not.toHaveProperty('errorCode')
      expect(await stateOf(fixture, id)).toMatchObject({ orderStatus })
    }
  },
]

/** Rules of failures other than a wrong request. */
const written = rulesOf({
  async '7 more requests in a second than a merchant may make are HTTP 429, and nothing is done'(fixture) {
    fixture.clock.advance(1000)
    const ask = () =>
      post(fixture, `${fixture.base}/payment/rest/getBindings.do`, { ...bySlow, clientId: 'nobody' }).then(
        ({ status }) => status,
      )
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
    fixture.clock.advance(1000)
    expect(await ask()).toBe(200)
  },
  async '7 the limit is that of the sender whom the operation names, whatever other fields come with it'(fixture) {
    fixture.clock.advance(1000)
    const { userName: username, password } = bySlow
    const ask = async (stray: object) => {
      const body = JSON.stringify({ username, password, orderNumber: newNumber(), paymentToken: 'e30=', ...stray })
      const headers = { 'content-type': 'application/json' }
      const url = `${fixture.base}/payment/walletA/paymentDirect.do`
      return (await fixture.fetch(new Request(url, { method: 'POST', body, headers }))).status
    }
    for (const stray of [{}, { token: 'x' }]) expect(await ask(stray)).toBe(200)
    for (const stray of [{}, { token: 'x' }, { userName: 'nobody' }]) expect(await ask(stray)).toBe(429)
  },
})

export const failureRules: readonly Rule[] = [...([400, 404, 429, 500, 502] as const).map(unexplained), ...written]
