import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip } from 'node:zlib'

/** The bytes of a file that browsers fetch, and its compressed forms, where there are any. */
export interface EncodedFile {
  readonly bytes: Uint8Array
  readonly br?: Uint8Array
  readonly gzip?: Uint8Array
}

/** A content coding (RFC 9110, 8.4.1) that files are compressed with. */
export type Coding = 'br' | 'gzip'

/** Reads a built file and its compressed forms beside it; rejects where one of those does not match the file. */
export async function readEncoded(path: string): Promise<EncodedFile> {
  const bytes = await readFile(path)
  const [br, gz] = await Promise.all([`${path}.br`, `${path}.gz`].map(readIfThere))
  const file = { bytes, ...(br && { br }), ...(gz && { gzip: gz }) }
  if (!isConsistent(file)) throw new Error(`${path}.br or .gz is of another file: run \`npm run build\` again`)
  return file
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function isConsistent({ bytes, br, gzip: gz }: EncodedFile): boolean {
  try {
    return (!br || brotliDecompressSync(br).equals(bytes)) && (!gz || gunzipSync(gz).equals(bytes))
  } catch {
    return false
  }
}

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** The levels of brotli and gzip: `quick` takes a fiftieth of the time of `best`, for a tenth more bytes. */
const levels = { quick: [5, 6], best: [11, 9] } as const

/**
 * Compresses a text that is made while the proxy runs. It must contain no secret, nor anything that a request has sent.
 */
export async function encodeText(text: string, effort: keyof typeof levels = 'best'): Promise<EncodedFile> {
  const bytes = Buffer.from(text)
  const [quality, level] = levels[effort]
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzipped(bytes, { level })])
  return { bytes, br, gzip: gz }
}
