import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secrets } from '../../demo/town.ts'
import { openRedis, whyNoRedis } from '../sockets/own-redis.ts'
import { openArena, type Arena, type Victim } from './arena.ts'
import { inPage } from './attack.ts'
import type { Canary } from './canary.ts'
import { kinds, payByApi, payInBrowser } from './card-run.ts'
import { memoryHolds } from './memory.ts'
import { openRealProxy } from './real-proxy.ts'
import { searchFiles, searchIn, serverTraces, traces, visibleIn, type Found } from './surveillance.ts'

export interface Leaks {
  readonly payments: number
  readonly places: number
  /** Where a card was found. */
  readonly found: readonly Found[]
  /** Where a secret of the servers was found. */
  readonly secrets: readonly string[]
  /** Places in which the search did not find what was put there on purpose. */
  readonly blind: readonly string[]
  readonly withRedis: boolean
}

export interface LeakBudget {
  readonly inBrowser: number
  readonly byApi: number
}

/** Pays with cards that are then looked for everywhere; what a browser keeps on the disk is looked through when it has ended. */
export async function findLeaks(
  { inBrowser, byApi }: LeakBudget,
  tell: (line: string) => void = () => {},
): Promise<Leaks> {
  const [profile, controlled, remembered] = [folder(), folder(), folder()]
  const redis = whyNoRedis() === undefined ? await openRedis(remembered) : undefined
  try {
    const paid = await searched(profile, redis?.url, { inBrowser, byApi }, tell)
    const kept = [searchKept(paid.typed, profile, 'profile'), searchKept(paid.sent, remembered, 'Redis')]
    const blind = await blindOf(controlled)
    return {
      payments: inBrowser + byApi,
      places: 9 + 2 + Number(redis !== undefined),
      found: [...paid.found, ...kept.flat()],
      secrets: paid.secrets,
      blind,
      withRedis: redis !== undefined,
    }
  } finally {
    await redis?.stop()
    for (const one of [profile, controlled, remembered]) rmSync(one, { recursive: true, force: true })
  }
}

const MEMORY = 'memory of the page’s process'

const folder = (): string => mkdtempSync(join(tmpdir(), 'isolation-profile-'))

const searchKept = (canaries: readonly Canary[], where: string, place: string): readonly Found[] =>
  canaries.flatMap((canary) =>
    searchFiles(canary, where).map((found) => ({ ...found, place: `${place}: ${found.place}` })),
  )

interface Paid {
  /** Cards that were typed into the browser. */
  readonly typed: readonly Canary[]
  /** Cards that were sent without one, through the proxy that may have a Redis. */
  readonly sent: readonly Canary[]
  readonly found: readonly Found[]
  readonly secrets: readonly string[]
}

async function searched(
  profile: string,
  redisUrl: string | undefined,
  { inBrowser, byApi }: LeakBudget,
  tell: (line: string) => void,
): Promise<Paid> {
  const arena = await openArena({ profile })
  const [canaries, found, answers]: [Canary[], Found[], string[]] = [[], [], []]
  try {
    for (let at = 0; at < inBrowser; at += 1) {
      const victim = await payInBrowser(arena, kinds[at % kinds.length]!, async (typed) => {
        found.push(...searchIn(typed.canary, [['DOM and storages', await visibleIn(typed)]]))
      })
      found.push(...searchIn(victim.canary, await traces(arena, victim)))
      if (await memoryHolds(victim.page, victim.canary.pan)) found.push({ place: MEMORY, spelled: victim.canary.pan })
      canaries.push(victim.canary)
      answers.push(...victim.answers)
      await victim.page.close()
      if ((at + 1) % 5 === 0) tell(`${at + 1} cards through the browser`)
    }
    const byHand = await withoutBrowser(arena, redisUrl, byApi, tell)
    return {
      typed: canaries,
      sent: byHand.canaries,
      found: [...found, ...byHand.found],
      secrets: secretsIn(arena, [...answers, ...byHand.answers]),
    }
  } finally {
    await arena.close()
  }
}

/** Cards by the API alone, paid at the proxy as it is shipped; all that it and the others wrote is looked through at the end. */
async function withoutBrowser(
  arena: Arena,
  redisUrl: string | undefined,
  count: number,
  tell: (line: string) => void,
): Promise<{
  readonly canaries: readonly Canary[]
  readonly found: readonly Found[]
  readonly answers: readonly string[]
}> {
  const proxy = await openRealProxy(arena, redisUrl)
  const paid: Awaited<ReturnType<typeof payByApi>>[] = []
  try {
    while (paid.length < count) {
      const some = Array.from({ length: Math.min(8, count - paid.length) }, () => payByApi(arena, proxy.base))
      paid.push(...(await Promise.all(some)))
      if (paid.length % 200 === 0) tell(`${paid.length} cards without a browser`)
    }
  } finally {
    await proxy.close()
  }
  const answers = [...paid.flatMap((one) => one.answers), ...proxy.said]
  const written = [...serverTraces(arena), ['answers and output of the proxy', answers.join('\n')] as const]
  const canaries = paid.map(({ canary }) => canary)
  return { canaries, answers, found: canaries.flatMap((canary) => searchIn(canary, written)) }
}

/** Secrets of the servers in anything that leaves them; the gateway's password goes to the gateway alone. */
function secretsIn(arena: Arena, answers: readonly string[]): string[] {
  const { password } = arena.town.credentials.gateway
  const texts = [...serverTraces(arena), ['answers', answers.join('\n')] as const]
  return Object.entries({ ...secrets, password }).flatMap(([name, value]) =>
    texts
      .filter(([, text]) => text.includes(value) || text.includes(Buffer.from(value).toString('base64')))
      .map(([place]) => `${name} in ${place}`),
  )
}

const CONTROLS = `const pan = document.querySelector('#own').value
globalThis.kept = { pan: pan + '' }; localStorage.kept = pan; console.log(pan); history.pushState(null, '', '?card=' + pan)
await fetch('/sink?card=' + pan, { method: 'POST', body: 'pan=' + pan, headers: { 'x-card': pan } }); await pause(100)`

/** The same search where the card was typed into the page itself and spread on purpose: the places in which it was not found. */
async function blindOf(profile: string): Promise<string[]> {
  const arena = await openArena({ profile })
  let victim: Victim
  let found: readonly Found[]
  try {
    victim = await arena.enter({ before: '<input id="own">' })
    await victim.page.locator('#own').fill(victim.canary.pan)
    await inPage(victim, CONTROLS)
    found = searchIn(victim.canary, await traces(arena, victim))
    if ((await memoryHolds(victim.page, victim.canary.pan)) !== false)
      found = [...found, { place: MEMORY, spelled: victim.canary.pan }]
  } finally {
    await arena.close()
  }
  const wanted = [
    MEMORY,
    'host heap',
    'DOM and storages',
    'request addresses',
    'request headers',
    'request bodies',
    'console',
    'webhooks, callbacks and the shop',
  ]
  const missed = wanted.filter((place) => !found.some((one) => one.place === place))
  return searchFiles(victim.canary, profile).length > 0 ? missed : [...missed, 'profile']
}
