import { expect, test } from 'vitest'

test('the npm door opens on a server, and names nothing', async () => {
  const route = await import('../../../src/index.ts')
  expect(Object.keys(route)).toEqual(['TenderCheckout'])
  expect(customElements.get('tender-checkout')).toBeUndefined()
})
