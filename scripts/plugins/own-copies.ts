import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The features that are loaded when they are needed, by their folder, and the mark of their copies. */
const features: readonly (readonly [folder: RegExp, mark: string])[] = [
  [/\/src\/element\/methods\/code\//, '?code'],
  [/\/src\/element\/methods\/bank-page\//, '?page'],
]
/** What they share with 3-D Secure or with a button, which are loaded at other times. */
const SHARED =
  /\/src\/(?:element\/(?:methods\/code\/marks|waiting\/(?:page-events|time-left|watch)|i18n\/currencies)|contract\/money\/(?:currencies|money-format)|texts\/formats)\.ts$/
const COPY = /\?(?:code|page)$/

/**
 * Gives the payments by a code and the bank's page copies of what they share with 3-D Secure and with their buttons. In a
 * file of its own it would be one more that all wait for, and a browser remembers such a file as lost, while the features
 * are requested again.
 */
export const ownCopies = (): Plugin => ({
  name: 'own-copies',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'cdn',
  async resolveId(source, importer) {
    const mark = importer && (COPY.exec(importer)?.[0] ?? features.find(([folder]) => folder.test(importer))?.[1])
    if (!mark) return null
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found && SHARED.test(found.id) ? { ...found, id: found.id + mark } : null
  },
  load: {
    filter: { id: COPY },
    handler: (id) => ({ code: readFileSync(id.replace(COPY, ''), 'utf8'), moduleType: 'ts' }),
  },
})
