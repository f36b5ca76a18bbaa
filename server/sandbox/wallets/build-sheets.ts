import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { explain } from '#contract/explain.ts'
import { walletNames, type WalletName } from '#contract/means.ts'
import { silent, type Journal } from '#ports/journal.ts'
import { readForms } from '#router/mount.ts'
import type { TestCard } from '#sandbox/cards/test-cards.ts'
import type { Wallets } from './build-wallets.ts'
import { heldCards, type HeldCard } from './sheet-cards.ts'
import { choicePage, sheetPolicy, tokenPage } from './sheet-page.ts'
import { SheetWish } from './sheet-wish.ts'

/** What the sheets are handed. */
export interface SheetParts {
  readonly wallets: Pick<Wallets, 'applePayToken' | 'googlePayToken'>
  readonly cards: readonly TestCard[]
  /** Origins of the shops, which may frame the sheets; read at each use. */
  readonly allowedOrigins: () => readonly string[]
  /** Notes what browser and wallet say to one another. */
  readonly journal?: Journal
}

const names: Readonly<Record<WalletName, string>> = { walletA: 'Apple Pay (sandbox)', walletB: 'Google Pay (sandbox)' }

/**
 * The sheets that stand in for the wallets', without listening: `/walletA` and `/walletB`, framed by a shop's page,
 * let a payer choose a card and post a real token, sealed and signed, to the page.
 */
export function buildSheets(parts: SheetParts): FastifyInstance {
  // Browsers open connections ahead of need, and the server must not wait for these when it closes.
  const app = Fastify({ forceCloseConnections: true })
  const { journal = silent } = parts
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
      const wish = read(request.query, parts, reply)
      if (!wish) return reply
      journal.note({ from: 'browser', to: 'wallet', what: 'sheet', order: wish.orderNumber, detail: names[wallet] })
      return show(reply, parts, choicePage(names[wallet], wish, cardsFor(wallet, wish, parts)))
    })
    app.post(`/${wallet}`, async (request, reply) => {
      const wish = read(request.body, parts, reply)
      if (!wish) return reply
      const { card: chosen } = request.body as { readonly card?: unknown }
      const held = cardsFor(wallet, wish, parts).find(({ id }) => id === chosen)
      if (!held) return refuse(reply, 'card must be one of those shown.')
      const detail = `${names[wallet]}, ${held.authMethod}`
      journal.note({ from: 'wallet', to: 'browser', what: 'payment token', order: wish.orderNumber, detail })
      return show(reply, parts, tokenPage(names[wallet], wish, await tokenOf(wallet, wish, held, parts)))
    })
  }
  return app
}

function read(fields: unknown, { allowedOrigins }: SheetParts, reply: FastifyReply): SheetWish | undefined {
  const wish = SheetWish.safeParse(fields)
  if (wish.success && allowedOrigins().includes(wish.data.origin)) return wish.data
  const { field, rule } = wish.success
    ? { field: 'origin', rule: 'must be that of a known shop' }
    : explain(wish.error, fields)
  refuse(reply, `${field} ${rule}.`)
  return undefined
}

const refuse = (reply: FastifyReply, sentence: string): FastifyReply =>
  reply.code(400).type('text/plain; charset=utf-8').send(sentence)

const show = (reply: FastifyReply, { allowedOrigins }: SheetParts, page: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', sheetPolicy(allowedOrigins()))
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(page)

const listOf = (text: string): string[] | undefined => (text ? text.split(',') : undefined)

const cardsFor = (wallet: WalletName, { networks, authMethods }: SheetWish, { cards }: SheetParts): HeldCard[] =>
  heldCards(wallet, { networks: listOf(networks), authMethods: listOf(authMethods) }, cards)

/** The token as the wallet's own code would give it to the page. */
async function tokenOf(
  wallet: WalletName,
  { amount, currency, merchant }: SheetWish,
  { card, authMethod }: HeldCard,
  { wallets }: SheetParts,
): Promise<string> {
  if (wallet === 'walletA')
    return JSON.stringify(await wallets.applePayToken({ card, amount: Number(amount), currency }))
  return JSON.stringify(wallets.googlePayToken({ card, merchant, authMethod }))
}
