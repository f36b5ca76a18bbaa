import { X509Certificate } from 'node:crypto'
import type { Certificate } from 'pkijs'
import { WalletTokenRefused } from '../refused.ts'
import type { SignedBy } from './cms.ts'
import { oids } from './oids.ts'

interface ParsedCertificate {
  readonly x509: X509Certificate
  readonly extensions: Certificate['extensions']
}

/**
 * Checks that the signer chains through one marked intermediate to a trusted root, all valid at the signing time. The
 * path is fixed instead of searched for, since certificates that issue each other would make a search endless.
 * @throws WalletTokenRefused `chain_invalid`
 */
export function checkChain({ signer, certificates, signedAt }: SignedBy, roots: readonly string[]): void {
  try {
    const leaf = read(signer)
    const intermediates = certificates.map(read).filter((one) => has(one, oids.appleIntermediate))
    const trusted = roots.map((pem) => new X509Certificate(pem)).filter((root) => isValidAt(root, signedAt))
    if (has(leaf, oids.appleLeaf) && isSoundAt(leaf, signedAt))
      for (const intermediate of intermediates) if (leads(leaf, intermediate, trusted, signedAt)) return
  } catch {
    // A certificate that cannot be read makes the chain invalid.
  }
  throw new WalletTokenRefused('chain_invalid')
}

const leads = (
  leaf: ParsedCertificate,
  intermediate: ParsedCertificate,
  roots: readonly X509Certificate[],
  at: number,
): boolean =>
  isSoundAt(intermediate, at) &&
  isIssuedBy(leaf.x509, intermediate.x509) &&
  roots.some((root) => isIssuedBy(intermediate.x509, root))

const isIssuedBy = (child: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && child.checkIssued(issuer) && child.verify(issuer.publicKey)

const isValidAt = ({ validFrom, validTo }: X509Certificate, at: number): boolean =>
  Date.parse(validFrom) <= at && at <= Date.parse(validTo)

/** An unknown critical extension forbids the certificate's use (RFC 5280, 4.2). */
const understood: ReadonlySet<string> = new Set([
  oids.basicConstraints,
  oids.keyUsage,
  oids.appleLeaf,
  oids.appleIntermediate,
])

const isSoundAt = ({ x509, extensions = [] }: ParsedCertificate, at: number): boolean =>
  isValidAt(x509, at) && extensions.every(({ critical, extnID }) => !critical || understood.has(extnID))

const has = ({ extensions = [] }: ParsedCertificate, oid: string): boolean =>
  extensions.some(({ extnID }) => extnID === oid)

const read = (certificate: Certificate): ParsedCertificate => ({
  x509: new X509Certificate(Buffer.from(certificate.toSchema().toBER())),
  extensions: certificate.extensions,
})
