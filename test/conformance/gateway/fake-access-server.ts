import fastify, { type FastifyInstance } from 'fastify'
import { accessServerApi } from '#server-contract/three-ds/api.ts'
import type { AReq, ARes } from '#server-contract/three-ds/messages.ts'
import { mount } from '#router/mount.ts'
import type { TestCard, ThreeDs } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'

const statuses: Readonly<Record<ThreeDs, ARes['transStatus']>> = {
  challenge: 'C',
  frictionless: 'Y',
  attempt: 'A',
  none: 'U',
  redirect: 'U',
}

const protocols = { none: 'none', redirect: '1', frictionless: '2', attempt: '2', challenge: '2' } as const

/** The `acctID` of every card in 3-D Secure 1. */
export const ACCT_ID = 'card-at-the-access-server'

export const DS_TRANS_ID = 'd5e2f0b4-0000-4000-8000-000000000001'

/** A fake access server that answers by the test-card table and records its requests. */
export function fakeAccessServer(base: () => string): { app: FastifyInstance; request: AReq[] } {
  const request: AReq[] = []
  const app = fastify()
  const cardOf = (pan: string): TestCard | undefined => testCards.find((card) => card.pan === pan)
  mount(
    app,
    accessServerApi,
    {
      cardRange({ acctNumber }) {
        const { threeDs, method } = cardOf(acctNumber) ?? { threeDs: 'none', method: false }
        return {
          protocol: protocols[threeDs],
          ...(method && { threeDSMethodURL: `${base()}/3ds/method` }),
          ...(threeDs === 'redirect' && { acsUrl: `${base()}/3ds1`, acctID: ACCT_ID }),
        }
      },
      areq(areq): ARes {
        request.push(areq)
        const card = cardOf(areq.acctNumber)
        const transStatus = card?.transStatus ?? statuses[card?.threeDs ?? 'none']
        return {
          messageType: 'ARes',
          messageVersion: areq.messageVersion,
          threeDSServerTransID: areq.threeDSServerTransID,
          acsTransID: `acs-${areq.threeDSServerTransID}`.slice(0, 36),
          acsReferenceNumber: 'ACS',
          dsTransID: DS_TRANS_ID,
          dsReferenceNumber: 'DS',
          transStatus,
          ...(transStatus === 'C' && { acsURL: `${base()}/3ds/challenge` }),
          ...((transStatus === 'Y' || transStatus === 'A') && {
            eci: transStatus === 'Y' ? '05' : '06',
            authenticationValue: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
          }),
        }
      },
    },
    { context: () => undefined, refuse: ({ field, rule }, _, reply) => reply.code(400).send({ field, rule }) },
  )
  return { app, request }
}
