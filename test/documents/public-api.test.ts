import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicApi, releasedApi, removedSilently, type PublicApi } from '../../scripts/documents/public-api.ts'
import { root } from '../support/root.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

test('a public name of the last release is still there, or the changelog names it', () => {
  expect(Object.keys(publicApi()).length).toBeGreaterThan(10)
  expect(removedSilently(releasedApi(), publicApi(), read('CHANGELOG.md'))).toEqual([])
})

test.each([
  ['nothing is removed', { events: ['tender-paid', 'tender-new'] }, '', []],
  ['one is removed', { events: [] }, '', ['events: tender-paid']],
  ['a whole kind is removed', {}, '', ['events: tender-paid']],
  ['the changelog names it', { events: [] }, '## Unreleased\n\n- `tender-paid` is `tender-new`.\n', []],
  [
    'the changelog named it long ago',
    { events: [] },
    '## Unreleased\n\n## 0.1.0\n\n`tender-paid`\n',
    ['events: tender-paid'],
  ],
])('%s', (_, current, changelog, removed) => {
  expect(removedSilently({ events: ['tender-paid'] }, current as PublicApi, changelog)).toEqual(removed)
})

test('types that an entry exports are public, and so is what it declares itself', () => {
  expect(publicApi()['exports of tender-checkout/server']).toEqual(
    expect.arrayContaining(['buildProxy', 'ProxyOptions', 'verifyWebhook', 'Order']),
  )
})
