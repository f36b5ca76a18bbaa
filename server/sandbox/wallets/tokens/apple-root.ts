import type { webcrypto } from 'node:crypto'
import type { Certificate } from 'pkijs'
import { DAY } from '#contract/time/periods.ts'
import type { Clock, Random } from '#contract/ports.ts'
import { engine } from '#wallet-tokens/apple/cms.ts'
import { oids } from '#wallet-tokens/apple/oids.ts'
import type { AppleVersion } from '#wallet-tokens/apple/shape.ts'
import { issue, pemOf, type Issuer, type CertificateRequest } from './certificate.ts'

/** The signer of payment data: its key, and its certificate with that of the authority. */
export interface AppleSigner {
  readonly privateKey: webcrypto.CryptoKey
  readonly certificates: readonly [leaf: Certificate, intermediate: Certificate]
}

/** A test root in place of Apple's: openers that are given it trust its tokens. */
export interface AppleRoot {
  /** PEM. */
  readonly root: string
  /** Makes the signer of a version at its first use: generating an RSA key is slow, and few tokens need one. */
  signer(version: AppleVersion): Promise<AppleSigner>
}

const YEAR = 365 * DAY

const curve = { name: 'ECDSA', namedCurve: 'P-256' }
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}

interface Member extends Pick<CertificateRequest, 'name' | 'isAuthority' | 'marks'> {
  readonly years: number
  readonly algorithm: typeof curve | typeof rsa
}

const authority = { isAuthority: true, algorithm: curve }
const leaf = { isAuthority: false, years: 5, marks: [oids.appleLeaf] }
const members = {
  root: { ...authority, name: 'Sandbox Root CA', years: 25 },
  intermediate: { ...authority, name: 'Sandbox Integration CA', years: 15, marks: [oids.appleIntermediate] },
  EC_v1: { ...leaf, name: 'sandbox-ecc-sign', algorithm: curve },
  RSA_v1: { ...leaf, name: 'sandbox-rsa-sign', algorithm: rsa },
} as const satisfies Record<string, Member>

/** Issues root -> intermediate -> one leaf per version, with the marks that Apple's certificates have. */
export async function makeAppleRoot({ clock, random }: { clock: Clock; random: Random }): Promise<AppleRoot> {
  const validFrom = clock.now() - DAY
  const enter = async ({ algorithm, years, ...request }: Member, issuer?: Issuer): Promise<Issuer> => {
    const keys = await generateKeys(algorithm)
    return {
      keys,
      certificate: await issue({ ...request, keys, validFrom, validTo: validFrom + years * YEAR }, random, issuer),
    }
  }
  const root = await enter(members.root)
  const intermediate = await enter(members.intermediate, root)
  const made = new Map<AppleVersion, Promise<AppleSigner>>()
  const make = async (version: AppleVersion): Promise<AppleSigner> => {
    const { keys, certificate } = await enter(members[version], intermediate)
    return { privateKey: keys.privateKey, certificates: [certificate, intermediate.certificate] }
  }
  return {
    root: pemOf(root.certificate),
    signer(version) {
      const signer = made.get(version) ?? make(version)
      made.set(version, signer)
      return signer
    },
  }
}

const generateKeys = (algorithm: Member['algorithm']): Promise<webcrypto.CryptoKeyPair> =>
  engine.generateKey(algorithm, false, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>
