import { afterEach, expect, test } from 'vitest'
import { preload } from '#element/script-tag/preload.ts'

const page = document.implementation.createHTMLDocument()
const links = () => [...page.head.querySelectorAll('link')].map(({ rel, href, nonce }) => [rel, href, nonce])
const element = (address?: string) => Object.assign(async () => {}, address && { address: () => address })

afterEach(() => page.head.replaceChildren())

test('the code of the element is fetched from where it will be imported, with the nonce of the script tag', () => {
  const preloading = { page, element: element('https://pay.shop.example/v1/chunks/define-1.js'), nonce: 'n-1' }
  preload(preloading, ['en'], [])
  expect(links()).toEqual([['modulepreload', 'https://pay.shop.example/v1/chunks/define-1.js', 'n-1']])
})

test('a script tag that was not built fetches nothing', () => {
  preload({ page, element: element() }, ['de'], ['googlePay'])
  expect(links()).toEqual([])
})
