import { standsReady, typeIn, type AttackPages, type Victim } from '../attack-pages.ts'
import { BREACH, inPage, type Attack, type Learned } from '../attack.ts'

const READ_ALL = 'return [received, bags, [...document.querySelectorAll("input")].map(({ value }) => value)]'

/** An attack on a page that the shopper leaves with a typed card; the page must not get what the browser restores. */
const leaving = (
  name: string,
  does: string,
  leave: (pages: AttackPages, victim: Victim) => Promise<unknown>,
): Attack => ({
  name,
  does,
  async run(pages, victim): Promise<Learned> {
    if (await victim.page.evaluate('globalThis.isSpoilt === true')) await victim.page.reload()
    await standsReady(victim)
    await typeIn(victim)
    await leave(pages, victim)
    await standsReady(victim)
    const kept = await victim.card
      .locator('input')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    return [
      ...kept.filter(Boolean).map((text) => `${BREACH}the form has kept ${text}`),
      ...(await inPage(victim, READ_ALL)),
    ]
  },
})

/** Navigates to another page, and back in the history. */
export async function thereAndBack({ hostile }: AttackPages, { page }: Pick<Victim, 'page'>): Promise<void> {
  await page.goto(`${hostile.listed}/elsewhere`)
  await page.goBack()
}

export const leavings: readonly Attack[] = [
  leaving('away and Back', 'leads the page away and back, where browsers restore what was typed', thereAndBack),
  leaving('page from memory', 'has the page put aside alive and taken up again', async (_, { page }) => {
    const frame = page.frames().find((one) => /\/card(?:\?|$)/.test(one.url()))!
    const loaded = page.waitForEvent('framenavigated', (one) => one === frame)
    // The events that a browser sends to a page in its back/forward cache; the campaign's browser has no such cache.
    await frame.evaluate(() => {
      for (const type of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
    })
    await loaded
  }),
]
