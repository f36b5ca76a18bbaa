import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { TenderCheckout } from '#element/element.ts'
import { inPage } from './attack.ts'
import type { AttackPages, Victim } from './attack-pages.ts'
import { spelledIn, spelledInBytes, type Canary, type Half } from './canary.ts'

/** A place that contains the card, and the format in which it does. */
export interface Found {
  readonly place: string
  readonly spelled: string
}

/** The JavaScript heap of the shop's page, without its frames, which are separate targets. */
export async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const options: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => options.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return options.join('')
}

/** What scripts of the shop's page can read: its tree with all shadow roots, fields, storages, addresses. */
const VISIBLE = `const texts = [location.href, history.state, document.cookie, window.name, { ...localStorage }, { ...sessionStorage }, navigation.entries().map(({ url }) => url)]
const walk = (root) => { for (const one of root.querySelectorAll('*')) { texts.push(one.outerHTML, one.value); if (one.shadowRoot) walk(one.shadowRoot) } }
walk(document)
for (const { name } of await indexedDB.databases()) texts.push(name)
for (const name of globalThis.caches ? await caches.keys() : []) for (const { url } of await (await caches.open(name)).keys()) texts.push(url)
return [texts, received, bags]`

export const visibleIn = async (victim: Victim): Promise<string> => (await inPage(victim, VISIBLE)).join('\n')

/** All traces of one payment, by place; the sealed card in the frame's requests to the proxy is included. */
export async function traces(pages: AttackPages, victim: Victim): Promise<readonly (readonly [string, string])[]> {
  const { requests, console: lines, page } = victim
  return [
    ['host heap', await heapOf(page)],
    ['DOM and storages', await visibleIn(victim)],
    ['request addresses', requests.map(({ url }) => url).join('\n')],
    ['request headers', requests.map(({ headers }) => headers).join('\n')],
    ['request bodies', requests.map(({ body }) => body).join('\n')],
    ['console', lines.join('\n')],
    [
      'exported trace',
      await page.locator('tender-checkout').evaluate((checkout: TenderCheckout) => checkout.exportTrace()),
    ],
    ...serverTraces(pages),
  ]
}

/** What the servers stored and sent. */
export const serverTraces = ({ log, stack, hostile }: AttackPages): readonly (readonly [string, string])[] => [
  ['proxy log', log.join('')],
  ['sandbox journal', JSON.stringify(stack.journal.entries())],
  ['webhooks, callbacks and the shop', hostile.received.join('\n')],
]

/** Searches texts for a card, or for only some of its parts; returns their places. */
export const searchIn = (
  canary: Canary,
  texts: readonly (readonly [string, string])[],
  of?: readonly Half[],
): readonly Found[] =>
  texts.flatMap(([place, text]) => {
    // A heap snapshot numbers its nodes, so that three digits occur everywhere in it.
    const spelled =
      place === 'host heap' ? spelledInBytes(canary, Buffer.from(text, 'utf8'), of) : spelledIn(canary, text, of)
    return spelled === undefined ? [] : [{ place, spelled }]
  })

/** Files under a folder that contain the card's bytes, or those of some of its parts. */
export function searchFiles(canary: Canary, folder: string, of?: readonly Half[]): readonly Found[] {
  return filesIn(folder).flatMap((file) => {
    const spelled = spelledInBytes(canary, readFileSync(file), of)
    return spelled === undefined ? [] : [{ place: file.slice(folder.length + 1), spelled }]
  })
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size < 64 * 1024 * 1024)
