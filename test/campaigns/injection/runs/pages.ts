import type { Page } from 'playwright'
import type { Seen } from './frame.ts'
import { textPages, type TextPage } from '../pages.ts'
import type { Requested } from '../proxy-pages.ts'
import type { Fixture } from '../fixture.ts'
import { Shapes, type Watched } from '../watch.ts'

const harmless = 'plain words'

/** How many characters of a text, and of its visible part, are searched for: every page shows at least so many. */
const [SHOWN, LOOKED_FOR] = [32, 14]

/** Characters that parsers of HTML or of addresses change or drop, and that are no markup. */
const unseen = /%(?:25)*[\da-f]{2}|[\s\p{Cc}\p{Cs}\ufffd]/giu

const heart = (text: string): string => [...text.slice(0, SHOWN).replace(unseen, '')].slice(0, LOOKED_FOR).join('')

/**
 * Has every server write every payload into every page that shows such a text, and has Chromium parse the page: it must
 * have the same elements as with harmless words, and contain the text. The page of every `opens`-th payload is opened
 * too, with its policy and scripts.
 */
export async function runThroughPages(fixture: Fixture, payloads: readonly string[], opens: number): Promise<Seen> {
  const seen = await fixture.watched()
  const faults: string[] = []
  for (const [at, page] of textPages.entries())
    faults.push(...(await throughPage({ fixture, seen, page, key: `page-${at}`, opens }, payloads)))
  await seen.close()
  return { payloads: payloads.length, fired: seen.fired, strayed: seen.strayed, faults }
}

interface Screen {
  readonly fixture: Fixture
  readonly seen: Watched
  readonly page: TextPage
  readonly key: string
  readonly opens: number
}

/** Pages that are requested at the same time, where the gateway does not send the text. */
const ABREAST = 12

async function throughPage(
  { fixture, seen, page, key, opens }: Screen,
  payloads: readonly string[],
): Promise<string[]> {
  const shapes = new Shapes()
  const faults: string[] = []
  const check = (text: string, written: Written): void => {
    const made = shapes.strange(page.grows ? [...new Set(written.shapes)] : written.shapes)
    const wanted = heart(page.within?.(text) ?? text)
    const gone = !written.texts.replace(unseen, '').includes(wanted)
    if (made.length || gone) faults.push(`${page.name}: ${JSON.stringify(text)}: ${made.join(', ') || 'text is gone'}`)
  }
  const show = async (text: string, at: number): Promise<Shown> => {
    const request = await page.show(fixture, text, `${key}-${at}`)
    return { text, request, html: await fetched(request) }
  }
  const [plain] = await parsed(seen.page, [await show(harmless, 0)])
  shapes.learn(plain!.shapes)
  const lot = page.bySaying ? 1 : ABREAST
  for (let at = 0; at < payloads.length; at += lot) {
    const shown = await Promise.all(payloads.slice(at, at + lot).map((text, more) => show(text, at + more + 1)))
    for (const [more, written] of (await parsed(seen.page, shown)).entries()) check(shown[more]!.text, written)
    for (const [more, { request }] of shown.entries()) if ((at + more) % opens === 0) await opened(seen.page, request)
  }
  return faults
}

/** A page, as its server wrote it for a text. */
interface Shown {
  readonly text: string
  readonly request: Requested
  readonly html: string
}

async function fetched({ url, headers, form }: Requested): Promise<string> {
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { accept: 'text/html', 'sec-fetch-dest': 'document', ...headers },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return answer.text()
}

/** The result of Chromium's parser. */
interface Written {
  readonly shapes: string[]
  readonly texts: string
}

/** Parses documents without opening them. */
const parsed = (page: Page, shown: readonly Shown[]): Promise<Written[]> =>
  page.evaluate(
    (documents) => {
      const decoded = (value: string): string => {
        try {
          return decodeURIComponent(value)
        } catch {
          return value
        }
      }
      return documents.map((text) => {
        const all = [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('*')]
        const values = all.flatMap((element) => [...element.attributes].map(({ value }) => value))
        return {
          shapes: all.map((element) => `${element.localName} ${element.getAttributeNames().toSorted().join(' ')}`),
          // Addresses contain the text percent-encoded.
          texts: [all[0]!.textContent, ...values, ...values.map(decoded)].join(' '),
        }
      })
    },
    shown.map(({ html }) => html),
  )

async function opened(page: Page, { url, form }: Requested): Promise<void> {
  if (form)
    await page.route(
      url,
      (route) =>
        route.continue({
          method: 'POST',
          headers: { ...route.request().headers(), 'content-type': 'application/x-www-form-urlencoded' },
          postData: new URLSearchParams(form).toString(),
        }),
      { times: 1 },
    )
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  await page.mouse.move(200, 200)
  await page.goto('about:blank')
}
