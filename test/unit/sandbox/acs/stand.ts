import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import type { Random } from '#contract/ports.ts'
import { accessServerApi, threeDsServerApi } from '#server-contract/three-ds/api.ts'
import type { AReq, RReq, RRes } from '#server-contract/three-ds/messages.ts'
import { client } from '#contract/wire/client.ts'
import { buildJournal, type Journal } from '#ports/journal.ts'
import { mount } from '#router/mount.ts'
import { buildAcs } from '#sandbox/acs/build-acs.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildSwitches } from '#sandbox/scenario/fault-switches.ts'
import { onRequest, type WebFetch } from '../../../support/on-request.ts'
import { fakeClock } from '../../../support/clock.ts'

export const paResKey = 'a key for tests'

/** Random values that are the same in every run and never repeat in one. */
export function countingRandom(): Random {
  let drawn = 0
  const draw = () =>
    createHash('sha256')
      .update(String((drawn += 1)))
      .digest()
  return {
    uuid: () =>
      draw()
        .toString('hex')
        .slice(0, 32)
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    bytes: (length) => new Uint8Array(draw().subarray(0, length)),
  }
}

/** Sends requests to an app that does not listen. */
export const postInto = (app: FastifyInstance): WebFetch =>
  onRequest(async (request) => {
    const { statusCode, body } = await app.inject({
      method: request.method as 'POST',
      url: new URL(request.url).pathname,
      headers: Object.fromEntries(request.headers),
      payload: await request.text(),
    })
    return new Response(body, { status: statusCode })
  })

/** An access server, with a 3DS server that records the results it receives. */
export function openStand(fetch?: WebFetch) {
  const clock = fakeClock()
  const journal: Journal = buildJournal(clock)
  const switches = buildSwitches()
  const result: RReq[] = []
  const threeDsServer = Fastify()
  mount(
    threeDsServer,
    threeDsServerApi,
    {
      rreq: (rreq): RRes => {
        result.push(rreq)
        const { messageVersion, threeDSServerTransID, acsTransID, dsTransID } = rreq
        return { messageType: 'RRes', messageVersion, threeDSServerTransID, acsTransID, dsTransID, resultsStatus: '01' }
      },
    },
    { context: () => undefined, refuse: (_complaint, _operation, reply) => reply.code(400).send() },
  )
  const acs = buildAcs({
    clock,
    random: countingRandom(),
    journal,
    switches,
    addresses: () => ({ acs: 'https://acs.example', gateway: 'https://gateway.example' }),
    fetch: fetch ?? postInto(threeDsServer),
    cards: testCards,
    paResKey,
  })
  const ask = client(accessServerApi, 'https://acs.example', postInto(acs))
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    acs.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
  return { clock, journal, switches, result, acs, ask, post }
}

export type Stand = ReturnType<typeof openStand>

export const cardLike = (wanted: Partial<TestCard>): TestCard =>
  testCards.find((card) => Object.entries(wanted).every(([name, value]) => card[name as keyof TestCard] === value))!

export const areqFor = (pan: string, more: Partial<AReq> = {}): AReq => ({
  messageType: 'AReq',
  messageVersion: '2.2.0',
  threeDSServerTransID: '3ac7caa7-aa42-2663-791b-2ac05a542c4a',
  threeDSServerURL: 'https://gateway.example',
  acctNumber: pan,
  purchaseAmount: '123450',
  purchaseCurrency: '978',
  purchaseExponent: '2',
  merchantName: 'Kettle & <Cup>',
  notificationURL: 'https://gateway.example/done?a=1&b=2',
  threeDSCompInd: 'U',
  ...more,
})

const unescape = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")

/** The challenge on a page: the code in its text message, and its hidden id. */
export const requested = ({ body }: LightMyRequestResponse) => ({
  code: /data-testid="sms-code">([^<]*)</.exec(body)![1]!,
  challenge: /name="challenge" value="([^"]*)"/.exec(body)![1]!,
})

/** The address and the fields of a page that posts itself. */
export function hopIn({ body }: LightMyRequestResponse): { action: string; fields: Record<string, string> } {
  const action = /<form method="post" action="([^"]*)">/.exec(body)![1]!
  const fields = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return {
    action: unescape(action),
    fields: Object.fromEntries(fields.map(([, name, value]) => [name!, unescape(value!)])),
  }
}

/** An address that a browser must not open. */
export const scriptAddress = ['javascript', 'alert(1)'].join(':')

export const wrongFor = (code: string): string => (code === '000000' ? '111111' : '000000')
