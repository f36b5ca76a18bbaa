import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Clock } from '#contract/ports.ts'
import { kept } from '#sandbox/store/kept.ts'
import type { Store } from '#sandbox/store/store.ts'
import { makeGoogleRoot, type GoogleRoot } from '#wallet-tokens/make/google-root.ts'

const curve = { namedCurve: 'P-256' }

export const pemOf = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString()

/** The key for which a wallet's tokens are encrypted. */
export const privateKeyIn = (store: Store, name: string): KeyObject =>
  createPrivateKey(
    kept(store.table<string>('wallet-keys'), name, () => pemOf(generateKeyPairSync('ec', curve).privateKey)),
  )

interface GoogleRow {
  readonly rootKeys: GoogleRoot['rootKeys']
  /** PKCS #8 PEM by version. */
  readonly privateKeys: Readonly<Record<keyof GoogleRoot['privateKeys'], string>>
}

export function googleRootIn(store: Store, clock: Clock): GoogleRoot {
  const { rootKeys, privateKeys } = kept(store.table<GoogleRow>('wallet-google-root'), 'root', () => {
    const made = makeGoogleRoot({ clock })
    const { ECv1, ECv2 } = made.privateKeys
    return { rootKeys: made.rootKeys, privateKeys: { ECv1: pemOf(ECv1), ECv2: pemOf(ECv2) } }
  })
  return {
    rootKeys,
    privateKeys: { ECv1: createPrivateKey(privateKeys.ECv1), ECv2: createPrivateKey(privateKeys.ECv2) },
  }
}

/** How many roots are trusted: the keys of an Apple root are not stored, so each process makes its own. */
const MAX_ROOTS = 4

/** The trusted Apple roots, PEM, the new one first. */
export function rootsWith(store: Store, root: string): readonly string[] {
  const table = store.table<readonly string[]>('wallet-apple-roots')
  const roots = [root, ...(table.get('roots') ?? [])].slice(0, MAX_ROOTS)
  table.put('roots', roots)
  return roots
}
