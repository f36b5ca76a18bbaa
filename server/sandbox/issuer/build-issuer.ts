import fastify, { type FastifyInstance } from 'fastify'
import { accountOperations } from '#server-contract/issuing/accounts.ts'
import { acceptorOperations } from '#server-contract/issuing/acquiring.ts'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { debitOperations } from '#server-contract/issuing/debits.ts'
import { historyOperations } from '#server-contract/issuing/history.ts'
import { transferOperations } from '#server-contract/issuing/transfers.ts'
import { cardOperations } from '#server-contract/issuing/cards.ts'
import { customerOperations } from '#server-contract/issuing/customers.ts'
import { geoOperations } from '#server-contract/issuing/geo.ts'
import { keyOperations } from '#server-contract/issuing/keys.ts'
import { pinVerificationApi } from '#server-contract/issuing/pin-verification.ts'
import { pinOperations } from '#server-contract/issuing/pins.ts'
import { reversalApi } from '#server-contract/issuing/reversals.ts'
import type { Operation } from '#contract/operation.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Journal } from '#ports/journal.ts'
import { mount } from '#router/mount.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { buildPhones, type Phones } from '#sandbox/phones/inbox.ts'
import { memoryStore, type Store } from '#sandbox/store/store.ts'
import { accountHandlers } from './accounts/accounts-handlers.ts'
import { acquiringHandlers } from './acquiring/acquiring-handlers.ts'
import { askBasicAuth } from './basic-auth.ts'
import { accountLimitHandlers } from './limits/limits-handlers.ts'
import { openTables } from './tables.ts'
import { cardHandlers } from './cards/cards-handlers.ts'
import { customerHandlers } from './customers/customers-handlers.ts'
import { debitCard } from './authorizations/debits.ts'
import type { IssuerContext, Rules } from './context.ts'
import { geoHandlers } from './geo/geo-handlers.ts'
import { historyHandlers } from './history/history-handlers.ts'
import { keyHandlers } from './keys/keys-handlers.ts'
import { describeIssuer } from './openapi.ts'
import { pinHandlers, pinVerificationHandlers } from './pins/pins-handlers.ts'
import { answerLists, type Lists } from './requests/nested-lists.ts'
import { answerDeclined, faults } from './refusals.ts'
import { restricted } from './requests/restricted.ts'
import { complete, reverse, withdraw } from './authorizations/reversals.ts'
import { seed } from './seed.ts'
import { serviceHandlers } from './services/services-handlers.ts'
import { p2PTransfer } from './transfers/transfer.ts'
import { withExactNumbers } from '#contract/wire/exact-json.ts'

export interface IssuerOptions {
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  readonly cards: readonly TestCard[]
  readonly credentials: { readonly login: string; readonly password: string; readonly bin?: string }
  /** Where the state is stored; in memory when absent. */
  readonly store?: Store
  readonly phones?: Phones
  readonly rules?: () => Rules
  /** How lists are answered; read at each answer. */
  readonly lists?: () => Lists
}

/** The specification's operations, and the additional ones. */
const everything = { ...issuingApi, ...reversalApi, ...pinVerificationApi }
const serviceOperations = { serviceAction: issuingApi.serviceAction }
const BIN = '400000'

/** The bank that issued the cards, behind the card-management interface; does not listen. */
export function buildIssuer(options: IssuerOptions): FastifyInstance {
  const { clock, random, journal, cards, credentials, store = memoryStore() } = options
  const { phones = buildPhones(store, clock), rules = () => 'full' } = options
  const context: IssuerContext = {
    clock,
    random,
    journal,
    tables: openTables(store),
    phones,
    rules,
    bin: credentials.bin ?? BIN,
  }
  seed(context, cards)
  const app = fastify({ forceCloseConnections: true })
  app.get('/openapi.json', () => describeIssuer(restricted(everything)))
  app.register(async (scope) => {
    serve(scope, context, credentials)
    answerLists(scope, options.lists ?? (() => 'plain'), (path) => operations.get(path))
  })
  return app
}

function serve(app: FastifyInstance, context: IssuerContext, credentials: IssuerOptions['credentials']): void {
  askBasicAuth(app, credentials, () =>
    context.journal.note({ from: 'issuer', to: 'gateway', what: 'card management', detail: 'wrong credentials' }),
  )
  app.removeContentTypeParser('text/plain')
  readExactNumbers(app)
  answerDeclined(app, context, (path) => operations.get(path))
  mount(app, restricted(customerOperations), customerHandlers(context), faults)
  mount(app, restricted(accountOperations), { ...accountHandlers(context), ...accountLimitHandlers(context) }, faults)
  mount(app, restricted(cardOperations), cardHandlers(context), faults)
  mount(app, restricted(pinOperations), pinHandlers(context), faults)
  mount(app, restricted(geoOperations), geoHandlers(context), faults)
  mount(app, restricted(keyOperations), keyHandlers(context), faults)
  mount(app, restricted(serviceOperations), serviceHandlers(context), faults)
  mount(app, restricted(debitOperations), { debitCard: debitCard(context) }, faults)
  mount(app, restricted(transferOperations), { p2PTransfer: p2PTransfer(context) }, faults)
  mount(app, restricted(historyOperations), historyHandlers(context), faults)
  mount(app, restricted(acceptorOperations), acquiringHandlers(context), faults)
  mount(
    app,
    restricted(reversalApi),
    { reversal: reverse(context), reversalAdvice: withdraw(context), completion: complete(context) },
    faults,
  )
  mount(app, restricted(pinVerificationApi), pinVerificationHandlers(context), faults)
}

const operations = new Map<string, Operation>(
  Object.values<Operation>(everything).map((operation) => [operation.path, operation]),
)

/** Reads JSON numbers of any length without loss (card management 2.1): those that are not exact as their digits. */
function readExactNumbers(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, withExactNumbers(body as string), done),
  )
}
