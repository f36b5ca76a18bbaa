import type { Browser } from 'playwright'
import { launchChromium } from '../../support/chromium.ts'

let running: Promise<Browser> | undefined

/**
 * The Chromium of this worker, which the files of its tests use one after the other: starting one takes a second of a
 * core. Contexts share nothing, so a file that closes its own leaves the next a fresh browser.
 */
export async function sharedBrowser(): Promise<Browser> {
  running ??= launchChromium()
  const browser = await running
  if (browser.isConnected()) return browser
  running = undefined
  return sharedBrowser()
}

/** Closes what a file has opened in the browser that it shares. */
export const closeContexts = async (browser: Browser): Promise<void> => {
  await Promise.all(browser.contexts().map((context) => context.close()))
}
