import type { BrowserContext } from 'playwright'

/** A text that a live region has got. */
export interface Announcement {
  readonly politeness: 'polite' | 'assertive'
  readonly text: string
}

type Report = (politeness: Announcement['politeness'], text: string) => void

/** Collects what the live regions of all pages and frames of a context announce from now on. */
export async function liveRegions(context: BrowserContext): Promise<Announcement[]> {
  const announced: Announcement[] = []
  const report: Report = (politeness, text) => void announced.push({ politeness, text })
  await context.exposeBinding('reportAnnouncement', (_, ...announced: Parameters<Report>) => report(...announced))
  await context.addInitScript(watchLiveRegions)
  return announced
}

/**
 * Runs in every document. As a screen reader does, it announces a live region as a whole when its text changes. An alert is also
 * announced when it is inserted with its text, which a polite region is not.
 */
function watchLiveRegions(): void {
  const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
  const texts = new WeakMap<Element, string>()
  const report = (globalThis as unknown as { reportAnnouncement: Report }).reportAnnouncement

  const textOf = (region: HTMLElement): string =>
    region.closest('[aria-hidden=true], [inert], [hidden]') || !region.checkVisibility({ visibilityProperty: true })
      ? ''
      : region.innerText.replace(/\s+/g, ' ').trim()

  function check(root: Document | ShadowRoot): void {
    for (const region of root.querySelectorAll<HTMLElement>(regions)) {
      const isAlert = region.matches('[role=alert], [aria-live=assertive]')
      const [before, text] = [texts.get(region), textOf(region)]
      texts.set(region, text)
      if (text && text !== before && (isAlert || before !== undefined)) report(isAlert ? 'assertive' : 'polite', text)
    }
  }

  function watch(root: Document | ShadowRoot): void {
    check(root)
    const all = { subtree: true, childList: true, characterData: true, attributes: true }
    new MutationObserver(() => check(root)).observe(root, all)
  }

  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (this: Element, init: ShadowRootInit): ShadowRoot {
    const root = attach.call(this, init)
    watch(root)
    return root
  }
  watch(document)
}
