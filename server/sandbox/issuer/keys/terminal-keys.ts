import type { CardAcceptorParameters } from '#contract/issuing/blocks.ts'
import type { keyTypes } from '#contract/issuing/keys.ts'
import type { Desk } from '../desk.ts'
import { bytesOf, checkValueOf } from './des-key.ts'
import { unwrapped, wrapped, type KeyPrefix } from './key-schemes.ts'
import { localMasterKey, publishedKeys } from './master-keys.ts'

export type KeyType = (typeof keyTypes)[number]

/** How generateKey and setKey name a terminal. */
export interface Terminal {
  readonly terminalId?: number | undefined
  readonly terminalNumber?: string | undefined
}

/** The terminal's number; in the sandbox its internal identifier is the same number. */
export const terminalIn = ({ terminalId, terminalNumber }: Terminal): string | undefined =>
  terminalNumber ?? (terminalId === undefined ? undefined : String(terminalId))

/** Puts a key of a terminal on file, in the place of the one of its type before. */
export function install(desk: Desk, terminal: string, type: KeyType, key: Buffer, prefix?: KeyPrefix): void {
  desk.books.keys.put(`${terminal}/${type}`, {
    terminal,
    type,
    prefix,
    underLmk: wrapped(localMasterKey(desk), key, prefix),
    checkValue: checkValueOf(key),
  })
}

/** The key that protects PIN blocks from there: the terminal's master key for PIN, or the published one. */
export function pinKeyOf(desk: Desk, acceptor: CardAcceptorParameters | undefined): Buffer {
  const onFile = acceptor && desk.books.keys.get(`${acceptor.terminalIdentification}/ENKTTMKP`)
  if (!onFile) return bytesOf(publishedKeys.pin)
  return unwrapped(localMasterKey(desk), onFile.underLmk, onFile.prefix)
}
