import { expect, test } from 'vitest'

test('the npm door opens on a server, and names nothing', async () => {
  const door = await import('../../../src/index.ts')
  expect(Object.keys(door)).toEqual(['TenderCheckout'])
  expect(customElements.get('tender-checkout')).toBeUndefined()
})
