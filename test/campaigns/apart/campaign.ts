import type { InjectOptions, Response as Answer } from 'light-my-request'
import { Secret } from '#proxy/config/secret.ts'
import { serveMetrics } from '#proxy/metrics/serve-metrics.ts'
import { storedCard } from '../../support/fake-gateway.ts'
import { withoutTrace } from '../../unit/proxy/support/test-proxy.ts'
import { valueIn } from '../../unit/proxy/metrics/scraped.ts'
import { chanceOf, type Chance } from '../fuzz/chance.ts'
import { belongingsOf, madeUp, type Belongings } from './belongings.ts'
import { crossings, ownRequests, type Crossing } from './crossings.ts'
import { openHosted, type Hosted, type HostedSet } from './hosted.ts'

export interface Verdict {
  readonly tried: number
  /** What an answer told, by the crossing. */
  readonly told: readonly string[]
  /** Crossings whose answer is the same for whom it belongs to: they would show nothing. */
  readonly blind: readonly string[]
  readonly routes: ReadonlySet<string>
}

/** Turns of the event loop without a call of a gateway after which none follows. */
const QUIET_TURNS = 20

interface Party extends Hosted {
  readonly has: Belongings
}

/** What an answer is compared by: everything but what differs each time, and but what was said in the request. */
function seen(answer: Answer, said: Belongings): string {
  const { date: _, 'x-request-id': __, ...headers } = answer.headers
  let text = `${answer.statusCode} ${JSON.stringify(headers)} ${withoutTrace(answer.body)}`
  for (const word of Object.values(said)) text = text.replaceAll(word, '·')
  return text.replace(/"content-length":"\d+",?/, '')
}

/** Headers by which a request may claim to be for another host. */
const claims: readonly ((host: string) => Readonly<Record<string, string>>)[] = [
  () => ({}),
  (host) => ({ 'x-forwarded-host': host }),
  (host) => ({ forwarded: `host=${host}` }),
  (host) => ({ 'x-original-host': host, 'x-host': host }),
]

/**
 * Sends what one merchant has to the address of another, at random. An answer tells nothing where it is that of a
 * credential or an identifier that nobody has, has nobody else's mark, and has the gateways do the same.
 */
export async function cross(merchants: number, count: number, seed: number): Promise<Verdict> {
  const hosted = await openHosted(merchants)
  const parties: Party[] = []
  for (const one of hosted.merchants) parties.push({ ...one, has: await belongingsOf(hosted, one) })
  const chance = chanceOf(seed)
  const told = new Set<string>()
  /** How often each gateway was called since the last time; the calls are not kept, since a long run makes millions. */
  const newCalls = (): readonly number[] => parties.map(({ gateway }) => gateway.calls.splice(0).length)
  /** Waits until what goes on after an answer, such as reading an order that is not decided, has called the gateways. */
  const settled = async (): Promise<void> => {
    for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
      await new Promise(setImmediate)
      if (newCalls().some(Boolean)) turns = 0
    }
  }
  const sent = async (to: Party, request: InjectOptions, headers: object = {}) => {
    newCalls()
    const answer = await hosted.send(to.host, { ...request, headers: { ...request.headers, ...headers } })
    return { answer, made: newCalls() }
  }
  const ask = async ({ request }: Crossing, to: Party, theirs: Belongings, headers: object = {}) => {
    const { answer, made } = await sent(to, request(theirs, to.has), headers)
    return { answer, text: `${seen(answer, theirs)} ${made.join()}` }
  }
  const controls = new Map<string, string>()
  const control = async (crossing: Crossing, from: Party, to: Party): Promise<string> => {
    const key = `${crossing.name} ${to.mark}`
    const known = crossing.isIdentifier ? undefined : controls.get(key)
    const text = known ?? (await ask(crossing, to, madeUp(from.has))).text
    controls.set(key, text)
    return text
  }
  const marksIn = (answer: Answer, mine: string): boolean => {
    const text = JSON.stringify(answer.headers) + answer.body
    return parties.some(({ mark }) => mark !== mine && text.includes(mark))
  }
  const blind = await blindOf(parties, control, ask, settled)
  await settled()
  const pair = ({ int }: Chance): readonly [Party, Party] => {
    const [from, ahead] = [int(merchants), 1 + int(merchants - 1)]
    return [parties[from]!, parties[(from + ahead) % merchants]!]
  }
  for (let tried = 0; tried < count; tried += 1) {
    const [from, to] = pair(chance)
    if (chance.is(0.15)) {
      const own = chance.pick(ownRequests)
      await ask(own, from, from.has)
      const { answer } = await ask(own, to, to.has)
      if (marksIn(answer, to.mark)) told.add(`${own.name} of its own: ${answer.statusCode}`)
      await settled()
      continue
    }
    const crossing = chance.pick(crossings)
    const expected = await control(crossing, from, to)
    const { text, answer } = await ask(crossing, to, from.has, chance.pick(claims)(from.host))
    if (text !== expected) told.add(`${crossing.name}: ${difference(text, expected)}`)
    // What was asked for may be repeated; nothing else that is theirs may be there.
    if (!crossing.isIdentifier && marksIn(answer, to.mark)) told.add(`${crossing.name}: a mark`)
  }
  for (const one of await metricsThatTell(hosted, parties)) told.add(one)
  return { tried: count, told: [...told], blind, routes: new Set(crossings.map(({ route }) => route)) }
}

const token = 'the-token-of-the-metrics-of-this-process'

/** What the metrics tell to somebody with anything but their token, and requests that are counted as another's. */
async function metricsThatTell(hosted: HostedSet, parties: readonly Party[]): Promise<readonly string[]> {
  const settings = { host: '127.0.0.1', port: 0, tokens: [new Secret(token)] }
  const { port, close } = await serveMetrics(settings, hosted.metrics)
  const ask = async (bearer: string) =>
    fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${bearer}` } })
  const told: string[] = []
  for (const { has } of parties)
    for (const [name, credential] of Object.entries(has)) {
      const { status } = await ask(credential as string)
      if (status !== 401) told.push(`metrics by ${name}: ${status}`)
    }
  const text = await (await ask(token)).text()
  for (const { mark, host } of parties) {
    const counted = valueIn(text, 'tender_http_requests_total', { merchant: mark })
    if (counted !== hosted.asked.get(host)) told.push(`metrics: ${counted} requests, not ${hosted.asked.get(host)}`)
  }
  await close()
  return told
}

/** Where two answers differ, with what is around it. */
function difference(text: string, expected: string): string {
  const at = [...text].findIndex((character, index) => character !== expected[index])
  const around = (one: string): string => one.slice(Math.max(0, at - 40), at + 80)
  return `“${around(text)}” in place of “${around(expected)}”`
}

/** A crossing shows something where the owner's own answer is another one than that for what is made up. */
async function blindOf(
  [one]: readonly Party[],
  control: (crossing: Crossing, from: Party, to: Party) => Promise<string>,
  ask: (crossing: Crossing, to: Party, theirs: Belongings) => Promise<{ text: string }>,
  settled: () => Promise<void>,
): Promise<string[]> {
  const blind: string[] = []
  for (const crossing of crossings) {
    const { clientId, bindingId } = one!.has
    one!.gateway.bindings.set(clientId, [storedCard(bindingId)])
    await settled()
    const nobodys = await control(crossing, one!, one!)
    const { text } = await ask(crossing, one!, one!.has)
    if (text === nobodys) blind.push(crossing.name)
  }
  return blind
}
