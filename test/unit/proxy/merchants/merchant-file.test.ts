import { expect, test } from 'vitest'
import { variables } from '#proxy/config/variables.ts'
import { merchantNameOf, misplaced, readMerchant } from '#proxy/merchants/merchant-file.ts'
import { fileOf } from './merchant-files.ts'

const errorsOf = (text: string) => readMerchant('m2', text, {}).errors

test('a file is its merchant, with what the process has', () => {
  const { merchant } = readMerchant('m1', fileOf('m1'), { TENDER_TRUST_PROXY: '10.0.0.0/8' })
  expect(merchant).toMatchObject({ name: 'm1', host: 'pay.m1.shop', config: { trustProxy: ['10.0.0.0/8'] } })
})

test.each([
  ['TENDER_PORT=1', 'm2.env:7: TENDER_PORT is one for the whole process: set it in its environment.'],
  ['TENDER_PUBLIC_URL=https://x.shop', 'm2.env:7: TENDER_PUBLIC_URL is in line 1 too.'],
  ['TENDER_SHOP_NAMES=a', 'm2.env:7: TENDER_SHOP_NAMES is no variable of a merchant.'],
  ['HTTPS_PROXY=http://a:1', 'm2.env:7: HTTPS_PROXY is no variable of a merchant.'],
  [
    '-----BEGIN KEY-----',
    'm2.env:7: A line must be NAME=value; a PEM is in one line, with \\n for each end of a line.',
  ],
  ['\n# a word\nTENDER_PLAIN_CARDS=yes', 'm2.env:9: TENDER_PLAIN_CARDS must be allowed or refused.'],
])('%s is wrong in its line', (more, sentence) => {
  expect(errorsOf(fileOf('m2', more))).toEqual([sentence])
})

test('what is missing is named, and no value is said', () => {
  const text = fileOf('m2').replace(/TENDER_GATEWAY_URL.*\n/, '')
  expect(errorsOf(text)).toEqual(['m2.env: TENDER_GATEWAY_URL is required.'])
  const short = fileOf('m2').replace(/(TENDER_TICKET_SECRET=).*/, '$1short-canary')
  expect(errorsOf(short)).toEqual(['m2.env:6: TENDER_TICKET_SECRET must have 32 bytes or more.'])
})

test('every variable of the process is refused in a file, every other one in the environment', () => {
  for (const variable of variables) {
    const { name } = variable
    const isRefused = 'scope' in variable
    expect(misplaced({ [name]: 'a' }).length).toBe(isRefused ? 0 : 1)
    const refusals = readMerchant('m2', `${name}=a`, {}).errors!.filter((one) => one.includes('whole process'))
    expect(refusals).toHaveLength(isRefused ? 1 : 0)
  }
})

test.each([
  ['m1.env', 'm1'],
  ['shop.example.env', 'shop.example'],
  ['.env', undefined],
  ['..data', undefined],
  ['m1.env~', undefined],
  ['.m1.env', undefined],
])('the name of %s is %s', (file, name) => {
  expect(merchantNameOf(file)).toBe(name)
})
