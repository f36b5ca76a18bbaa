import { testCards, type TestCard } from '#sandbox/cards/test-cards.ts'
import { seal } from '#card-frame/seal.ts'
import { stands, typeIn, type Arena, type Victim } from './arena.ts'
import { freshCanary, type Canary } from './canary.ts'
import { pressUntilItCounts } from './press.ts'

/** Ways to pay that take a card through all the places it could leak from. */
export const kinds = ['declined', 'plain', 'challenge', 'saved'] as const
export type Kind = (typeof kinds)[number]

const cardThat = (holds: (card: TestCard) => boolean): Canary => testCards.find(holds)!

const cards: Readonly<Record<Kind, () => Canary>> = {
  declined: freshCanary,
  plain: () => cardThat(({ threeDs, outcome }) => threeDs === 'none' && outcome === 'paid'),
  challenge: () => cardThat(({ threeDs, method }) => threeDs === 'challenge' && !method),
  saved: () => cardThat(({ threeDs, outcome }) => threeDs === 'none' && outcome === 'paid'),
}

/** Who has a card stored already is not asked for one. */
let clients = 0

/** Pays in the browser; `typed` is called while the card stands in the frame. */
export async function payInBrowser(
  arena: Arena,
  kind: Kind,
  typed: (victim: Victim) => Promise<void>,
): Promise<Victim> {
  const claims = kind === 'saved' ? { clientId: `iso-${process.pid}-${(clients += 1)}`, save: 'required' as const } : {}
  if (kind === 'saved') await (await payInBrowser(arena, 'plain', async () => {})).page.close()
  const entered = await arena.enter({ claims })
  const victim = { ...entered, canary: cards[kind]() }
  await typeIn(victim)
  await typed(victim)
  await pressUntilItCounts(victim.card.getByTestId('pay'))
  if (kind === 'challenge') await confirm(victim)
  await stands(victim, kind === 'declined' ? 'declined' : 'paid')
  return victim
}

/** Types the code that the bank's page shows. */
async function confirm({ page }: Victim): Promise<void> {
  const bank = page.frameLocator('tender-checkout iframe[src$="/3ds"]').frameLocator('iframe[name="challenge"]')
  const code = bank.locator('[autocomplete="one-time-code"]')
  // Looks again and again instead of waiting in the frame, whose process changes on its way to the bank.
  for (let looks = 0; looks < 250 && !(await code.isVisible().catch(() => false)); looks += 1)
    await page.waitForTimeout(100)
  await code.fill(await bank.getByTestId('sms-code').innerText())
  await bank.locator('button[type="submit"]:not([name])').click()
}

/** Pays as the frame would, without a browser; everything that the proxy answered. */
export async function payByApi(arena: Arena, base: string): Promise<{ canary: Canary; answers: readonly string[] }> {
  const canary = freshCanary()
  const { ticket } = await arena.ticket()
  const answers: string[] = []
  const ask = async (path: string, body?: object): Promise<Record<string, string>> => {
    const answer = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${ticket}`,
        'sec-fetch-site': 'same-origin',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    answers.push(text, JSON.stringify([...answer.headers]))
    return JSON.parse(text) as Record<string, string>
  }
  const { sealingKey } = await ask('/api/checkout')
  const { orderId } = await ask('/api/prepare', {})
  const stamp = { now: Date.now(), offset: 0, uuid: crypto.randomUUID() }
  const seToken = await seal({ ...canary, orderId: orderId! }, stamp, sealingKey!)
  const { state } = await ask('/api/pay', { orderId, seToken, cardholder: 'JANE DOE', browser })
  if (state !== 'declined') throw new Error(`A card that nobody issued was ${state}: ${answers.at(-2)}`)
  return { canary, answers }
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
