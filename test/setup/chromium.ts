/** How every test starts Chromium; scripts/setup.mjs sets CHROMIUM_PATH to the one it found. */
export const chromiumOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
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

/** The same with pages that are left kept whole for the way back, as people's browsers do. */
export const keepingPages = { ...chromiumOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }
