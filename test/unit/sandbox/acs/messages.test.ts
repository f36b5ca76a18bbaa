import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { cardLike, hopIn, requested, wrongFor } from './stand.ts'
import { addresses, openWhole, order, pay, quiet, type Message } from '../store/sandbox.ts'
import { differencesOf } from '../../../conformance/three-ds/differences.ts'

const whole = await openWhole(memoryStore())
afterAll(() => whole.close())

type Version = '2.1.0' | '2.2.0'

/** Pays an order, and returns the messages between gateway and access server. */
async function paidBy(card: TestCard, threeDSProtocolVersion: Version) {
  whole.messages.length = 0
  const answer = await pay(whole, await order(whole), card, { threeDSProtocolVersion })
  return { answer, sent: [...whole.messages] }
}

/** The messages of the same authentication between gateway and access server. */
const sentFor = (creq: Message): Message[] =>
  whole.messages.filter((sent) => sent['threeDSServerTransID'] === creq['threeDSServerTransID'])

const unpacked = (packed: string): Message => JSON.parse(Buffer.from(packed, 'base64url').toString()) as Message

const challenged = cardLike({ threeDs: 'challenge', outcome: 'paid' })

/** Pays up to the page of the challenge, which is opened by default. */
async function begun(version: Version, isOpened = true) {
  const { answer } = await paidBy(challenged, version)
  const creq = answer.packedCReq!
  const open = () => whole.post(answer.acsUrl!, { creq })
  const page = isOpened ? requested(await open()) : { code: '', challenge: '' }
  const { challenge } = page
  const reply = (fields: Record<string, string>) => whole.post(`${addresses.acs}/3ds/answer`, { challenge, ...fields })
  return { ...page, creq: unpacked(creq), open, reply }
}

type Begun = Awaited<ReturnType<typeof begun>>

/** How a challenge ends: what the payer does, and what the RReq says of it. */
const endings: readonly (readonly [what: string, end: (it: Begun) => Promise<unknown>, expected: Message])[] = [
  ['confirmed', ({ reply, code }) => reply({ code }), { transStatus: 'Y', eci: '02', interactionCounter: '01' }],
  [
    'failed',
    async ({ reply, code }) => {
      for (let tries = 0; tries < 3; tries += 1) await reply({ code: wrongFor(code) })
    },
    { transStatus: 'N', transStatusReason: '01', interactionCounter: '03' },
  ],
  [
    'cancelled',
    ({ reply }) => reply({ cancel: '1' }),
    { transStatus: 'N', transStatusReason: '01', challengeCancel: '01', interactionCounter: '01' },
  ],
  [
    'left open',
    async () => whole.clock.pass(600_000),
    { transStatus: 'N', transStatusReason: '14', challengeCancel: '04', interactionCounter: '00' },
  ],
  [
    'answered a hundred times',
    async ({ reply, code }) => {
      for (let times = 0; times < 100; times += 1) await reply({ code: '' })
      await reply({ code })
    },
    { transStatus: 'Y', interactionCounter: '99' },
  ],
]

describe.each(['2.1.0', '2.2.0'] as const)(
  'the messages of version %s have the fields of EMV 3-D Secure',
  (version) => {
    const inVersion2 = testCards.filter(({ threeDs }) => ['frictionless', 'attempt', 'challenge'].includes(threeDs))
    test.each(inVersion2.map((card) => [card.what, card] as const))('ARes: %s', async (_, card) => {
      const { sent } = await paidBy(card, version)
      const [areq, ares] = sent
      expect(sent.map(({ messageType }) => messageType)).toEqual(['AReq', 'ARes'])
      expect(differencesOf(ares!)).toEqual([])
      expect(ares).toMatchObject({ messageVersion: version, dsTransID: areq!['dsTransID'] })
      expect(ares!['dsReferenceNumber']).toBe(areq!['dsReferenceNumber'])
    })

    test.each(endings)('a challenge that is %s', async (_, end, expected) => {
      const it = await begun(version)
      await end(it)
      await quiet()
      const [areq, ares, rreq, rres, ...more] = sentFor(it.creq)
      expect(more).toEqual([])
      const cres = unpacked(hopIn(await it.open()).fields['cres']!)
      expect([it.creq, rreq!, rres!, cres].map((message) => [message['messageType'], differencesOf(message)])).toEqual(
        ['CReq', 'RReq', 'RRes', 'CRes'].map((type) => [type, []]),
      )
      expect(rreq).toMatchObject(expected)
      expect(rres).toMatchObject({ resultsStatus: '01' })
      expect(cres).toMatchObject({ transStatus: expected['transStatus'] })
      const { threeDSServerTransID, dsTransID } = areq!
      const ids = { threeDSServerTransID, acsTransID: ares!['acsTransID'], messageVersion: version }
      for (const message of [it.creq, rreq, cres, rres]) expect(message).toMatchObject(ids)
      for (const message of [ares, rreq, rres]) expect(message).toMatchObject({ dsTransID })
    })

    test('a challenge whose page was never opened', async () => {
      const { creq } = await begun(version, false)
      await whole.clock.pass(600_000)
      const [, , rreq, rres] = sentFor(creq)
      expect([rreq!, rres!].map(differencesOf)).toEqual([[], []])
      expect(rreq).toMatchObject({ transStatus: 'N', transStatusReason: '14', challengeCancel: '05' })
    })
  },
)

describe('a message that cannot be processed is answered with a complete Erro', () => {
  let areq: Message
  let rreq: Message
  beforeAll(async () => {
    const it = await begun('2.2.0')
    await it.reply({ code: it.code })
    const [first, , third] = sentFor(it.creq)
    areq = first!
    rreq = third!
  })

  const without = ({ ...fields }: Record<string, string>, name: string): Message => {
    delete fields[name]
    return fields
  }

  const send = (address: string, payload: string | object) =>
    whole[address === '/3ds/areq' ? 'acs' : 'gateway'].inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/json' },
      payload,
    })

  type Row = readonly [
    what: string,
    change: (it: Message) => string | object,
    expected: Readonly<Record<string, unknown>>,
  ]
  const rows: readonly Row[] = [
    [
      'of another version',
      (it) => ({ ...it, messageVersion: '2.3.1' }),
      { errorCode: '102', errorDetail: '2.1.0,2.2.0' },
    ],
    ['of version 1', (it) => ({ ...it, messageVersion: '1.0.2' }), { errorCode: '102' }],
    ['without its version', (it) => without(it, 'messageVersion'), { errorCode: '201', errorDetail: 'messageVersion' }],
    ['of another type', (it) => ({ ...it, messageType: 'PReq' }), { errorCode: '101' }],
  ]

  test.each(rows)('an AReq %s', async (_, change, expected) => {
    const answer = await send('/3ds/areq', change(areq))
    expect(answer.statusCode).toBe(400)
    const erro = answer.json<Message>()
    expect(differencesOf(erro)).toEqual([])
    const { threeDSServerTransID, dsTransID } = areq
    expect(erro).toMatchObject({ errorComponent: 'A', threeDSServerTransID, dsTransID, ...expected })
    expect(erro['errorMessageType']).toBe(expected['errorCode'] === '101' ? 'PReq' : 'AReq')
  })

  test.each([
    ...rows,
    [
      'without its category',
      (it) => without(it, 'messageCategory'),
      { errorCode: '201', errorDetail: 'messageCategory' },
    ],
    ['with no known result', (it) => ({ ...it, transStatus: 'X' }), { errorCode: '203' }],
    ['for nobody', (it) => ({ ...it, acsTransID: 'another' }), { errorCode: '301', acsTransID: 'another' }],
    [
      'of another transaction of the directory server',
      (it) => ({ ...it, dsTransID: 'x' }),
      { errorCode: '301', dsTransID: 'x' },
    ],
  ] satisfies readonly Row[])('an RReq %s', async (_, change, expected) => {
    const answer = await send('/3ds-server/rreq', change(rreq))
    expect(answer.statusCode).toBe(400)
    const erro = answer.json<Message>()
    expect(differencesOf(erro)).toEqual([])
    const { threeDSServerTransID, acsTransID, dsTransID } = rreq
    expect(erro).toMatchObject({ errorComponent: 'S', threeDSServerTransID, acsTransID, dsTransID, ...expected })
  })

  test.each([
    ['no JSON', '{"messageType":'],
    ['a list', '[]'],
    ['an empty body', ''],
  ])('%s', async (_, body) => {
    for (const address of ['/3ds/areq', '/3ds-server/rreq']) {
      const erro = (await send(address, body)).json<Message>()
      expect(differencesOf(erro)).toEqual([])
      expect(['101', '201']).toContain(erro['errorCode'])
      expect(erro['errorMessageType']).toBe(address === '/3ds/areq' ? 'AReq' : 'RReq')
    }
  })

  test('a CReq of another version: the browser carries the Erro, and the challenge stays open', async () => {
    const it = await begun('2.2.0')
    const other = Buffer.from(JSON.stringify({ ...it.creq, messageVersion: '2.1.0' })).toString('base64url')
    const { action, fields } = hopIn(
      await whole.post(`${addresses.acs}/3ds/challenge`, { creq: other, threeDSSessionData: 'c2U' }),
    )
    const erro = unpacked(fields['cres']!)
    expect(differencesOf(erro)).toEqual([])
    const { threeDSServerTransID, acsTransID } = it.creq
    expect(erro).toMatchObject({ errorCode: '102', errorMessageType: 'CReq', threeDSServerTransID, acsTransID })
    expect(fields['threeDSSessionData']).toBe('c2U')
    expect((await whole.post(action, fields)).statusCode).toBe(409)
    expect(hopIn(await it.reply({ code: it.code })).fields).toHaveProperty('cres')
  })
})
