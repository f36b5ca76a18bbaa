import type { Browser, LaunchOptions } from 'playwright'

const { CHROMIUM_PATH = '/usr/bin/chromium', CHROMIUM_SHELL_PATH = CHROMIUM_PATH } = process.env

/** The launch options of Chromium in every test; scripts/setup.mjs sets the paths to the browsers that it found. */
export const chromiumOptions = {
  executablePath: CHROMIUM_SHELL_PATH,
  args: [
    '--no-sandbox', // containers run tests as root, where Chromium's sandbox refuses to start
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** The options with the back/forward cache on, as in production browsers; the headless shell has none. */
export const keepingPages = {
  ...chromiumOptions,
  executablePath: CHROMIUM_PATH,
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
}

/** Milliseconds after which a page hangs; Playwright's own 30 seconds are few for a large page on a slow machine. */
const TIMEOUT = 120_000

/** Starts Chromium for a test, whose pages wait until they hang. */
export async function launchChromium(options: LaunchOptions = chromiumOptions): Promise<Browser> {
  const { chromium } = await import('playwright') // not at once, since Vite's configuration needs only the options
  const browser = await chromium.launch(options)
  browser.on('context', (context) => context.setDefaultTimeout(TIMEOUT))
  return browser
}
