import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import * as kit from '../../server/testing.ts'
import { closeContexts, sharedBrowser } from '../journeys/support/browser.ts'
import { root } from '../support/root.ts'
import { catalogue } from './catalogue.ts'
import { firstPage, firstPageInDev } from './first-page.ts'
import { payOnFirstPage, payThrough } from './pay-through.ts'
import { inFull, share } from '../support/extent.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeContexts(browser))

/** What the examples need that pay here, of what is installed for the tests. */
const libraries = {
  express: ['express'],
  react: ['.bin', '@types', '@vitejs', 'express', 'react', 'react-dom', 'typescript', 'vite'],
} as const

test.each(Object.entries(libraries))(
  'the example with %s pays; npm run test:examples pays through every example',
  async (name, needed) => {
    await inFolder(async (folder) => {
      cpSync(join(root, 'examples', name), folder, { recursive: true })
      for (const library of needed)
        symlinkSync(join(root, 'node_modules', library), join(folder, 'node_modules', library))
      await payThrough(folder, catalogue[name]!, kit, browser)
    })
  },
)

inFull('the example in plain HTML pays', async () => {
  await inFolder(async (folder) => {
    cpSync(join(root, 'examples/html'), folder, { recursive: true })
    await payThrough(folder, catalogue['html']!, kit, browser)
  })
})

const started = [
  ['by the file of tender init', firstPage],
  ['by the variables of tender dev', firstPageInDev],
] as const

test.each(share(started, 2))('the shop of docs/start.md pays, %s', async (_, example) => {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    await payOnFirstPage(folder, example, kit, browser)
  })
})

/** Works in a temporary folder in which the package of this repository is installed. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tender-example-'))
  try {
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(root, join(folder, 'node_modules/tender-checkout'))
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
