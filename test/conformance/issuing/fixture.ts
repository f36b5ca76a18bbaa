import type { issuingApi } from '#server-contract/issuing/api.ts'
import type { reversalApi } from '#server-contract/issuing/reversals.ts'
import type { Client } from '#contract/wire/client.ts'
import { rawIssuingClient } from '#issuing-client/raw-client.ts'
import { buildJournal } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildIssuer } from '#sandbox/issuer/build-issuer.ts'
import type { Rules } from '#sandbox/issuer/context.ts'
import type { Lists } from '#sandbox/issuer/requests/nested-lists.ts'
import { buildPhones, type Phones } from '#sandbox/phones/inbox.ts'
import { memoryStore, type Store, type Table } from '#sandbox/store/store.ts'
import { type Wire } from '../gateway/fixture.ts'
import { instantClock, type InstantClock } from '../../support/clock.ts'

const credentials = { login: 'bank', password: 'secret', bin: '400000' }

/** A customer, account and virtual card for one rule alone, so that rules do not affect one another. */
export interface Owner {
  readonly customerNumber: string
  readonly accountNumber: string
  readonly phone: string
  readonly cardNumber: string
  readonly cardId: string
  readonly expDate: string
}

export interface Fixture {
  readonly clock: InstantClock
  readonly issuing: Client<typeof issuingApi> & Client<typeof reversalApi>
  readonly phones: Phones
  /** Sets the rule set for later requests; `full` at first. */
  setRules(rules: Rules): void
  /** Sets how lists are answered from now on; `plain` at first. */
  setLists(lists: Lists): void
  /** Sends any body, for what the typed client would not send; with the credentials unless other headers are given. */
  send(
    operation: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: unknown }>
  /** The number of rows of each table but counters, and all balances: the same as long as nothing is changed. */
  remembered(): string
  /** Registers a customer and issues a virtual card on its account. */
  newOwner(): Promise<Owner>
  close(): Promise<void>
}

let owners = 0

export async function setFixture(wire: Wire): Promise<Fixture> {
  const clock = instantClock()
  const { store, remembered } = tellingStore()
  const phones = buildPhones(store, clock)
  let rules: Rules = 'full'
  let lists: Lists = 'plain'
  const app = buildIssuer({
    clock,
    random: systemRandom,
    journal: buildJournal(clock),
    cards: testCards,
    credentials,
    store,
    phones,
    rules: () => rules,
    lists: () => lists,
  })
  const base = await wire.open(app, 'issuing.test')
  const issuing = rawIssuingClient(base, credentials, wire.fetch)
  const basic = `Basic ${Buffer.from(`${credentials.login}:${credentials.password}`).toString('base64')}`
  return {
    clock,
    issuing,
    phones,
    setRules: (next) => void (rules = next),
    setLists: (next) => void (lists = next),
    async send(operation, body, headers = { authorization: basic }) {
      const answer = await wire.fetch(
        new Request(`${base}/apigate/ws/rest/${operation}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      )
      const text = await answer.text()
      return { status: answer.status, body: text ? (JSON.parse(text) as unknown) : undefined }
    },
    remembered,
    newOwner: () => register(issuing, ++owners),
    close: () => app.close(),
  }
}

function tellingStore(): { store: Store; remembered: () => string } {
  const [store, tables] = [memoryStore(), new Map<string, Table<unknown>>()]
  const table = <Row>(name: string): Table<Row> => {
    tables.set(name, store.table(name))
    return store.table(name)
  }
  const remembered = (): string =>
    JSON.stringify([
      [...tables].flatMap(([name, { size }]) => (name === 'issuer:counters' ? [] : [[name, size]])),
      [...store.table('issuer:balances').rows()],
    ])
  return { store: { table }, remembered }
}

async function register(issuing: Fixture['issuing'], at: number): Promise<Owner> {
  const [customerNumber, phone] = [`C${String(at).padStart(6, '0')}`, `37529${String(at).padStart(7, '0')}`]
  const parameters = Object.entries({
    customer_number: customerNumber,
    surname: 'Doe',
    firstName: 'Jo',
    mobile_phone: phone,
    email: `${customerNumber}@shop.example`,
  }).map(([name, value]) => ({ name: name as 'surname', value }))
  const { accountNumber } = await issuing.registerCustomer({ productName: 'CRCU1001', parameters })
  const { virtualCardIdentification: card } = await issuing.createVirtualCard({
    cardIdentification: { cardNumber: `${credentials.bin}0000000000` },
    virtualCardIdentification: { expDate: '203412', productType: '5C' },
    amount: 0,
    currency: 978,
    accountNumber: accountNumber!,
    deliveryMethod: 'WS',
  })
  return {
    customerNumber,
    accountNumber: accountNumber!,
    phone,
    cardNumber: card!.cardNumber!,
    cardId: card!.cardId!,
    expDate: card!.expDate!,
  }
}
