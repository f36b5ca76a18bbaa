import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import type { Page } from 'playwright'

/** Regions are read in pieces of this many bytes. */
const PIECE = 8 * 1024 * 1024

/**
 * Whether a text stands in the memory of the process that runs the page itself, as latin1 or UTF-16; its frames of
 * other sites run in others. `undefined` where the memory of a process cannot be read.
 */
export async function memoryHolds(page: Page, text: string): Promise<boolean | undefined> {
  // The page's own process is the one that holds what only the page was told.
  const mark = `mark-${crypto.randomUUID()}`
  await page.evaluate(`globalThis.mark = ${JSON.stringify(mark.split('-'))}.join('-') + '!'; void mark.charCodeAt(3)`)
  const session = await page.context().browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  try {
    const own = renderers.filter((id) => processHolds(id, `${mark}!`))
    if (own.length === 0) throw new Error('No process holds the mark of the page')
    return own.some((id) => processHolds(id, text))
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

function processHolds(id: number, text: string): boolean {
  const wanted = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')]
  const memory = openSync(`/proc/${id}/mem`, 'r')
  try {
    return regionsOf(id).some(([from, to]) => regionHolds(memory, from, to, wanted))
  } finally {
    closeSync(memory)
  }
}

/** What the process has written: its private memory, without what was mapped from files and never changed. */
const regionsOf = (id: number): [number, number][] =>
  readFileSync(`/proc/${id}/maps`, 'utf8')
    .split('\n')
    .filter((line) => / rw.p /.test(line))
    .map(
      (line) =>
        line
          .split(' ')[0]!
          .split('-')
          .map((at) => parseInt(at, 16)) as [number, number],
    )

function regionHolds(memory: number, from: number, to: number, wanted: readonly Buffer[]): boolean {
  const piece = Buffer.alloc(Math.min(PIECE, to - from))
  // Pieces overlap by more than any text is long.
  for (let at = from; at < to; at += PIECE - 256) {
    const length = readPiece(memory, piece, Math.min(piece.length, to - at), at)
    if (wanted.some((text) => piece.subarray(0, length).includes(text))) return true
  }
  return false
}

/** A reserved region may have no pages behind it. */
function readPiece(memory: number, piece: Buffer, length: number, at: number): number {
  try {
    return readSync(memory, piece, 0, length, at)
  } catch {
    return 0
  }
}
