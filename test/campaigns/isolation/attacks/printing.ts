import { inPage, type Attack, type Learned } from '../attack.ts'
import type { Victim } from '../attack-pages.ts'

const LISTENING = `globalThis.printed = []
const fields = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one.outerHTML, one.value, ...(one.shadowRoot ? fields(one.shadowRoot) : [])])
for (const type of ['beforeprint', 'afterprint']) addEventListener(type, () => printed.push([type, fields(document), loot(Array.from(frames), 4)]))`

/** What the page can read of itself while it is printed. */
export async function seenInPrint(victim: Pick<Victim, 'page'>): Promise<Learned> {
  await inPage(victim, LISTENING)
  await victim.page.pdf()
  const seen = await inPage(victim, 'return printed')
  if (!seen.includes('beforeprint')) throw new Error('The page was not printed')
  return seen
}

export const printing: Attack = {
  name: 'print',
  does: 'looks at everything while the page is laid out for print',
  run: (_, victim) => seenInPrint(victim),
}
