import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { explain } from '#server-contract/explain.ts'
import { walletNames, wallets as facts, type WalletName } from '#contract/methods/methods.ts'
import { silent, type Journal } from '#ports/journal.ts'
import { readForms } from '#router/mount.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { Wallets } from './build-wallets.ts'
import { heldCards, type HeldCard } from './sheet-cards.ts'
import { choicePage, sheetPolicy, tokenPage } from './sheet-page.ts'
import { SheetRequest } from './sheet-request.ts'

export interface SheetOptions {
  readonly wallets: Pick<Wallets, 'sheets'>
  readonly cards: readonly TestCard[]
  /** Origins of the shops, which may frame the sheets; read at each use. */
  readonly allowedOrigins: () => readonly string[]
  /** Records the messages between browser and wallet. */
  readonly journal?: Journal
}

const nameOf = (wallet: WalletName): string => `${facts[wallet].label} (sandbox)`

/**
 * The simulated sheets of the wallets, without listening: each at its name, framed by a shop's page, lets a payer choose a card and post a real token, encrypted and signed, to the page.
 */
export function buildSheets(options: SheetOptions): FastifyInstance {
  // Browsers open connections before they need them; closing the server must not wait for these.
  const app = Fastify({ forceCloseConnections: true })
  const { journal = silent } = options
  readForms(app)
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
  app.get('/healthz', () => ({ status: 'ok' }))
  for (const wallet of walletNames) {
    app.get(`/${wallet}`, (request, reply) => {
      const wanted = read(request.query, options, reply)
      if (!wanted) return reply
      journal.note({ from: 'browser', to: 'wallet', what: 'sheet', order: wanted.orderNumber, detail: nameOf(wallet) })
      return show(reply, options, choicePage(nameOf(wallet), wanted, cardsFor(wallet, wanted, options)))
    })
    app.post(`/${wallet}`, async (request, reply) => {
      const wanted = read(request.body, options, reply)
      if (!wanted) return reply
      const { card: chosen } = request.body as { readonly card?: unknown }
      const held = cardsFor(wallet, wanted, options).find(({ id }) => id === chosen)
      if (!held) return refuse(reply, 'card must be one of those shown.')
      const detail = `${nameOf(wallet)}, ${held.authMethod}`
      journal.note({ from: 'wallet', to: 'browser', what: 'payment token', order: wanted.orderNumber, detail })
      return show(
        reply,
        options,
        tokenPage(nameOf(wallet), wanted, JSON.stringify(await options.wallets.sheets[wallet].token(wanted, held))),
      )
    })
  }
  return app
}

function read(fields: unknown, { allowedOrigins }: SheetOptions, reply: FastifyReply): SheetRequest | undefined {
  const wanted = SheetRequest.safeParse(fields)
  if (wanted.success && allowedOrigins().includes(wanted.data.origin)) return wanted.data
  const { field, rule } = wanted.success
    ? { field: 'origin', rule: 'must be that of a known shop' }
    : explain(wanted.error, fields)
  refuse(reply, `${field} ${rule}.`)
  return undefined
}

const refuse = (reply: FastifyReply, sentence: string): FastifyReply =>
  reply.code(400).type('text/plain; charset=utf-8').send(sentence)

const show = (reply: FastifyReply, { allowedOrigins }: SheetOptions, page: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', sheetPolicy(allowedOrigins()))
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(page)

const listOf = (text: string): string[] | undefined => (text ? text.split(',') : undefined)

const cardsFor = (
  wallet: WalletName,
  { networks, authMethods }: SheetRequest,
  { cards, wallets }: SheetOptions,
): HeldCard[] =>
  heldCards(
    { networks: listOf(networks), authMethods: wallets.sheets[wallet].authMethods ?? listOf(authMethods) },
    cards,
  )
