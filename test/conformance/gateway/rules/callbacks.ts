import { createHmac, generateKeyPairSync, verify } from 'node:crypto'
import fastify from 'fastify'
import { expect } from 'vitest'
import { Callback, stringToSign } from '#server-contract/gateway/callbacks.ts'
import { readForms } from '#router/mount.ts'
import type { CallbackSettings } from '#sandbox/gateway/merchants/callback-settings.ts'
import { debitedOrder, deposit, heldOrder, inZone, refund, reverse } from '../paid-orders.ts'
import {
  credentials,
  inProcess,
  merchant,
  overHttp,
  paid,
  registered,
  setFixture,
  stateOf,
  type Fixture,
} from '../fixture.ts'
import { newClient, notEnrolled, penniless, stored } from '../stored-cards.ts'
import { rulesOf } from './rule.ts'

interface Shop extends Fixture {
  /** The address in the merchant's settings, and another one. */
  readonly address: string
  readonly other: string
  /** The callbacks received, once there are so many. */
  readonly came: (count: number) => Promise<readonly Came[]>
}

interface Came {
  readonly path: string
  readonly method: string
  readonly at: number
  readonly fields: Record<string, string>
}

/**
 * A gateway of its own on the fixture's kind of transport, whose merchant is notified of everything and answers with
 * `statuses`, then with 200.
 */
async function withShop(
  fixture: Fixture,
  settings: CallbackSettings,
  check: (shop: Shop) => Promise<void>,
  statuses: readonly (number | Promise<number>)[] = [],
): Promise<void> {
  const wire = fixture.base === 'http://gateway.test' ? inProcess() : overHttp()
  const { app, came, noteTime } = callbackServer(statuses)
  const base = await wire.open(app, 'callbacks.test')
  const address = `${base}/callback?shop=1`
  const opened = await setFixture(wire, { merchants: [{ ...merchant, callback: { address, ...settings } }] })
  noteTime(() => opened.clock.now())
  await check({ ...opened, address, other: `${base}/other`, came })
  await Promise.all([opened.close(), app.close()])
}

function callbackServer(statuses: readonly (number | Promise<number>)[]) {
  const app = fastify({ forceCloseConnections: true })
  readForms(app)
  const came: Came[] = []
  const waiting = new Set<() => void>()
  let now = (): number => 0
  app.all('/*', async ({ url, method, query, body }, reply) => {
    const fields = { ...(method === 'GET' ? (query as object) : (body as object)) } as Record<string, string>
    came.push({ path: url.replace(/\?.*/, ''), method, at: now(), fields })
    for (const check of waiting) check()
    return reply.code((await statuses[came.length - 1]) ?? 200).send()
  })
  return {
    app,
    noteTime: (clock: () => number) => (now = clock),
    came: (count: number) =>
      new Promise<readonly Came[]>((resolve) => {
        const check = (): void => {
          if (came.length >= count && waiting.delete(check)) resolve(came)
        }
        waiting.add(check)
        check()
      }),
  }
}

const result = (came: readonly Came[]): string[] =>
  came.map(({ fields }) => Callback.parse(fields)).map(({ operation, status }) => `${operation} ${status}`)

const secret = 'a secret of both'

/** Rules of callback notifications. */
export const callbackRules = rulesOf({
  '6 a hold, a debit, a refund and a cancellation are reported, by names and state': (fixture) =>
    withShop(fixture, {}, async (shop) => {
      const id = await heldOrder(shop)
      await shop.came(1)
      await deposit(shop, id)
      await shop.came(2)
      await refund(shop, id, 200)
      await shop.came(3)
      const another = await heldOrder(shop)
      await shop.came(4)
      await reverse(shop, another)
      const came = await shop.came(5)
      expect(result(came)).toEqual(['approved 1', 'deposited 1', 'refunded 1', 'approved 1', 'reversed 1'])
      const { orderNumber } = await stateOf(shop, id)
      const names = { shop: '1', mdOrder: id, orderNumber, amount: '1234', maskedPan: '444455**3333' }
      for (const { fields, method, path } of came.slice(0, 3)) {
        expect(fields).toMatchObject({ ...names, actionCode: '0', callbackCreationDate: expect.any(String) })
        expect([method, path]).toEqual(['GET', '/callback'])
      }
      expect(came.map(({ fields }) => fields['paymentState'])).toEqual([
        'payment_approved',
        'payment_deposited',
        'refunded',
        'payment_approved',
        'payment_void',
      ])
    }),
  '6 a payment declined by timeout is reported': (fixture) =>
    withShop(fixture, {}, async (shop) => {
      const id = await registered(shop)
      shop.clock.advance(1_200_000)
      await stateOf(shop, id)
      const [first] = await shop.came(1)
      expect(first!.fields).toMatchObject({ operation: 'declinedByTimeout', mdOrder: id, actionCode: '-2007' })
    }),
  '6 a card-present payment that is declined is reported as one, for the orders that are paid at a terminal': (
    fixture,
  ) =>
    withShop(fixture, {}, async (shop) => {
      const [online, terminal] = [await registered(shop), await registered(shop)]
      const { orderNumber } = await stateOf(shop, terminal)
      shop.switches.orders.set(orderNumber!, { cardPresent: 'yes' })
      await paid(shop, online, penniless)
      await shop.came(1)
      await paid(shop, terminal, penniless)
      const came = await shop.came(2)
      expect(result(came)).toEqual(['deposited 0', 'declinedCardPresent 0'])
      expect(came[1]!.fields).toMatchObject({ mdOrder: terminal, orderNumber, actionCode: '116' })
    }),
  '6 what happens to a hold by itself at its date is reported as if it were asked for': (fixture) =>
    withShop(fixture, {}, async (shop) => {
      const date = inZone(shop.clock.now() + 60_000)
      const completed = await heldOrder(shop, { autocompletionDate: date })
      await shop.came(1)
      const reversed = await heldOrder(shop, { autoReverseDate: date })
      await shop.came(2)
      shop.clock.advance(60_000)
      await stateOf(shop, completed)
      await shop.came(3)
      await stateOf(shop, reversed)
      const came = await shop.came(4)
      expect(result(came)).toEqual(['approved 1', 'approved 1', 'deposited 1', 'reversed 1'])
      expect(came.slice(2).map(({ fields }) => fields['mdOrder'])).toEqual([completed, reversed])
    }),
  '6 storing a credential, disabling and enabling it are reported to the static address': (fixture) =>
    withShop(fixture, {}, async (shop) => {
      const clientId = newClient()
      const bindingId = await stored(shop, clientId)
      await shop.came(2)
      await shop.gateway.unBindCard({ ...credentials, bindingId })
      await shop.came(3)
      await shop.gateway.bindCard({ ...credentials, bindingId })
      const bindings = (await shop.came(4)).filter(({ fields }) => fields['operation']!.startsWith('binding'))
      expect(result(bindings)).toEqual(['bindingCreated 1', 'bindingActivityChanged 1', 'bindingActivityChanged 1'])
      expect(bindings.map(({ fields }) => fields['enabled'])).toEqual(['true', 'false', 'true'])
      for (const { fields } of bindings) expect(fields).toMatchObject({ bindingId, clientId })
    }),
  '6 dynamicCallbackUrl takes the payment’s notifications, and no others': (fixture) =>
    withShop(fixture, {}, async (shop) => {
      const [clientId, dynamicCallbackUrl] = [newClient(), shop.other]
      const features = ['FORCE_CREATE_BINDING']
      const id = await debitedOrder(shop, { clientId, features, dynamicCallbackUrl })
      await shop.came(2)
      await refund(shop, id)
      await shop.came(3)
      const { pan, expiry } = notEnrolled
      const call = { ...credentials, amount: 1, returnUrl: 'https://shop.test/back', cardholder: 'A HOLDER' }
      await shop.gateway.motoPayment({ ...call, pan, expiry, dynamicCallbackUrl })
      const came = await shop.came(4)
      const toOther = came.filter(({ path }) => path === '/other')
      expect(result(toOther)).toEqual(['deposited 1', 'refunded 1', 'deposited 1'])
      expect(result(came.filter((one) => !toOther.includes(one)))).toEqual(['bindingCreated 1'])
    }),
  'family: a failed attempt is reported as the operation that it was to be, with status 0': (fixture) =>
    withShop(fixture, {}, async (shop) => {
      await paid(shop, await registered(shop), penniless)
      await shop.came(1)
      await paid(shop, await registered(shop, {}, 'registerPreAuth'), penniless)
      const came = await shop.came(2)
      expect(result(came)).toEqual(['deposited 0', 'approved 0'])
      expect(came[0]!.fields).toMatchObject({ actionCode: '116', paymentState: 'payment_declined' })
    }),
  async 'family: the symmetric checksum is HMAC-SHA256 over all other parameters, by POST as by GET'(fixture) {
    for (const method of ['GET', 'POST'] as const)
      await withShop(fixture, { method, key: { kind: 'hmac', secret } }, async (shop) => {
        await debitedOrder(shop)
        const [came] = await shop.came(1)
        // The query of the merchant's own address is not part of the callback's parameters.
        const { shop: _, checksum, ...fields } = came!.fields
        expect(came!.method).toBe(method)
        const own = createHmac('sha256', secret).update(stringToSign(fields)).digest('hex').toUpperCase()
        expect(checksum).toBe(own)
      })
  },
  async 'family: the asymmetric checksum is an RSA signature with SHA-512, and the name of its key is sent'(fixture) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const key = { kind: 'rsa', privateKey, alias: 'gateway key' } as const
    await withShop(fixture, { method: 'POST', key }, async (shop) => {
      await debitedOrder(shop)
      const [came] = await shop.came(1)
      const { checksum, sign_alias, ...fields } = came!.fields
      expect(sign_alias).toBe('gateway key')
      const isGood = verify('sha512', Buffer.from(stringToSign(fields)), publicKey, Buffer.from(checksum!, 'hex'))
      expect(isGood).toBe(true)
    })
  },
  'family: what is not answered with 200 is repeated after 30 seconds, until three failures in a row': (fixture) =>
    withShop(
      fixture,
      { growth: 1 },
      async (shop) => {
        const start = shop.clock.now()
        const first = await debitedOrder(shop)
        await shop.came(3)
        const second = await debitedOrder(shop)
        const came = await shop.came(5)
        expect(came.map(({ at }) => (at - start) / 1000)).toEqual([0, 30, 60, 60, 90])
        expect(came.map(({ fields }) => fields['mdOrder'])).toEqual([first, first, first, second, second])
      },
      [500, 302, 404, 500],
    ),
  '6 a merchant who does not take a notification is left alone for longer each time, unless it is set up otherwise': (
    fixture,
  ) =>
    withShop(
      fixture,
      { failures: 5 },
      async (shop) => {
        const start = shop.clock.now()
        await debitedOrder(shop)
        const came = await shop.came(5)
        expect(came.map(({ at }) => (at - start) / 1000)).toEqual([0, 30, 90, 210, 450])
      },
      [500, 500, 500, 500, 500],
    ),
  'family: a merchant that never answers a callback keeps no payment waiting': (fixture) =>
    withShop(
      fixture,
      {},
      async (shop) => {
        const id = await debitedOrder(shop)
        expect(await stateOf(shop, id)).toMatchObject({ orderStatus: 2 })
        await shop.came(1)
      },
      [new Promise<never>(() => {})],
    ),
})
