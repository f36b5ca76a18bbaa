// Shows one drawn state of the checkout, live: lists them, opens a window with one, or writes a picture of it.
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { build } from './build.mjs'

const help = `npm run state                     lists the states
npm run state -- NAME             opens one in a browser, where it can be used; closing the window ends it
npm run state -- NAME --picture FILE [--width N] [--dark] [--locale TAG]

  --picture FILE  writes a PNG in place of opening a window
  --width N       of the window (1000); 390 is a phone's
  --dark          in the dark colours
  --locale TAG    in another language, such as ar`
const options = {
  picture: { type: 'string' },
  width: { type: 'string', default: '1000' },
  dark: { type: 'boolean', default: false },
  locale: { type: 'string', default: 'en' },
  help: { type: 'boolean', default: false },
}
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const name = positionals.join(' ')

register()
const { states, statesEnv } = await import('../test/journeys/states/states.ts')
if (values.help) console.log(help)
else if (name === '') console.log(Object.keys(states).join('\n'))
else if (!Object.hasOwn(states, name)) stop(`There is no state ${name}; npm run state lists them.`)
else await show()
process.exit()

function stop(message) {
  console.error(message)
  process.exit(1)
}

async function show() {
  const isLive = values.picture === undefined
  if (isLive && process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    stop('There is no display for a window: --picture FILE writes a picture.')
  build()
  const { openPlace, show: open } = await import('../test/journeys/accessibility/place.ts')
  const { chromiumOptions, keepingPages } = await import('../test/support/chromium.ts')
  // The headless shell has no windows.
  const place = await openPlace(isLive ? { ...keepingPages, headless: false } : chromiumOptions, statesEnv)
  const { locale } = values
  const viewport = { width: Number(values.width), height: 900 }
  const page = await open(place, name, { viewport, colorScheme: values.dark ? 'dark' : 'light', locale })
  if (isLive) await page.waitForEvent('close', { timeout: 0 })
  else await page.screenshot({ path: values.picture, fullPage: true })
  await place.close()
}
