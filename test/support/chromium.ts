const { CHROMIUM_PATH = '/usr/bin/chromium', CHROMIUM_SHELL_PATH = CHROMIUM_PATH } = process.env

/** How every test starts Chromium; scripts/setup.mjs sets the paths to what it found. */
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

/** Pages that are left are kept whole for the way back, as people's browsers do; the headless shell cannot. */
export const keepingPages = {
  ...chromiumOptions,
  executablePath: CHROMIUM_PATH,
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
}
