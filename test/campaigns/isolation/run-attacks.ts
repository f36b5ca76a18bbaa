import { atMost } from '../../support/at-most.ts'
import { paysOf, stands, stateOf, typeIn, type AttackPages, type Victim } from './attack-pages.ts'
import { BREACH, inPage, verdictOf, type Attack, type Choose, type Verdict } from './attack.ts'
import { atTheBank, badBank, forgeries, leadsAway } from './attacks/bank.ts'
import { takesAway, framings, rogues, selfNavigation, shopsEmptyDocument } from './attacks/framing.ts'
import { leavings, thereAndBack } from './attacks/leaving.ts'
import { compare } from './attacks/oracles.ts'
import { otherOrders } from './attacks/other-order.ts'
import { patches, spying } from './attacks/patches.ts'
import { intercept, portAttacks, withPort } from './attacks/port.ts'
import { press, pressUntilItCounts } from '../../support/press.ts'
import { playTricks } from './attacks/presses.ts'
import { printing, seenInPrint } from './attacks/printing.ts'
import { reading } from './attacks/reading.ts'
import { spoilings } from './attacks/reloading.ts'
import { injectedStyle, showsDigits } from './attacks/styles.ts'
import { nameTaken } from './attacks/taken.ts'
import { serviceWorker } from './attacks/worker.ts'

type Lane = (pages: AttackPages, choose: Choose) => Promise<readonly Verdict[]>

/** Runs the selected attacks, some at the same time; each verdict has the breach, if any. */
export async function runAttacks(
  pages: AttackPages,
  report: (line: string) => void = () => {},
  choose: Choose = (attacks) => attacks,
): Promise<readonly Verdict[]> {
  const run = async (lane: Lane): Promise<readonly Verdict[]> => {
    const verdicts = await lane(pages, choose)
    report(`lane ${lanes.indexOf(lane) + 1}: ${verdicts.length} attacks`)
    return verdicts
  }
  return (await atMost(2, lanes, run)).flat()
}

/** Runs attacks on one victim, none of which may cause a payment. */
async function upon(victim: Victim, attacks: readonly Attack[], pages: AttackPages): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const attack of attacks) {
    const before = paysOf(victim)
    const learned = await attack.run(pages, victim)
    const paid = paysOf(victim) > before ? [`${BREACH}something was paid`] : []
    verdicts.push(verdictOf(attack.name, victim, [...learned, ...paid]))
  }
  return verdicts
}

const half = Math.ceil(spoilings.length / 2)

const lanes: readonly Lane[] = [
  async (pages, choose) => {
    const victim = await pages.enter()
    await typeIn(victim)
    const verdicts = await upon(victim, choose([...reading, printing, injectedStyle, ...rogues]), pages)
    // The order must still be payable, whatever the page has sent.
    if ((await stateOf(victim)) !== 'ready') throw new Error('An attack has spoilt the checkout of all the others')
    return [...verdicts, ...(await spied(pages))]
  },
  async (pages, choose) => upon(await pages.enter(), choose(spoilings.slice(0, half)), pages),
  async (pages, choose) => upon(await pages.enter(), choose([...spoilings.slice(half), ...leavings]), pages),
  async (pages, choose) => {
    const [victim, { victim: intercepted, observed }] = [await withPort(pages), await intercept(pages)]
    const verdicts = [...observed].map(([name, learned]) => verdictOf(name, intercepted, learned))
    const oracles = async (): Promise<Verdict[]> =>
      [...(await compare(pages))].map(([name, learned]) => verdictOf(name, victim, learned))
    for (const play of choose([...portAttacks.map((attack) => () => upon(victim, [attack], pages)), oracles]))
      verdicts.push(...(await play()))
    return verdicts
  },
  async (pages, choose) => {
    const victim = await atTheBank(pages)
    return upon(victim, choose([...forgeries, badBank, serviceWorker, nameTaken]), pages)
  },
  async (pages, choose) => {
    const victim = await pages.enter()
    const tricks = [...(await playTricks(pages, choose))].map(([name, learned]) => verdictOf(name, victim, learned))
    return [...tricks, ...(await upon(victim, choose([...framings, selfNavigation]), pages))]
  },
  async (pages, choose) => {
    const victim = await pages.enter()
    const verdicts: Verdict[] = []
    for (const [name, play] of choose([...otherOrders])) verdicts.push(verdictOf(name, victim, await play(pages)))
    return verdicts
  },
]

/** A payment on a page with all built-ins replaced: it must succeed, and no copied value may contain the card. */
async function spied(pages: AttackPages): Promise<Verdict[]> {
  const victim = await pages.enter({ script: spying(patches) })
  await typeIn(victim)
  await pressUntilItCounts(victim.card.getByTestId('pay'))
  await stands(victim, 'declined')
  const bags = (await victim.page.evaluate('bags')) as Record<string, string[]>
  return patches.map(({ name }) => verdictOf(`spies on ${name}`, victim, bags[name] ?? []))
}

/**
 * The controls: runs the same attacks where they must find something, as the card is typed into a field of the page
 * itself; returns those that found nothing.
 */
export async function blindSpots(pages: AttackPages): Promise<readonly string[]> {
  const { victim, observed } = await intercept(pages, true)
  const listened = [...observed].map(([name, learned]) => verdictOf(name, victim, learned))
  const typed = await pages.enter({ before: '<form><input id="own"></form>', script: spying(patches) })
  await typed.page.locator('#own').fill(typed.canary.pan)
  const checks: readonly (readonly [string, string])[] = [
    ['a field', 'return [...document.querySelectorAll("input")].map(({ value }) => value)'],
    ['a storage', 'localStorage.kept = document.querySelector("#own").value; return { ...localStorage }'],
    ['a message', 'postMessage(document.querySelector("#own").value, "*"); await pause(50); return received'],
    ['a copy made by a built-in', 'JSON.stringify({ pan: document.querySelector("#own").value }); return bags'],
    ['an address', 'history.pushState(null, "", "?" + document.querySelector("#own").value); return location.href'],
  ]
  const verdicts = listened.filter(({ name }) => /keys|input|dropped|measure/.test(name))
  for (const [name, code] of checks) verdicts.push(verdictOf(name, typed, await inPage(typed, code)))
  verdicts.push(verdictOf(printing.name, typed, await seenInPrint(typed)))
  const isNotified = await showsDigits(pages, typed.page, typed.page, '/own-styled')
  await thereAndBack(pages, typed)
  const restored = await typed.page.locator('#own').inputValue()
  verdicts.push(verdictOf('away and Back', typed, [restored]))
  verdicts.push(verdictOf(shopsEmptyDocument.name, typed, await shopsEmptyDocument.run(pages, typed)))
  const finds: readonly (readonly [string, boolean])[] = [
    ...verdicts.map(({ name, breach }) => [name, breach !== undefined] as const),
    ['injected style', isNotified],
    [badBank.name, await leadsAway(pages)],
    [selfNavigation.name, await takesAway(pages, false)],
  ]
  return finds.filter(([, isFound]) => !isFound).map(([name]) => name)
}

/** Whether intended presses, by pointer and by key, count. */
export async function honestPresses(pages: AttackPages): Promise<readonly boolean[]> {
  const byPointer = await pages.enter()
  await typeIn(byPointer)
  await byPointer.page.waitForTimeout(700)
  const pointer = await press(byPointer.card.getByTestId('pay'))
  const byKey = await pages.enter()
  await typeIn(byKey)
  await byKey.page.waitForTimeout(400)
  await byKey.card.locator('[autocomplete="cc-csc"]').press('Enter')
  await stands(byKey, 'declined')
  return [pointer, true]
}
