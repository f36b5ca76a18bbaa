import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secrets } from '../../../demo/stack.ts'
import { openRedis, whyNoRedis } from '../../support/own-redis.ts'
import { openAttackPages, typeIn, type AttackPages } from './attack-pages.ts'
import { inPage } from './attack.ts'
import { freshCanary, halves, type Canary, type Half } from './canary.ts'
import { requester, kinds, kindsByApi, payByApi, payInBrowser, type PaidByApi } from './card-run.ts'
import { spelledInMemory } from './memory.ts'
import { openRealProxy } from './real-proxy.ts'
import { searchFiles, searchIn, serverTraces, traces, visibleIn, type Found } from './surveillance.ts'

export interface Leaks {
  readonly payments: number
  readonly places: number
  /** Occurrences of a card. */
  readonly found: readonly Found[]
  /** Occurrences of a secret of the servers. */
  readonly secrets: readonly string[]
  /** The places in which the search missed a card's part or a secret that was put there on purpose. */
  readonly blind: readonly string[]
  /** Places that cannot be read on this machine. */
  readonly unread: readonly string[]
}

export interface LeakBudget {
  readonly inBrowser: number
  readonly byApi: number
  /** Whether cards are also put into every place on purpose, which proves that each is searched. */
  readonly control: boolean
}

const MEMORY = 'memory of the page’s process'
const ANSWERS = 'answers and output of the proxy'
const PROFILE = 'profile'
const REDIS = 'Redis'

/** What the servers store and send. */
const served = ['proxy log', 'sandbox journal', 'webhooks, callbacks and the shop', ANSWERS] as const

/** All places that are searched. */
const places = [
  'host heap',
  'DOM and storages',
  'request addresses',
  'request headers',
  'request bodies',
  'console',
  'exported trace',
  ...served,
  MEMORY,
  PROFILE,
  REDIS,
] as const

type Texts = readonly (readonly [place: string, text: string])[]

/** A stack whose browser has a profile, and a Redis; both are searched after they have ended. */
interface Ground {
  readonly pages: AttackPages
  readonly redisUrl: string | undefined
}

/** Pays with cards and searches for them everywhere. */
export async function findLeaks(budget: LeakBudget, report: (line: string) => void = () => {}): Promise<Leaks> {
  const paid = await onGround((ground) => pay(ground, budget, report), searchKept)
  const spread = budget.control ? await onGround(spreadControl, missedIn) : undefined
  const unread = [...(whyNoRedis() === undefined ? [] : [REDIS]), ...(paid.did.isUnread ? [MEMORY] : [])]
  return {
    payments: budget.inBrowser + budget.byApi,
    places: places.length - unread.length,
    found: [...paid.did.found, ...paid.kept],
    secrets: paid.did.secrets,
    blind: [...(spread?.kept ?? []), ...(spread?.did.unseenSecrets ?? [])].filter(
      (one) => !unread.some((place) => one.endsWith(place)),
    ),
    unread,
  }
}

/** The places in which a part of the control's card was not found, of all that were written and kept. */
const missedIn = ({ canary, found }: Spread, profile: string, remembered: string): readonly string[] =>
  halves.flatMap((half) => {
    const kept = [...inFolder(canary, profile, PROFILE, [half]), ...inFolder(canary, remembered, REDIS, [half])]
    return missing(half, [...found.get(half)!, ...kept])
  })

/** Runs `act` in a browser with a profile, beside a Redis, then checks what both have left on the disk. */
async function onGround<Did, Kept>(
  act: (ground: Ground) => Promise<Did>,
  check: (did: Did, profile: string, remembered: string) => Kept,
): Promise<{ readonly did: Did; readonly kept: Kept }> {
  const [profile, remembered] = [folder(), folder()]
  const redis = whyNoRedis() === undefined ? await openRedis(remembered) : undefined
  try {
    const pages = await openAttackPages({ profile })
    const did = await act({ pages, redisUrl: redis?.url }).finally(() => pages.close())
    await redis?.stop()
    return { did, kept: check(did, profile, remembered) }
  } finally {
    await redis?.stop()
    for (const one of [profile, remembered]) rmSync(one, { recursive: true, force: true })
  }
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'isolation-profile-'))

const inFolder = (canary: Canary, where: string, place: string, of?: readonly Half[]): readonly Found[] =>
  searchFiles(canary, where, of).map((found) => ({ ...found, place: `${place}: ${found.place}` }))

interface Paid {
  /** Cards that were typed in the browser. */
  readonly typed: readonly Canary[]
  /** Cards that were sent without a browser, through the proxy that may have a Redis. */
  readonly sent: readonly Canary[]
  readonly found: readonly Found[]
  readonly secrets: readonly string[]
  readonly isUnread: boolean
}

const searchKept = ({ typed, sent }: Paid, profile: string, remembered: string): readonly Found[] => [
  ...typed.flatMap((canary) => inFolder(canary, profile, PROFILE)),
  ...sent.flatMap((canary) => inFolder(canary, remembered, REDIS)),
]

async function pay({ pages, redisUrl }: Ground, budget: LeakBudget, report: (line: string) => void): Promise<Paid> {
  const shown = await throughBrowser(pages, budget.inBrowser, report)
  const byHand = await withoutBrowser(pages, redisUrl, budget.byApi, report)
  const { password } = pages.stack.credentials.gateway
  const written: Texts = [...serverTraces(pages), [ANSWERS, [...shown.answers, ...byHand.answers].join('\n')]]
  return {
    typed: shown.typed,
    sent: byHand.canaries,
    found: [...shown.found, ...byHand.found],
    secrets: secretsIn({ ...secrets, password }, written),
    isUnread: shown.isUnread,
  }
}

async function throughBrowser(pages: AttackPages, count: number, report: (line: string) => void) {
  const [typed, found, answers]: [Canary[], Found[], string[]] = [[], [], []]
  let isUnread = false
  for (let at = 0; at < count; at += 1) {
    const victim = await payInBrowser(pages, kinds[at % kinds.length]!, async (one) => {
      found.push(...searchIn(one.canary, [['DOM and storages', await visibleIn(one)]]))
    })
    found.push(...searchIn(victim.canary, await traces(pages, victim)))
    const inMemory = await spelledInMemory(victim.page, victim.canary)
    isUnread ||= inMemory === undefined
    for (const spelled of inMemory?.values() ?? []) found.push({ place: MEMORY, spelled })
    typed.push(victim.canary)
    answers.push(...victim.answers)
    await victim.page.close()
    if ((at + 1) % 5 === 0) report(`${at + 1} cards through the browser`)
  }
  return { typed, found, answers, isUnread }
}

/** Pays by the API alone, at the built proxy; all that it and the other servers wrote is searched at the end. */
async function withoutBrowser(
  pages: AttackPages,
  redisUrl: string | undefined,
  count: number,
  report: (line: string) => void,
) {
  const noted: string[] = []
  // The journal itself drops old entries.
  const unwatch = pages.stack.journal.watch((entry) => noted.push(JSON.stringify(entry)))
  const proxy = await openRealProxy(pages, redisUrl)
  const paid: PaidByApi[] = []
  try {
    while (paid.length < count) {
      const next = Array.from({ length: Math.min(8, count - paid.length) }, (_, at) => paid.length + at)
      const some = next.map((at) => payByApi(pages, proxy.base, kindsByApi[at % kindsByApi.length]!))
      paid.push(...(await Promise.all(some)))
      if (paid.length % 200 === 0) report(`${paid.length} cards without a browser`)
    }
  } finally {
    await proxy.close()
    unwatch()
  }
  const answers = [...paid.flatMap((one) => one.answers), ...proxy.output]
  const written: Texts = [...serverTraces(pages), ['sandbox journal', noted.join('\n')], [ANSWERS, answers.join('\n')]]
  const canaries = paid.map(({ canary }) => canary)
  return { canaries, answers, found: canaries.flatMap((canary) => searchIn(canary, written)) }
}

/** The texts that contain a secret, in the clear or as Base64. */
const secretsIn = (values: Readonly<Record<string, string>>, texts: Texts): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    texts
      .filter(([, text]) => text.includes(value) || text.includes(Buffer.from(value).toString('base64')))
      .map(([place]) => `${name} in ${place}`),
  )

/** Copies a card from a field of the page into many places of the page; into the trace as the number of an order. */
const SPREAD = `const [pan, cvc] = document.querySelector('#own').value.split(' '), both = pan + '.cvc=' + cvc
globalThis.kept = { pan: pan + '', cvc: cvc + '' }; localStorage.kept = both; console.log(both); history.pushState(null, '', '?card=' + pan + '&cvc=' + cvc)
await fetch('/sink?card=' + pan + '&cvc=' + cvc, { method: 'POST', body: both, headers: { 'x-card': both } }); await pause(100)
const part = (value) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const checkout = document.querySelector('tender-checkout'), failed = new Promise((resolve) => checkout.addEventListener('tender-error', resolve))
checkout.order = [part({ alg: 'HS256' }), part({ orderNumber: both }), 'AA'].join('.'); await failed`

interface Spread {
  readonly canary: Canary
  readonly found: ReadonlyMap<Half, readonly Found[]>
  /** Places in which a test secret was put but not found. */
  readonly unseenSecrets: readonly string[]
}

/** Puts a card into every place that must never contain one: by the shop's own page, and as an order number. */
async function spreadControl({ pages, redisUrl }: Ground): Promise<Spread> {
  const victim = await pages.enter({ before: '<input id="own">' })
  const canary = freshCanary()
  const orderNumber = `${canary.pan}.cvc=${canary.cvc}`
  await victim.page.locator('#own').fill(`${canary.pan} ${canary.cvc}`)
  await inPage(victim, SPREAD)
  const answers = await orderNamed(orderNumber, pages, redisUrl)
  const written: Texts = [...(await traces(pages, victim)), [ANSWERS, answers.join('\n')]]
  const inMemory = await spelledInMemory(victim.page, canary)
  const found = new Map(
    halves.map((half) => {
      const spelled = inMemory?.get(half)
      const remembered = spelled === undefined ? [] : [{ place: MEMORY, spelled }]
      return [half, [...searchIn(canary, written, [half]), ...remembered]] as const
    }),
  )
  const seen = secretsIn({ secret: orderNumber }, written)
  const unseenSecrets = served.map((place) => `secret in ${place}`).filter((one) => !seen.includes(one))
  return { canary, found, unseenSecrets }
}

/** One proxy reads an order of that number, the one that may have a Redis declines its payment; the answers. */
async function orderNamed(
  orderNumber: string,
  pages: AttackPages,
  redisUrl: string | undefined,
): Promise<readonly string[]> {
  const { ticket } = await pages.ticket({ orderNumber })
  await requester(pages.stack.addresses.proxy, ticket).ask('/api/checkout')
  const proxy = await openRealProxy(pages, redisUrl)
  const { answers } = await payByApi(pages, proxy.base, 'declined', { orderNumber }).finally(() => proxy.close())
  return [...answers, ...proxy.output]
}

/** The places in which a part of a card was not found. */
const missing = (half: Half, found: readonly Found[]): string[] =>
  places.filter((name) => !found.some(({ place }) => place.startsWith(name))).map((name) => `${half} in ${name}`)

/**
 * The parts of a card, typed into the frame, that are in the memory of a page at the proxy's own site, when the frame
 * lacks the header that gives it a process of its own; `undefined` where that memory cannot be read.
 */
export async function seenAtOneSite(): Promise<readonly Half[] | undefined> {
  const pages = await openAttackPages({ host: '127.0.0.1' })
  try {
    const context = await pages.browser.newContext()
    await context.route(/\/card(?:\?|$)/, async (route) => {
      const response = await route.fetch({ headers: { ...route.request().headers(), 'sec-fetch-dest': 'iframe' } })
      const { 'origin-agent-cluster': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    const victim = await pages.enter({ context })
    await typeIn(victim)
    const inMemory = await spelledInMemory(victim.page, victim.canary)
    return inMemory && [...inMemory.keys()]
  } finally {
    await pages.close()
  }
}
