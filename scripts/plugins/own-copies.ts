import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** A feature that is loaded when it is needed. */
const FEATURE = /\/src\/element\/methods\/code\//
/** What it shares with 3-D Secure, which is loaded when that is needed. */
const SHARED =
  /\/src\/(?:element\/(?:waiting\/(?:page-events|time-left|watch)|i18n\/currencies)|contract\/money\/money-format|texts\/formats)\.ts$/
const COPY = /\?code$/

/**
 * Gives the payments by a code copies of what they share with 3-D Secure. In a file of its own it would be one more that
 * both wait for, and a browser remembers such a file as lost, while the two are requested again.
 */
export const ownCopies = (): Plugin => ({
  name: 'own-copies',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'cdn',
  async resolveId(source, importer) {
    if (!importer || !(FEATURE.test(importer) || COPY.test(importer))) return null
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found && SHARED.test(found.id) ? { ...found, id: `${found.id}?code` } : null
  },
  load: {
    filter: { id: COPY },
    handler: (id) => ({ code: readFileSync(id.replace(COPY, ''), 'utf8'), moduleType: 'ts' }),
  },
})
