import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import type { Page } from 'playwright'
import { halves, spelledInBytes, type Canary, type Half } from './canary.ts'

/** Regions are read in pieces of this many bytes. */
const PIECE = 8 * 1024 * 1024

/**
 * The formats of a card's parts in the memory of the process that runs the page itself; its frames of other sites run
 * in other processes. `undefined` where a process's memory cannot be read.
 */
export async function spelledInMemory(page: Page, canary: Canary): Promise<ReadonlyMap<Half, string> | undefined> {
  // The page's own process is the one that contains a mark which only the page has.
  const mark = `mark-${crypto.randomUUID()}`
  await page.evaluate(`globalThis.mark = ${JSON.stringify(mark.split('-'))}.join('-') + '!'; void mark.charCodeAt(3)`)
  const session = await page.context().browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const isMarked = (piece: Buffer): boolean =>
    piece.includes(`${mark}!`, 0, 'latin1') || piece.includes(`${mark}!`, 0, 'utf16le')
  const spelled = new Map<Half, string>()
  const isAll = (piece: Buffer): boolean => {
    for (const half of halves) {
      const found = spelled.get(half) ?? spelledInBytes(canary, piece, [half])
      if (found !== undefined) spelled.set(half, found)
    }
    return spelled.size === halves.length
  }
  try {
    const own = renderers.filter((id) => isAnyPiece(id, isMarked))
    if (own.length === 0) throw new Error('No process holds the mark of the page')
    own.some((id) => isAnyPiece(id, isAll))
    return spelled
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Whether a piece of a process's memory matches; reading stops at the first match. */
function isAnyPiece(id: number, is: (piece: Buffer) => boolean): boolean {
  const memory = openSync(`/proc/${id}/mem`, 'r')
  try {
    return regionsOf(id).some(([from, to]) => isAnyInRegion(memory, from, to, is))
  } finally {
    closeSync(memory)
  }
}

/** The memory that the process has written: private, without unchanged mappings of files. */
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

function isAnyInRegion(memory: number, from: number, to: number, is: (piece: Buffer) => boolean): boolean {
  const piece = Buffer.alloc(Math.min(PIECE, to - from))
  // Pieces overlap by more than the length of any searched text.
  for (let at = from; at < to; at += PIECE - 256) {
    const length = readPiece(memory, piece, Math.min(piece.length, to - at), at)
    if (is(piece.subarray(0, length))) return true
  }
  return false
}

/** A reserved region may have no readable pages. */
function readPiece(memory: number, piece: Buffer, length: number, at: number): number {
  try {
    return readSync(memory, piece, 0, length, at)
  } catch {
    return 0
  }
}
