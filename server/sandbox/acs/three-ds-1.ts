import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Redirect } from '#contract/wire/redirect-page.ts'
import { packPaRes, readPaReq, type PaReq, type PaRes } from '#sandbox/three-ds-1/pa-messages.ts'
import { indicatorsOf } from '#sandbox/cards/eci.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { showOrEnd } from './answers.ts'
import { fieldOf, isWebAddress, sendGone } from './browser-form.ts'
import type { Outcome } from './challenge.ts'
import type { Challenges } from './challenges.ts'
import type { Dialogue, Purchase, ReturnPath } from './dialogue.ts'
import type { AcsContext } from './context.ts'
import { authenticationValue } from './results.ts'

/** Identifies a card without revealing its number: 28 characters, as in the VERes of 3-D Secure 1. */
export const acctIdOf = (pan: string, key: string): string =>
  createHmac('sha256', key).update(pan).digest('base64').slice(0, 28)

/** 3-D Secure 1: the browser posts PaReq, MD and TermUrl, and returns to TermUrl with PaRes and MD. */
export function mountThreeDs1(app: FastifyInstance, options: AcsContext, challenges: Challenges): void {
  const cards = new Map(
    options.cards
      .filter(({ threeDs }) => threeDs === 'redirect')
      .map((card) => [acctIdOf(card.pan, options.paResKey), card] as const),
  )

  app.post('/3ds1/pareq', (request, reply) => {
    const pareq = readPaReq(fieldOf(request, 'PaReq') ?? '')
    const card = cards.get(pareq?.acctID ?? '')
    const termUrl = fieldOf(request, 'TermUrl')
    if (!pareq || !card || !termUrl || !isWebAddress(termUrl))
      return sendGone(request, reply, options.switches.read().framing)
    const { transId } = pareq
    const back = { protocol: '1', transId, termUrl, md: fieldOf(request, 'MD') ?? '' } as const
    const purchase = purchaseOf(pareq, card, request)
    const dialogue =
      challenges.findByKey(transId) ??
      challenges.open({ key: transId, transaction: transId, brand: card.brand, purchase, back })
    return showOrEnd(reply, options, challenges, dialogue)
  })
}

const purchaseOf = (
  { merchantName, amount, currency }: PaReq,
  { pan }: TestCard,
  request: FastifyRequest,
): Purchase => ({
  pan,
  merchantName,
  amount,
  currency,
  language: request.headers['accept-language'] ?? 'en',
})

/** Ends a 3-D Secure 1 challenge: the browser posts the PaRes. */
export async function finishWithPaRes(
  options: AcsContext,
  dialogue: Dialogue,
  { transId, termUrl, md }: ReturnPath & { readonly protocol: '1' },
  outcome: Outcome,
): Promise<Redirect> {
  const pares = { transId, ...resultOf(outcome, dialogue, options) }
  options.journal.note({ from: 'ACS', to: 'browser', what: 'PaRes', detail: pares.transStatus })
  return { action: termUrl, fields: { PaRes: packPaRes(pares, options.paResKey), MD: md } }
}

function resultOf(outcome: Outcome, { brand }: Dialogue, { random }: AcsContext): Omit<PaRes, 'transId'> {
  if (outcome !== 'confirmed') return { transStatus: 'N', ...(outcome === 'cancelled' && { cancelled: true }) }
  return { transStatus: 'Y', eci: indicatorsOf(brand).full, cavv: authenticationValue(random) }
}
