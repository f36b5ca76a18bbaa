import { keyLengths, type keyOperations } from '#server-contract/issuing/keys.ts'
import type { Answer, Request } from '#contract/operation.ts'
import { declineIf } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { record } from '../ledger/ledger.ts'
import { lengthened, PART } from './des.ts'
import { checkValueOf, drawKey, hasOddParity, isCheckValueOf } from './des-key.ts'
import { partsWith, unwrapped, wrapped, type KeyPrefix } from './key-schemes.ts'
import { localMasterKey, masterKeyOf } from './master-keys.ts'
import { install, placeIn, type KeyHolder } from './terminal-keys.ts'

type Generation = Request<typeof keyOperations.generateKey>
type Generated = Answer<typeof keyOperations.generateKey>
type Setting = Request<typeof keyOperations.setKey>

/** generateKey and setKey (card management 4.3). */
export const keyHandlers = (context: IssuerContext) => ({
  generateKey: (request: Generation) => generate(context, request),
  setKey: (request: Setting) => set(context, request),
})

/**
 * Returns a new key under the host's master key and under the local one, without variants; a named terminal has it
 * installed at once.
 */
function generate(context: IssuerContext, { keyType, keyLength, hostId, ...terminal }: Generation): Generated {
  const key = drawKey(context.random, keyLengths[keyLength])
  const place = placeIn(terminal)
  if (place.terminal !== undefined) {
    install(context, place, keyType, key)
    note(context, 'KEY_GENERATION', place, keyType)
  }
  return {
    keyValue: wrapped(masterKeyOf(hostId), key),
    checkValue: checkValueOf(key),
    lmkHsmKeyValue: wrapped(localMasterKey(context), key),
  }
}

/**
 * Installs a key that is encrypted under the host's master key by inputKeyPrefix, or by the prefix that it begins with,
 * or without one, without variants. Without a terminal it is for every terminal that has none of its own.
 */
function set(context: IssuerContext, request: Setting): Record<string, never> {
  const { keyType, newKeyPrefix } = request
  const place = placeIn(request)
  const key = lengthened(keyIn(request), partsWith(newKeyPrefix))
  install(context, place, keyType, key, newKeyPrefix)
  note(context, 'KEY_INSTALLATION', place, keyType)
  return {}
}

/** A key may be stored with more parts than were sent, by repeating them, but not with fewer. */
function keyIn({ key: sent, hostId, inputKeyPrefix, keyCheckValue, newKeyPrefix }: Setting): Buffer {
  const [own, digits] = /^[0-9A-Fa-f]/.test(sent) ? [undefined, sent] : [sent[0] as KeyPrefix, sent.slice(1)]
  const prefix = inputKeyPrefix ?? own
  declineIf(own !== undefined && own !== prefix, 'A3', `key begins with ${own}, and inputKeyPrefix is ${prefix}`)
  const parts = digits.length / 2 / PART
  declineIf(
    prefix !== undefined && parts !== partsWith(prefix),
    'A3',
    `key has ${parts} parts of 16 digits, which is not what ${own ? 'its prefix' : 'inputKeyPrefix'} ${prefix} says`,
  )
  declineIf(
    parts > partsWith(newKeyPrefix),
    'A3',
    `key has ${parts} parts, more than newKeyPrefix ${newKeyPrefix} keeps`,
  )
  const key = unwrapped(masterKeyOf(hostId), digits, prefix)
  const isRight = keyCheckValue === undefined || isCheckValueOf(key, keyCheckValue)
  declineIf(!isRight, 'A3', 'keyCheckValue is not that of the key under the master key of hostId')
  declineIf(!hasOddParity(key), 'A3', 'key is not of odd parity once it is decrypted under the master key of hostId')
  return key
}

/** The sandbox's own processing codes. */
const processingCodes = { KEY_GENERATION: '930000', KEY_INSTALLATION: '931000' } as const
const EURO = 978

function note(
  context: IssuerContext,
  type: keyof typeof processingCodes,
  { terminal, merchant }: KeyHolder,
  keyType: string,
): void {
  record(context, {
    type,
    direction: 'NOOP',
    amount: 0,
    currency: EURO,
    accountAmount: 0,
    responseCode: '00',
    processingCode: processingCodes[type],
    description: `${keyType} of ${terminal === undefined ? 'every terminal' : `terminal ${terminal}`}${merchant === undefined ? '' : ` of ${merchant}`}`,
    postings: [],
  })
}
