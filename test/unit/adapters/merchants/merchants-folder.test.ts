import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { merchantsFolder } from '#adapters/merchants/merchants-folder.ts'
import { fileOf } from '../../proxy/merchants/merchant-files.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'merchants-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string): void => writeFileSync(join(folder, file), text)

test('each file of a merchant is read, in the order of the names, and no other', async () => {
  write('m2.env', fileOf('m2'))
  write('m1.env', `\uFEFF${fileOf('m1')}`)
  write('README', 'no merchant')
  write('m3.env~', 'TENDER_PORT=1')
  const readings = await merchantsFolder(folder, { TENDER_TRUST_PROXY: '10.0.0.0/8' }).read()
  expect(readings.map(({ name, errors }) => [name, errors])).toEqual([
    ['m1', undefined],
    ['m2', undefined],
  ])
  expect(readings[0]!.merchant!.config.trustProxy).toEqual(['10.0.0.0/8'])
})

test('a file that cannot be read is said by name, and the others are read', async () => {
  mkdirSync(join(folder, 'm1.env'))
  write('m2.env', fileOf('m2'))
  const [m1, m2] = await merchantsFolder(folder, {}).read()
  expect([m1!.errors, m2!.merchant?.name]).toEqual([['m1.env cannot be read (EISDIR).'], 'm2'])
})

test('a folder that cannot be read is nobody’s file', async () => {
  await expect(merchantsFolder(join(folder, 'none'), {}).read()).rejects.toThrow('ENOENT')
})

test('a file that has not changed is the same merchant, and one that has is another', async () => {
  write('m1.env', fileOf('m1'))
  write('m2.env', fileOf('m2'))
  const files = merchantsFolder(folder, {})
  const before = await files.read()
  write('m2.env', fileOf('m2', 'TENDER_SHOP_NAME=New'))
  const after = await files.read()
  expect(after.map((one, at) => one === before[at])).toEqual([true, false])
  expect(after[1]!.merchant!.config.shopName).toBe('New')
})

test.each<[string, () => void]>([
  ['is written', () => write('m1.env', fileOf('m1', 'TENDER_SHOP_NAME=New'))],
  ['is added', () => write('m2.env', fileOf('m2'))],
  ['is removed', () => rmSync(join(folder, 'm1.env'))],
  ['leads to another one of the same age and size, as in a volume of Kubernetes', () => lead('next')],
])('the signature changes when a file %s', async (_, change) => {
  for (const version of ['last', 'next']) {
    write(version, 'A=1')
    utimesSync(join(folder, version), 1, 1)
  }
  lead('last')
  write('m1.env', fileOf('m1'))
  const files = merchantsFolder(folder, {})
  const before = await files.signature()
  expect(await files.signature()).toBe(before)
  change()
  expect(await files.signature()).not.toBe(before)
})

/** A link to one of two files, which is replaced at once. */
function lead(version: string): void {
  symlinkSync(version, join(folder, 'link'))
  renameSync(join(folder, 'link'), join(folder, 'linked.env'))
}

test('a link that leads nowhere is a file of no size', async () => {
  symlinkSync('nowhere', join(folder, 'm1.env'))
  const files = merchantsFolder(folder, {})
  expect(await files.signature()).toBe('m1 0 0 0')
  expect((await files.read())[0]!.errors).toEqual(['m1.env cannot be read (ENOENT).'])
})
