import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../support/extent.ts'
import { root } from '../../support/root.ts'
import { states } from '../states/states.ts'
import { fits } from '../support/fits.ts'
import { contactSheet } from './contact-sheet.ts'
import { differences, readAll, written, type Fingerprint } from './fingerprint.ts'
import { takeScreenshot, type Picture } from './screenshot.ts'
import {
  devices,
  languages,
  openShop,
  reach,
  schemesIn,
  type Device,
  type Language,
  type Scheme,
  type Shop,
} from './visit.ts'

/** `npm run pictures` approves what it sees: it writes the fingerprints, and the contact sheets of the documentation. */
const approves = process.env['PICTURES'] === 'approve'

let shop: Shop
/** Decodes screenshots and composes sheets. */
let decoder: Page
beforeAll(async () => {
  shop = await openShop()
  decoder = await shop.fixture.browser.newPage()
})
afterAll(async () => {
  for (const device of shownDevices)
    for (const language of shownLanguages)
      for (const scheme of schemesIn(language)) await approve(device, scheme, language)
  await shop.close()
})

const approvedFile = (device: Device, scheme: Scheme, language: Language): string =>
  `${import.meta.dirname}/approved/${device}-${scheme}-${language}.txt`

function approvedOf(device: Device, scheme: Scheme, language: Language): ReadonlyMap<string, Fingerprint> {
  const file = approvedFile(device, scheme, language)
  return existsSync(file) ? readAll(readFileSync(file, 'utf8')) : new Map()
}

const sheetFile = (device: Device, scheme: Scheme, language: Language): string =>
  `${root}/docs/images/pictures/${device}-${scheme}-${language}.webp`

const taken = new Map<string, Map<string, Picture>>()

/** Takes the pictures of a state in each scheme, which the page follows as it is open. */
async function capture(name: string, device: Device, language: Language): Promise<void> {
  const page = await reach(name, shop, device, language)
  try {
    await fits(page)
    for (const scheme of schemesIn(language)) {
      await page.emulateMedia({ colorScheme: scheme })
      if (!states[name]!.isOfProxy)
        await page.locator(`tender-checkout .box[data-scheme=${scheme}]`).waitFor({ state: 'attached' })
      const picture = await takeScreenshot(page, decoder, device, states[name]!.isOfProxy ? 'main' : 'tender-checkout')
      if (approves) {
        save(name, device, scheme, language, picture.png)
        keep(`${device} ${scheme} ${language}`, name, picture)
      } else compare(name, device, scheme, language, picture)
    }
  } finally {
    await page.context().close()
  }
}

function keep(sheet: string, name: string, picture: Picture): void {
  taken.set(sheet, (taken.get(sheet) ?? new Map<string, Picture>()).set(name, picture))
}

/** Writes a picture in full size, for whoever looks at it. */
function save(name: string, device: Device, scheme: Scheme, language: Language, png: Buffer): string {
  return write(`${root}/dist/pictures/${device}-${scheme}-${language}-${name.replaceAll(' ', '-')}.png`, png)
}

function write(file: string, content: string | Buffer): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

function compare(name: string, device: Device, scheme: Scheme, language: Language, { fingerprint, png }: Picture) {
  const approved = approvedOf(device, scheme, language).get(name)
  const found = approved ? differences(fingerprint, approved) : ['nobody has approved it yet']
  if (found.length === 0) return
  const shown = save(name, device, scheme, language, png)
  const title = `The picture of "${name}" on a ${device} in the ${scheme}, language ${language}`
  expect.fail(`${title}: ${found.join('; ')}. Look at ${shown}; \`npm run pictures\` approves it.`)
}

/** `npm test` has time for a form, an error and a result. */
const few = new Set(['ready', 'errors', 'declined'])
const pictured = Object.keys(states).filter((name) => !states[name]!.isElsewhere && !states[name]!.looksLike)
const shown = pictured.filter((name) => isFull || few.has(name))
/** A state in a language of its own is seen once, among those in English. */
const shownIn = (language: Language) => shown.filter((name) => language === 'en' || !states[name]!.locale)
const shownDevices = isFull ? (Object.keys(devices) as Device[]) : (['phone'] as const)
const shownLanguages = isFull ? languages : (['long'] as const)

describe.each(shownDevices)('on a %s', (device) => {
  describe.each(shownLanguages)('in the language %s', (language) => {
    test.concurrent.each(shownIn(language))('nothing of "%s" is cut off, and it looks as approved', (name) =>
      capture(name, device, language),
    )
  })
})

/**
 * Writes the fingerprints of the pictures that were taken of a device, a scheme and a language, and keeps those of the
 * others; the contact sheet needs all pictures.
 */
async function approve(device: Device, scheme: Scheme, language: Language): Promise<void> {
  const pictures = taken.get(`${device} ${scheme} ${language}`)
  if (!pictures) return
  const before = approvedOf(device, scheme, language)
  const lines = shownIn(language).flatMap((name) => {
    const fingerprint = pictures.get(name)?.fingerprint ?? before.get(name)
    return fingerprint ? written(name, fingerprint) : []
  })
  write(approvedFile(device, scheme, language), lines.join(''))
  if (pictures.size !== shownIn(language).length) return
  const inOrder = shownIn(language).map((name) => [name, pictures.get(name)!] as const)
  write(sheetFile(device, scheme, language), await contactSheet(decoder, device, inOrder))
}
