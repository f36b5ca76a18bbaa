import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '#contract/version.ts'
import { root } from '../../support/root.ts'

test('the version that a trace has is the one of the package', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
  expect(version).toBe(manifest.version)
})
