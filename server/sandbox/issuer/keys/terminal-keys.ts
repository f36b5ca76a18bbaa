import type { CardAcceptorParameters } from '#server-contract/issuing/blocks.ts'
import type { Long } from '#server-contract/issuing/fields.ts'
import type { IssuerContext } from '../context.ts'
import { bytesOf, checkValueOf } from './des-key.ts'
import { unwrapped, wrapped, type KeyPrefix } from './key-schemes.ts'
import type { TerminalKey } from '../records.ts'
import { localMasterKey, publishedKeys } from './master-keys.ts'

/** The type of a terminal's master key for PIN. */
const PIN_KEY = 'ENKTTMKP'

/** How generateKey and setKey name a terminal. */
export interface Terminal {
  readonly terminalId?: Long | undefined
  readonly terminalNumber?: string | undefined
  readonly merchantNumber?: string | undefined
}

/**
 * Where a key is for: a terminal by its number, or without one every terminal; of a merchant, or without one of every
 * merchant. A key for fewer goes before one for more, and the terminal's before the merchant's.
 */
export interface KeyHolder {
  readonly terminal?: string | undefined
  readonly merchant?: string | undefined
}

/** The terminal of a key; in the sandbox a terminal's internal identifier is the same as its number. */
export function placeIn({ terminalId, terminalNumber, merchantNumber: merchant }: Terminal): KeyHolder {
  const terminal = terminalNumber ?? (terminalId === undefined ? undefined : String(terminalId))
  return { terminal, merchant }
}

const rowKey = ({ merchant, terminal }: KeyHolder, type: string): string =>
  JSON.stringify([merchant ?? null, terminal ?? null, type])

/** Stores a terminal's key, replacing the previous one of its type. */
export function install(context: IssuerContext, place: KeyHolder, type: string, key: Buffer, prefix?: KeyPrefix): void {
  context.tables.keys.put(rowKey(place, type), {
    ...place,
    type,
    prefix,
    underLmk: wrapped(localMasterKey(context), key, prefix),
    checkValue: checkValueOf(key),
  })
}

/** The key that protects a terminal's PIN blocks: the terminal's master key for PIN, or the published one. */
export function pinKeyOf(context: IssuerContext, acceptor: CardAcceptorParameters | undefined): Buffer {
  const onFile = acceptor && pinKeyOnFile(context, acceptor)
  if (!onFile) return bytesOf(publishedKeys.pin)
  return unwrapped(localMasterKey(context), onFile.underLmk, onFile.prefix)
}

/** That of the merchant's own terminal, of the terminal's number alone, of the merchant, or of all. */
function pinKeyOnFile({ tables: { keys } }: IssuerContext, acceptor: CardAcceptorParameters): TerminalKey | undefined {
  const { terminalIdentification: terminal, merchantIdentification: merchant } = acceptor
  const places: readonly KeyHolder[] = [{ terminal, merchant }, { terminal }, { merchant }, {}]
  return places.map((place) => keys.get(rowKey(place, PIN_KEY))).find(Boolean)
}
