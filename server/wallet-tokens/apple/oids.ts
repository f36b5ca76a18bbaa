/** The object identifiers in Apple Pay's signature. */
export const oids = {
  signedData: '1.2.840.113549.1.7.2',
  data: '1.2.840.113549.1.7.1',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  commonName: '2.5.4.3',
  /** Marks the certificate that signs payment data. */
  appleLeaf: '1.2.840.113635.100.6.29',
  /** Marks the authority that issues those. */
  appleIntermediate: '1.2.840.113635.100.6.2.14',
} as const
