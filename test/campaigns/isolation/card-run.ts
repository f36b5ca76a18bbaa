import { seal } from '#card-frame/proxy-client/seal.ts'
import { rawIssuingClient } from '#issuing-client/raw-client.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { stands, typeIn, type AttackPages, type Victim } from './attack-pages.ts'
import { freshCanary, type Canary } from './canary.ts'
import { pressUntilItCounts } from '../../support/press.ts'

/** Payments that send a card through every place where it could leak. */
export const kinds = ['declined', 'plain', 'challenge', 'saved'] as const
export type Kind = (typeof kinds)[number]

const cardThat = (holds: (card: TestCard) => boolean): Canary => testCards.find(holds)!

const cards: Readonly<Record<Kind, () => Canary>> = {
  declined: freshCanary,
  plain: () => cardThat(({ threeDs, outcome }) => threeDs === 'none' && outcome === 'paid'),
  challenge: () => cardThat(({ threeDs, method }) => threeDs === 'challenge' && !method),
  saved: () => cardThat(({ threeDs, outcome }) => threeDs === 'none' && outcome === 'paid'),
}

/** One client per payment: a client with a stored card gets no empty form, and the bank's customers are distinct. */
let clients = 0

/** Pays in the browser; `typed` is called while the card is in the frame's fields. */
export async function payInBrowser(
  pages: AttackPages,
  kind: Kind,
  typed: (victim: Victim) => Promise<void>,
): Promise<Victim> {
  const claims = kind === 'saved' ? { clientId: `iso-${process.pid}-${(clients += 1)}`, save: 'required' as const } : {}
  if (kind === 'saved') await (await payInBrowser(pages, 'plain', async () => {})).page.close()
  const entered = await pages.enter({ claims })
  const victim = { ...entered, canary: cards[kind]() }
  await typeIn(victim)
  await typed(victim)
  await pressUntilItCounts(victim.card.getByTestId('pay'))
  if (kind === 'challenge') await confirm(victim)
  await stands(victim, kind === 'declined' ? 'declined' : 'paid')
  return victim
}

/** Enters the code that the bank's page shows. */
async function confirm({ page }: Victim): Promise<void> {
  const bank = page.frameLocator('tender-checkout iframe[src*="/3ds?"]').frameLocator('iframe[name="challenge"]')
  const code = bank.locator('[autocomplete="one-time-code"]')
  // Polls instead of waiting in the frame, whose process changes when it navigates to the bank.
  for (let checks = 0; checks < 250 && !(await code.isVisible().catch(() => false)); checks += 1)
    await page.waitForTimeout(100)
  await code.fill(await bank.getByTestId('sms-code').innerText())
  await bank.locator('button[type="submit"]:not([name])').click()
}

/** A new card of the bank's, with a unique number and code. */
async function issuedCanary({ stack }: AttackPages): Promise<Canary> {
  const { login, password, bin } = stack.credentials.issuing
  const bank = rawIssuingClient(stack.addresses.issuing, { login, password }, fetch)
  const canary = freshCanary(bin)
  const parameters = Object.entries({
    customer_number: `iso-${process.pid}-${(clients += 1)}`,
    surname: 'Doe',
    firstName: 'Jane',
    mobile_phone: `371${String(clients).padStart(9, '0')}`,
  }).map(([name, value]) => ({ name: name as 'surname', value }))
  const { accountNumber } = await bank.registerCustomer({ productName: 'CRCU1001', parameters })
  await bank.createVirtualCard({
    cardIdentification: { cardNumber: bin.padEnd(bin.length + 10, '0') },
    virtualCardIdentification: {
      cardNumber: canary.pan,
      cvv2: canary.cvc,
      expDate: canary.expiry,
      productType: '5C',
    },
    amount: 0,
    currency: 978,
    accountNumber: accountNumber!,
  })
  return canary
}

type Ask = (path: string, body?: object) => Promise<Record<string, string>>

/** A payment without a browser: the card, the claims of the ticket, and the expected result. */
interface ApiKind {
  readonly card: (pages: AttackPages) => Canary | Promise<Canary>
  readonly claims: Partial<OrderClaims>
  readonly pay: (ask: Ask, canary: Canary, sealingKey: string) => Promise<Record<string, string>>
  readonly comesTo: string
}

const stampNow = () => ({ now: Date.now(), offset: 0, uuid: crypto.randomUUID() })

const payPrepared: ApiKind['pay'] = async (ask, canary, sealingKey) => {
  const { orderId } = await ask('/api/prepare', {})
  const seToken = await seal({ ...canary, orderId: orderId! }, stampNow(), sealingKey)
  return ask('/api/pay', { requestId: crypto.randomUUID(), orderId, seToken, cardholder: 'JANE DOE', browser })
}

const payByTelephone: ApiKind['pay'] = async (ask, canary, sealingKey) =>
  ask('/api/moto', {
    requestId: crypto.randomUUID(),
    seToken: await seal({ ...canary, cvc: '' }, stampNow(), sealingKey),
    cardholder: 'JANE DOE',
  })

const apiKinds = {
  declined: { card: () => freshCanary(), claims: {}, pay: payPrepared, comesTo: 'declined' },
  challenged: { card: issuedCanary, claims: {}, pay: payPrepared, comesTo: 'authenticate' },
  telephone: { card: issuedCanary, claims: { channel: 'moto' }, pay: payByTelephone, comesTo: 'paid' },
} as const satisfies Readonly<Record<string, ApiKind>>

export const kindsByApi = Object.keys(apiKinds) as readonly (keyof typeof apiKinds)[]

/** The card of a payment, and all answers of the proxy. */
export interface PaidByApi {
  readonly canary: Canary
  readonly answers: readonly string[]
}

/** Pays as the frame would, without a browser; `more` are further claims of the ticket. */
export async function payByApi(
  pages: AttackPages,
  base: string,
  kind: keyof typeof apiKinds,
  more: Partial<OrderClaims> = {},
): Promise<PaidByApi> {
  const { card, claims, pay, comesTo }: ApiKind = apiKinds[kind]
  const canary = await card(pages)
  const { ticket } = await pages.ticket({ ...claims, ...more })
  const { ask, answers } = requester(base, ticket)
  const { sealingKey } = await ask('/api/checkout')
  const { state } = await pay(ask, canary, sealingKey!)
  if (state !== comesTo) throw new Error(`A card to be ${comesTo} was ${state}: ${answers.at(-2)}`)
  return { canary, answers }
}

/** How often a busy request is repeated, and milliseconds between the tries. */
const [TIMES, PAUSE] = [50, 200]

/** Sends requests with a ticket, repeats busy ones as the frame does, and records all answers. */
export function requester(base: string, ticket: string): { readonly ask: Ask; readonly answers: readonly string[] } {
  const answers: string[] = []
  const once = async (path: string, body?: object): Promise<Response> => {
    const answer = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${ticket}`,
        'sec-fetch-site': 'same-origin',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    answers.push(await answer.clone().text(), JSON.stringify([...answer.headers]))
    return answer
  }
  const ask: Ask = async (path, body) => {
    let answer = await once(path, body)
    for (let times = 0; answer.status === 503 && times < TIMES; times += 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
      answer = await once(path, body)
    }
    return (await answer.json()) as Record<string, string>
  }
  return { ask, answers }
}

const browser = {
  userAgent: 'Mozilla/5.0',
  language: 'en',
  colorDepth: '24',
  screenWidth: 1280,
  screenHeight: 800,
  timeZoneOffset: '0',
  javaEnabled: false,
}
