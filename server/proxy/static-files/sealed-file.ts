import type { Signer } from '../tickets/signatures.ts'
import type { EncodedFile } from './encoded-file.ts'

const packed = (bytes: Uint8Array | undefined): string => (bytes ? Buffer.from(bytes).toString('base64') : '')

/** A file and its address as signed text: write access to the folder alone is not enough to have a script served. */
export const sealFile = (signer: Signer, path: string, { bytes, br, gzip }: EncodedFile): string =>
  signer.sign('release', [path, packed(bytes), packed(br), packed(gzip)])

/** The file of an address, or `undefined` where the text was not sealed by one of the proxies for that address. */
export function openFile(signer: Signer, path: string, text: string): EncodedFile | undefined {
  const [sealedPath, bytes, br, gzip] = (signer.open('release', text) ?? []) as readonly string[]
  if (sealedPath !== path || bytes === undefined) return undefined
  return { bytes: unpacked(bytes), ...(br && { br: unpacked(br) }), ...(gzip && { gzip: unpacked(gzip) }) }
}

const unpacked = (text: string): Uint8Array => Buffer.from(text, 'base64')
