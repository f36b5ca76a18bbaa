import { atMost } from '../../support/at-most.ts'
import { paysOf, stands, stateOf, typeIn, type Arena, type Victim } from './arena.ts'
import { BREACH, inPage, judge, type Attack, type Verdict } from './attack.ts'
import { atTheBank, badBank, forgeries, leadsAway } from './attacks/bank.ts'
import { carriesAway, framings, rogues, selfNavigation, shopsEmptyDocument } from './attacks/framing.ts'
import { leavings, thereAndBack } from './attacks/leaving.ts'
import { compare } from './attacks/oracles.ts'
import { otherOrders } from './attacks/other-order.ts'
import { patches, spying } from './attacks/patches.ts'
import { overhear, portAttacks, withPort } from './attacks/port.ts'
import { press, pressUntilItCounts } from './press.ts'
import { playTricks } from './attacks/presses.ts'
import { printing, seenInPrint } from './attacks/printing.ts'
import { reading } from './attacks/reading.ts'
import { spoilings } from './attacks/reloading.ts'
import { injectedStyle, tellsDigits } from './attacks/styles.ts'
import { nameTaken } from './attacks/taken.ts'
import { serviceWorker } from './attacks/worker.ts'

/** Chooses among attacks of a kind. */
type Choose = <T>(attacks: readonly T[]) => readonly T[]

type Lane = (arena: Arena, choose: Choose) => Promise<readonly Verdict[]>

/** Runs the chosen attacks, some beside one another; each verdict says whether it got anywhere. */
export async function runAttacks(
  arena: Arena,
  tell: (line: string) => void = () => {},
  choose: Choose = (attacks) => attacks,
): Promise<readonly Verdict[]> {
  const run = async (lane: Lane): Promise<readonly Verdict[]> => {
    const verdicts = await lane(arena, choose)
    tell(`lane ${lanes.indexOf(lane) + 1}: ${verdicts.length} attacks`)
    return verdicts
  }
  return (await atMost(2, lanes, run)).flat()
}

/** Attacks upon one victim, none of which may make it pay. */
async function upon(victim: Victim, attacks: readonly Attack[], arena: Arena): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const attack of attacks) {
    const before = paysOf(victim)
    const learned = await attack.run(arena, victim)
    const paid = paysOf(victim) > before ? [`${BREACH}something was paid`] : []
    verdicts.push(judge(attack.name, victim, [...learned, ...paid]))
  }
  return verdicts
}

const half = Math.ceil(spoilings.length / 2)

const lanes: readonly Lane[] = [
  async (arena, choose) => {
    const victim = await arena.enter()
    await typeIn(victim)
    const verdicts = await upon(victim, choose([...reading, printing, injectedStyle, ...rogues]), arena)
    // The order must still be there to be paid, whatever the page sent about it.
    if ((await stateOf(victim)) !== 'ready') throw new Error('An attack has spoilt the checkout of all the others')
    return [...verdicts, ...(await spied(arena))]
  },
  async (arena, choose) => upon(await arena.enter(), choose(spoilings.slice(0, half)), arena),
  async (arena, choose) => upon(await arena.enter(), choose([...spoilings.slice(half), ...leavings]), arena),
  async (arena, choose) => {
    const [victim, { victim: overheard, heard }] = [await withPort(arena), await overhear(arena)]
    return [
      ...(await upon(victim, choose(portAttacks), arena)),
      ...[...heard].map(([name, learned]) => judge(name, overheard, learned)),
      ...[...(await compare(arena))].map(([name, learned]) => judge(name, victim, learned)),
    ]
  },
  async (arena, choose) => {
    const victim = await atTheBank(arena)
    return upon(victim, choose([...forgeries, badBank, serviceWorker, nameTaken]), arena)
  },
  async (arena, choose) => {
    const victim = await arena.enter()
    const tricks = [...(await playTricks(arena))].map(([name, learned]) => judge(name, victim, learned))
    return [...tricks, ...(await upon(victim, choose([...framings, selfNavigation]), arena))]
  },
  async (arena, choose) => {
    const victim = await arena.enter()
    const verdicts: Verdict[] = []
    for (const [name, play] of choose([...otherOrders])) verdicts.push(judge(name, victim, await play(arena)))
    return verdicts
  },
]

/** One payment on a page all of whose built-ins were replaced; it must work, and none of the copies may hold the card. */
async function spied(arena: Arena): Promise<Verdict[]> {
  const victim = await arena.enter({ script: spying(patches) })
  await typeIn(victim)
  await pressUntilItCounts(victim.card.getByTestId('pay'))
  await stands(victim, 'declined')
  const bags = (await victim.page.evaluate('bags')) as Record<string, string[]>
  return patches.map(({ name }) => judge(`spies on ${name}`, victim, bags[name] ?? []))
}

/** The same ways of looking, where there is something to find: the card typed into a field of the page itself. Those that found nothing. */
export async function blindSpots(arena: Arena): Promise<readonly string[]> {
  const { victim, heard } = await overhear(arena, true)
  const listened = [...heard].map(([name, learned]) => judge(name, victim, learned))
  const typed = await arena.enter({ before: '<form><input id="own"></form>', script: spying(patches) })
  await typed.page.locator('#own').fill(typed.canary.pan)
  const looks: readonly (readonly [string, string])[] = [
    ['a field', 'return [...document.querySelectorAll("input")].map(({ value }) => value)'],
    ['a storage', 'localStorage.kept = document.querySelector("#own").value; return { ...localStorage }'],
    ['a message', 'postMessage(document.querySelector("#own").value, "*"); await pause(50); return heard'],
    ['a copy made by a built-in', 'JSON.stringify({ pan: document.querySelector("#own").value }); return bags'],
    ['an address', 'history.pushState(null, "", "?" + document.querySelector("#own").value); return location.href'],
  ]
  const verdicts = listened.filter(({ name }) => /keys|input|dropped|measure/.test(name))
  for (const [name, code] of looks) verdicts.push(judge(name, typed, await inPage(typed, code)))
  verdicts.push(judge(printing.name, typed, await seenInPrint(typed)))
  const isTold = await tellsDigits(arena, typed.page, typed.page, '/own-styled')
  await thereAndBack(arena, typed)
  const restored = await typed.page.locator('#own').inputValue()
  verdicts.push(judge('away and Back', typed, [restored]))
  verdicts.push(judge(shopsEmptyDocument.name, typed, await shopsEmptyDocument.run(arena, typed)))
  const finds: readonly (readonly [string, boolean])[] = [
    ...verdicts.map(({ name, breach }) => [name, breach !== undefined] as const),
    ['injected style', isTold],
    [badBank.name, await leadsAway(arena)],
    [selfNavigation.name, await carriesAway(arena, false)],
  ]
  return finds.filter(([, isFound]) => !isFound).map(([name]) => name)
}

/** Whether an honest press, by pointer or by key, is taken for meant. */
export async function honestPresses(arena: Arena): Promise<readonly boolean[]> {
  const byPointer = await arena.enter()
  await typeIn(byPointer)
  await byPointer.page.waitForTimeout(700)
  const pointer = await press(byPointer.card.getByTestId('pay'))
  const byKey = await arena.enter()
  await typeIn(byKey)
  await byKey.page.waitForTimeout(400)
  await byKey.card.locator('[autocomplete="cc-csc"]').press('Enter')
  await stands(byKey, 'declined')
  return [pointer, true]
}
