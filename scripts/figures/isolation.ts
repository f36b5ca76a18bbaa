import { openAttackPages } from '../../test/campaigns/isolation/attack-pages.ts'
import { findLeaks, seenAtOneSite } from '../../test/campaigns/isolation/leaks.ts'
import { blindSpots, honestPresses, runAttacks } from '../../test/campaigns/isolation/run-attacks.ts'
import { benign, isDropped, tampers, watch } from '../../test/campaigns/isolation/tampers.ts'
import type { Figure, Measure } from '../../test/support/figure.ts'

/** Measures attacks by a hostile page in Chromium, covers over the pay button, and leaks of card data. */
export const measure: Measure = async (budget, report) => {
  const pages = await openAttackPages()
  try {
    const attacks = await attacked(pages, report)
    const covers = await covered(pages)
    // Only the full measure waits for the profile, the heaps and a thousand payments.
    const budgets = { full: { inBrowser: 20, byApi: 980 }, small: { inBrowser: 2, byApi: 20 } } as const
    return [...attacks, ...covers, ...(await leaked(budgets[budget], report))]
  } finally {
    await pages.close()
  }
}

type AttackPages = Awaited<ReturnType<typeof openAttackPages>>
type Report = (line: string) => void

async function attacked(pages: AttackPages, report: Report): Promise<Figure[]> {
  const verdicts = await runAttacks(pages, report)
  const breached = verdicts.filter(({ breach }) => breach !== undefined)
  const blind = await blindSpots(pages)
  for (const { name, breach } of breached) report(`${name}: ${breach}`)
  for (const name of blind) report(`${name}: the control found nothing`)
  return [
    {
      name: 'Isolation attacks from a hostile page attempted / succeeded',
      target: '>= 60 / 0',
      measured: `${verdicts.length} / ${breached.length}`,
      isMet: verdicts.length >= 60 && breached.length === 0 && blind.length === 0,
    },
  ]
}

async function covered(pages: AttackPages): Promise<Figure[]> {
  const watched = await watch(pages)
  let [seen, flagged] = [0, 0]
  for (const tamper of tampers) seen += Number(await isDropped(watched, tamper))
  for (const tamper of benign) flagged += Number(await isDropped(watched, tamper, true))
  await watched.victim.context.close()
  const honest = await honestPresses(pages)
  return [
    {
      name: 'Clickjack tampers seen (Chromium), harmless changes flagged',
      target: `>= 13 of ${tampers.length}, 0 of ${benign.length}`,
      measured: `${seen} of ${tampers.length}, ${flagged} of ${benign.length}`,
      isMet: seen >= 13 && flagged === 0 && honest.every(Boolean),
    },
  ]
}

async function leaked(
  budget: { readonly inBrowser: number; readonly byApi: number },
  report: Report,
): Promise<Figure[]> {
  const leaks = await findLeaks({ ...budget, control: true }, report)
  const together = (await seenAtOneSite()) ?? []
  for (const { place, spelled } of leaks.found) report(`a card stands in ${place} as ${spelled}`)
  for (const missed of leaks.blind) report(`the control was not found: ${missed}`)
  for (const place of leaks.unread) report(`not to be read here: ${place}`)
  const { found, places, payments, blind, unread } = leaks
  const unseen = blind.filter((one) => one.startsWith('secret')).length
  return [
    {
      name: 'Cards found outside the frame and the gateway (the number in 13 spellings; the code as a value, or after its name)',
      target: '0 in 10 places, 1,000 payments; controls found in each',
      measured:
        `${found.length} in ${places} places, ${payments.toLocaleString('en')} payments, ${budget.inBrowser} of them in the browser; ${blind.length} controls missed; ` +
        `at one site and in one process ${together.length ? together.join(' and ') : 'nothing'} found` +
        (unread.length ? `; not to be read here: ${unread.join(', ')}` : ''),
      isMet: found.length + blind.length + unread.length === 0 && places >= 10 && together.length === 2,
    },
    {
      name: 'Secrets found in logs and answers',
      target: '0',
      measured: `${leaks.secrets.length}; ${unseen} controls missed`,
      isMet: leaks.secrets.length + unseen === 0,
    },
  ]
}
