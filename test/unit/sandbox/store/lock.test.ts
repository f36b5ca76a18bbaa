import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { fileStore } from '#sandbox/store/file-store.ts'
import { folder } from './folder.ts'

const path = folder()
/** The process id of a process that has ended. */
const deadPid = (): string => execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim()

test('a file that is open here is not opened a second time, and is free after closing', () => {
  const file = path('twice')
  const store = fileStore(file)
  expect(readFileSync(`${file}.lock`, 'utf8').trim()).toBe(String(process.pid))
  expect(() => fileStore(file)).toThrow(`in use by process ${process.pid}`)
  store.close()
  expect(existsSync(`${file}.lock`)).toBe(false)
  fileStore(file).close()
})

test('a file that another process has is refused and untouched', () => {
  const file = path('other')
  fileStore(file).close()
  const before = readFileSync(file)
  const other = spawn('sleep', ['60'])
  writeFileSync(`${file}.lock`, `${other.pid}\n`)
  expect(() => fileStore(file)).toThrow(`in use by process ${other.pid}`)
  other.kill()
  expect(readFileSync(file)).toEqual(before)
  expect(existsSync(`${file}.lock`)).toBe(true)
})

test.each([
  ['of a dead process', () => deadPid()],
  ['of an earlier process with the number of this one', () => String(process.pid)],
  ['that says nothing', () => ''],
])('a lock %s is taken over', (_, holder) => {
  const file = path(`stale-${_}`)
  writeFileSync(`${file}.lock`, holder())
  const store = fileStore(file)
  expect(readFileSync(`${file}.lock`, 'utf8').trim()).toBe(String(process.pid))
  store.close()
  expect(readdirSync(dirname(file)).filter((name) => name.startsWith(`stale-${_}.`))).toEqual([])
})
