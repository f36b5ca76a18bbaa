import { expect, test } from 'vitest'
import type { Merchant, MerchantReading } from '#proxy/merchants/merchant-file.ts'
import { settle } from '#proxy/merchants/settle.ts'
import { fileOf, merchantOf, readingOf, secretOf } from './merchant-files.ts'
import { readMerchant } from '#proxy/merchants/merchant-file.ts'

const served = (...merchants: readonly Merchant[]) => new Map(merchants.map((one) => [one.name, one]))

const broken = (name: string): MerchantReading => readMerchant(name, 'TENDER_PORT=1', {})

test('a wrong file keeps its last good state and touches no other', () => {
  const [m1, m2] = [merchantOf('m1'), merchantOf('m2')]
  const { merchants, errors } = settle([broken('m1'), readingOf('m2'), readingOf('m3')], served(m1, m2))
  expect([...merchants.keys()]).toEqual(['m1', 'm2', 'm3'])
  expect(merchants.get('m1')).toBe(m1)
  expect(merchants.get('m2')).toBe(m2)
  expect(errors).toContainEqual(expect.stringMatching(/^m1\.env:1: TENDER_PORT/))
})

test('a changed file is taken, a removed one is not, and a new one that is wrong is not served', () => {
  const { merchants } = settle(
    [readingOf('m1', 'TENDER_SHOP_NAME=New'), broken('m3')],
    served(merchantOf('m1'), merchantOf('m2')),
  )
  expect([...merchants.keys()]).toEqual(['m1'])
  expect(merchants.get('m1')!.config.shopName).toBe('New')
})

test('two new files of one host are both refused by name', () => {
  const { merchants, errors } = settle([readingOf('m1', '', 'pay.shop'), readingOf('m2', '', 'pay.shop')], served())
  expect(merchants.size).toBe(0)
  expect(errors).toEqual([
    'm1.env:1: TENDER_PUBLIC_URL is also that of m2.env: each merchant has a host of its own.',
    'm2.env:1: TENDER_PUBLIC_URL is also that of m1.env: each merchant has a host of its own.',
  ])
})

test('a secret of another merchant is refused, and is not in the sentence', () => {
  const text = fileOf('m2').replace(secretOf('m2'), secretOf('m1'))
  const { merchants, errors } = settle([readingOf('m1'), readMerchant('m2', text, {})], served(merchantOf('m1')))
  expect([...merchants.keys()]).toEqual(['m1'])
  expect(errors).toEqual([
    'm2.env:6: TENDER_TICKET_SECRET is also that of m1.env: each merchant has secrets of its own.',
  ])
})

test('whoever claims the host of a merchant that had to keep its last state is refused too', () => {
  const [m1, m2, m3] = [merchantOf('m1'), merchantOf('m2'), merchantOf('m3')]
  // m1 wants the host of m2, which is wrong now; m3 wants the host that m1 wanted to leave.
  const { merchants } = settle(
    [readingOf('m1', '', 'pay.m2.shop'), broken('m2'), readingOf('m3', '', 'pay.m1.shop')],
    served(m1, m2, m3),
  )
  expect([...merchants.values()]).toEqual([m1, m2, m3])
})

test('two merchants may exchange their hosts, and a renamed file keeps its own', () => {
  const before = served(merchantOf('m1'), merchantOf('m2'))
  const swapped = settle([readingOf('m1', '', 'pay.m2.shop'), readingOf('m2', '', 'pay.m1.shop')], before)
  expect(swapped.errors).toEqual([])
  const renamed = settle([readMerchant('m9', fileOf('m1'), {}), readingOf('m2')], before)
  expect([renamed.errors, renamed.merchants.get('m9')?.host]).toEqual([[], 'pay.m1.shop'])
})
