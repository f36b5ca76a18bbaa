import type { Browser } from './browser.ts'
import { openChromium } from './chromium.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  open(): Promise<Browser>
}

const { ENGINES, FIREFOX_PATH, WEBKIT_PATH } = process.env

/** Whether every browser of this machine is driven, as in `npm run journeys:all`. */
export const isEveryEngine = ENGINES === 'all'

/** The browsers that scripts/setup.mjs found; it prints why another one could not be had. */
export const engines: readonly Engine[] = [
  { name: 'Chromium', open: openChromium },
  ...(isEveryEngine && FIREFOX_PATH ? [{ name: 'Firefox' as const, open: () => openFirefox(FIREFOX_PATH) }] : []),
  ...(isEveryEngine && WEBKIT_PATH ? [{ name: 'WebKit' as const, open: () => openWebKit(WEBKIT_PATH) }] : []),
]
