import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'

/** The locks of this process; a process id in a lock does not prove it, since ids are reused after a restart. */
const own = new Set<string>()

/** Locks a file by `<file>.lock`; throws if another process has the lock, and takes it over from a dead one. */
export function lock(file: string): () => void {
  const path = `${file}.lock`
  const claim = `${path}.${process.pid}`
  write(file, claim)
  try {
    // A link is atomic, so that no process reads a lock without its process id.
    if (!linked(claim, path)) takeOver(file, path, claim)
  } finally {
    unlinkSync(claim)
  }
  own.add(path)
  return () => {
    if (own.delete(path)) rmSync(path, { force: true })
  }
}

function write(file: string, claim: string): void {
  try {
    writeFileSync(claim, `${process.pid}\n`)
  } catch (error) {
    throw new Error(`${file} cannot be kept: ${(error as Error).message}`, { cause: error })
  }
}

function takeOver(file: string, path: string, claim: string): void {
  const aside = `${claim}.stale`
  refuseIfAlive(file, path, path)
  if (renamed(path, aside)) {
    // Between the check and the rename, another process may have taken the lock over.
    if (isAlive(aside, path)) linked(aside, path)
    unlinkSync(aside)
  }
  if (!linked(claim, path)) refuseIfAlive(file, path, path)
}

function refuseIfAlive(file: string, path: string, at: string): void {
  if (isAlive(at, path))
    throw new Error(`${file} is in use by process ${holderIn(at)} (${path}): two sandboxes cannot share one file`)
}

function isAlive(at: string, path: string): boolean {
  const holder = holderIn(at)
  return holder === process.pid ? own.has(path) : holder !== undefined && exists(holder)
}

function holderIn(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const linked = (from: string, to: string): boolean => done(() => linkSync(from, to), 'EEXIST')
const renamed = (from: string, to: string): boolean => done(() => renameSync(from, to), 'ENOENT')

/** Returns false when it fails with the expected code. */
function done(act: () => void, expected: string): boolean {
  try {
    act()
    return true
  } catch (error) {
    if (codeOf(error) === expected) return false
    throw error
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code
