import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import * as kit from '../../server/testing.ts'
import { closeContexts, sharedBrowser } from '../journeys/support/browser.ts'
import { root } from '../support/root.ts'
import { catalogue, type Example } from './catalogue.ts'
import { firstPage, firstPageInDev } from './first-page.ts'
import { payOnFirstPage, payThrough } from './pay-through.ts'
import { inFull, share } from '../support/extent.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeContexts(browser))

interface Here extends Example {
  /** What it needs of what is installed for the tests. */
  readonly libraries: readonly string[]
}

/** The examples that pay here; the declarations, which `tsc` reads, are in the packed package only. */
const here: Readonly<Record<string, Here>> = {
  express: { ...catalogue['express']!, libraries: ['express'] },
  react: {
    ...catalogue['react']!,
    start: () => ['npm', 'exec', '-c', 'vite build && node server.js'],
    libraries: ['.bin', '@vitejs', 'express', 'react', 'react-dom', 'vite'],
  },
}

test.each(Object.entries(here))(
  'the example with %s pays; npm run test:examples pays through every example',
  async (name, example) => {
    await inFolder(async (folder) => {
      cpSync(join(root, 'examples', name), folder, { recursive: true })
      for (const library of example.libraries)
        symlinkSync(join(root, 'node_modules', library), join(folder, 'node_modules', library))
      await payThrough(folder, example, kit, browser)
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
