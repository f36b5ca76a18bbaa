import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys } from '#signature/make-keys.ts'

/** Two merchants' keys, generated once for all tests of this folder, since that takes a while. */
export const ours = await makeKeys('Shop & Söhne', systemClock, systemRandom)
export const theirs = await makeKeys('Another shop', systemClock, systemRandom)
