import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environment } from '../unit/proxy/support/test-proxy.ts'
import { built, processes, slow } from '../unit/cli/tender.ts'

const start = processes()
const env = { ...environment, TENDER_HOST: '127.0.0.1', TENDER_PORT: '0' }

test('a folder of releases that is not there is a sentence, and the proxy does not start', slow, async () => {
  const tender = start(process.execPath, [built, 'proxy'], { ...env, TENDER_RELEASES: '/nowhere/at/all' })
  expect(await tender.ended).toBe(1)
  expect(tender.error()).toMatch(
    /^TENDER_RELEASES: the folder \/nowhere\/at\/all cannot be read and written: ENOENT.*\n$/,
  )
})

test('when the proxy listens, its script files are in the folder', slow, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tender-releases-'))
  const tender = start(process.execPath, [built, 'proxy'], { ...env, TENDER_RELEASES: folder })
  await tender.printed('The proxy listens on')
  const files = await readdir(folder)
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !/^[\da-f]{64}\.sealed$/.test(file))).toEqual([])
  tender.child.kill('SIGTERM')
  expect(await tender.ended).toBe(0)
  await rm(folder, { recursive: true })
})
