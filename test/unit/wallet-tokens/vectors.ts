import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { root } from '../../support/root.ts'

const folder = join(root, '../shared/vectors')

interface AppleVector {
  readonly id: string
  readonly paymentData: {
    readonly version: string
    readonly data: string
    readonly signature: string
    readonly header: Readonly<Record<string, string>>
  }
  readonly merchantPrivateKeyPem: string
  readonly merchantIdentifier: string
  readonly merchantIdSha256Hex: string
  readonly sharedSecretHex?: string
  readonly symmetricKeyHex: string
  readonly plaintext: string
  readonly signedContentSha256Hex: string
  readonly cmsSigningTimeUtc: string
}

export interface AppleVectors {
  readonly appleRootCaG3: { readonly pem: string; readonly sha256Fingerprint: string }
  readonly vectors: readonly AppleVector[]
}

interface GoogleVector {
  readonly id: string
  readonly recipientId: string
  readonly rootKeysSpkiBase64: readonly string[]
  readonly token: {
    readonly protocolVersion: string
    readonly signature: string
    readonly signedMessage: string
    readonly intermediateSigningKey?: { readonly signedKey: string; readonly signatures: readonly string[] }
  }
  readonly verifyAtMillis?: number
  readonly intermediateKeyExpiration?: number
  readonly recipientPrivateKeyPkcs8Base64?: string
  readonly expected: {
    readonly plaintext?: string
    readonly ecdhSharedSecretHex?: string
    readonly aesCtrKeyHex?: string
    readonly hmacSha256KeyHex?: string
  }
}

export interface GoogleVectors {
  readonly tinkTestKeysForBuildingTokens: { readonly alternateMerchantPrivateKeyPkcs8Base64: string }
  readonly vectors: readonly GoogleVector[]
}

/** Runs tests with published tokens, which contain others' data and are not stored here; skips with a message. */
export function withVectors<T>(
  name: 'applepay-tokens.json' | 'googlepay-tokens.json',
  run: (vectors: T) => void,
): void {
  const file = join(folder, name)
  if (existsSync(file)) return run(JSON.parse(readFileSync(file, 'utf8')) as T)
  const reason = `there is no ../shared/vectors/${name} beside the repository`
  process.stdout.write(`skipped: ${reason}\n`)
  test(`published tokens of ${name}`, ({ skip }) => skip(reason))
}
