import { browserClock as clock } from '#bridge/clock.ts'
import { answerPage } from '#bridge/handshake.ts'
import { names, type CardHost } from '#bridge/protocol.ts'
import { browserData } from './browser-data.ts'
import { mountCardFrame } from './card-frame.ts'
import { dropUnmeant } from './visibility.ts'

const browser = () =>
  browserData({
    userAgent: navigator.userAgent,
    language: navigator.language,
    colorDepth: screen.colorDepth,
    screenWidth: screen.width,
    screenHeight: screen.height,
    timeZoneOffset: new Date().getTimezoneOffset(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })

/** Calls made before the page has answered wait for it. */
const host: CardHost = {
  opened: async (opened) => (await page).opened(opened),
  progressed: async (progress) => (await page).progressed(progress),
  resized: async (height) => (await page).resized(height),
  mayPay: async () => (await page).mayPay(),
  concluded: async (outcome) => (await page).concluded(outcome),
  failed: async (trouble) => (await page).failed(trouble),
}

const random = { uuid: () => crypto.randomUUID() }
const { frame, leave } = mountCardFrame({ document, clock, random, carry: (request) => fetch(request), host, browser })
dropUnmeant(document)

const parents = (document.documentElement.dataset.parents ?? '').split(' ').filter(Boolean)
const page = answerPage<CardHost>(parents, crypto.randomUUID(), { offers: frame, names: names.cardFrame })

addEventListener('pagehide', leave)
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
