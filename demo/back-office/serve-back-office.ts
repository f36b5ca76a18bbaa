import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { DAY } from '#contract/time/periods.ts'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { pinVerificationApi } from '#server-contract/issuing/pin-verification.ts'
import { reversalApi } from '#server-contract/issuing/reversals.ts'
import type { Operation } from '#contract/operation.ts'
import type { Fetch, FetchSettings } from '#contract/wire/client.ts'
import { describeApi } from '#router/describe.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { restricted } from '#sandbox/issuer/requests/restricted.ts'
import type { ShiftedClock } from '#sandbox/scenario/shifted-clock.ts'
import { sealedPin } from './pin-block.ts'
import { SHOP_NAME } from '../addresses.ts'
import { banner, documentOf } from '../markup.ts'

export interface BackOfficeOptions {
  /** Bases of the card-management interface and of the sandbox's console, without a trailing slash. */
  readonly issuing: () => string
  readonly console: () => string
  readonly credentials: { readonly login: string; readonly password: string; readonly bin: string }
  readonly fetch: Fetch
  readonly cards: readonly TestCard[]
  /** The sandbox bank's clock. */
  readonly clock: Pick<ShiftedClock, 'now' | 'forward'>
}

/** The specification's operations, and those that the sandbox's bank has in addition. */
const officeApi = restricted({ ...issuingApi, ...reversalApi, ...pinVerificationApi })
const operations = new Map<string, Operation>(Object.entries(officeApi))
const about = { title: 'Card management', version: '1', description: '' }
const Forward = z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(366)) })

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

/** Serves the bank's back office: a page to try every operation of the card-management interface by hand. */
export function serveBackOffice(app: FastifyInstance, options: BackOfficeOptions): void {
  app.get('/back-office', (_, reply) =>
    reply
      .type('text/html')
      .header('content-security-policy', policy)
      .send(backOfficePage({ ...options, console: options.console() })),
  )
  app.get('/back-office/openapi.json', () => describeApi(officeApi, about))
  app.get('/back-office/clock', () => ({ now: options.clock.now() }))
  app.post('/back-office/clock', ({ body }, reply) => {
    const request = Forward.safeParse(body)
    if (!request.success) return reply.code(400).send({ message: 'days must be a whole number from 1 to 366' })
    options.clock.forward(request.data.days * DAY)
    return { now: options.clock.now() }
  })
  app.post('/back-office/pin-block', ({ body }, reply) => {
    const made = sealedPin(body)
    return reply.code('message' in made ? 400 : 200).send(made)
  })
  app.post<{ Params: { operation: string } }>('/back-office/operations/:operation', async ({ params, body }, reply) => {
    const operation = operations.get(params.operation)
    if (!operation) return reply.code(404).send({ message: 'there is no such operation' })
    const answer = await options.fetch(options.issuing() + operation.path, settingsFor(options, body))
    return reply
      .code(answer.status)
      .type('application/json')
      .header('cache-control', 'no-store')
      .send(await answer.text())
  })
}

/** The page must not know the bank's credentials, so the shop's server adds them. */
function settingsFor({ credentials }: BackOfficeOptions, body: unknown): FetchSettings {
  const { login, password } = credentials
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
    },
    body: JSON.stringify(body ?? {}),
  }
}

/** The data that the document passes to its script. */
interface BackOfficeFacts {
  readonly cards: readonly TestCard[]
  /** `bin`: the first digits of new card numbers. */
  readonly credentials: { readonly bin: string }
  readonly console: string
}

/** The document of the page; its script renders the rest. */
const backOfficePage = ({ cards, credentials, console }: BackOfficeFacts): string =>
  documentOf({
    title: `Back office — ${SHOP_NAME}`,
    head: '<script src="/back-office.js" type="module"></script>',
    data: {
      'data-bin': credentials.bin,
      'data-cards': JSON.stringify(cards.map(({ pan, what }) => ({ pan, what }))),
    },
    body: `${banner({ about: 'The bank’s back office', here: '/back-office', console })}
<main id="back-office" class="back-office"><noscript>The back office needs JavaScript.</noscript></main>`,
  })
