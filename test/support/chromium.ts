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
