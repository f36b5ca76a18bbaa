import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shopProgram } from '#cli/dev/own-shop.ts'
import { poll } from '../../../support/poll.ts'

const env = { PATH: process.env['PATH'] }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tender-shop-'))
})
afterEach(() => {
  process.exitCode = undefined
  rmSync(folder, { recursive: true })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a shop that ends ends the rest, with its exit code', async () => {
  const end = vi.fn(async () => {})
  await shopProgram(['sh', '-c', 'exit $CODE']).run({ ...env, CODE: '3' }, end)
  expect(end).toHaveBeenCalledOnce()
  expect(process.exitCode).toBe(3)
})

test('a shop is ended with what its shell has started, as npm does', async () => {
  const file = join(folder, 'pid')
  const program = shopProgram(['sh', '-c', `sleep 300 & echo $! > ${file}.new; mv ${file}.new ${file}; wait; true`])
  const end = vi.fn(async () => {})
  const over = program.run(env, end)
  let pid = 0
  await poll(() => {
    pid = Number(readFileSync(file, { encoding: 'utf8', flag: 'a+' }))
    return pid
  }).toBeGreaterThan(0)
  await program.close()
  await over
  await poll(() => isRunning(pid)).toBe(false)
  expect(end).not.toHaveBeenCalled()
  expect(process.exitCode).toBeUndefined()
})

test('a shop that cannot be started is named, and ends the rest', async () => {
  const end = vi.fn(async () => {})
  await expect(shopProgram(['no-such-program']).run(env, end)).rejects.toThrow('“no-such-program” cannot be started: ')
  expect(end).toHaveBeenCalledOnce()
})

test('without a program nothing ends', async () => {
  const end = vi.fn(async () => {})
  const program = shopProgram([])
  await program.run(env, end)
  await program.close()
  expect(end).not.toHaveBeenCalled()
})
