import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { DAY } from '#contract/time/periods.ts'
import type { Clock } from '#contract/ports.ts'
import type { GoogleRootKey } from '#wallet-tokens/google/keys.ts'
import { intermediateInput } from '#wallet-tokens/google/lv.ts'
import type { GoogleVersion, IntermediateSigningKey } from '#wallet-tokens/google/shape.ts'
import { spkiOf } from '#wallet-tokens/p256.ts'
import { gson } from './gson.ts'

/** Test roots in place of Google's: openers that are given their keys trust their tokens. */
export interface GoogleRoot {
  readonly rootKeys: readonly GoogleRootKey[]
  readonly privateKeys: Readonly<Record<GoogleVersion, KeyObject>>
}

const TEN_YEARS = 3650 * DAY

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** One root key per version, as Google's `keys.json` lists them. */
export function makeGoogleRoot({ clock }: { clock: Clock }): GoogleRoot {
  const [ecv1, ecv2] = [pair(), pair()]
  return {
    rootKeys: [
      { protocolVersion: 'ECv1', keyValue: spkiOf(ecv1.publicKey).toString('base64') },
      {
        protocolVersion: 'ECv2',
        keyValue: spkiOf(ecv2.publicKey).toString('base64'),
        keyExpiration: String(clock.now() + TEN_YEARS),
      },
    ],
    privateKeys: { ECv1: ecv1.privateKey, ECv2: ecv2.privateKey },
  }
}

export interface Intermediate {
  readonly privateKey: KeyObject
  readonly intermediateSigningKey: IntermediateSigningKey
}

/** A key that is valid for two days, signed by the ECv2 root. */
export function makeIntermediate(root: GoogleRoot, clock: Clock): Intermediate {
  const { privateKey, publicKey } = pair()
  const keyExpiration = String(clock.now() + 2 * DAY)
  const signedKey = gson({ keyValue: spkiOf(publicKey).toString('base64'), keyExpiration })
  const signature = sign('sha256', intermediateInput('ECv2', signedKey), root.privateKeys.ECv2)
  return { privateKey, intermediateSigningKey: { signedKey, signatures: [signature.toString('base64')] } }
}
