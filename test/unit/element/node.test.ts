import { expect, test } from 'vitest'

test('the npm entry point loads on a server, and defines nothing', async () => {
  const route = await import('../../../src/index.ts')
  expect(Object.keys(route)).toEqual(['TenderCheckout'])
  expect(customElements.get('tender-checkout')).toBeUndefined()
})
