import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

// The root of the page belongs to the shop, and has often a font of 10 px; the frames' roots are their own.
test('no length of the element hangs on the root of the page', () => {
  const files = readdirSync(join(root, 'src/element'), { recursive: true, encoding: 'utf8' })
  const modules = files.filter((file) => file.endsWith('.ts')).map((file) => `src/element/${file}`)
  const withUnits = [...modules, 'src/contract/appearance/panel-styles.ts'].filter((file) => {
    const code = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    return /[\d}]r(?:em|lh|ch|ex|cap|ic)\b/.test(code)
  })
  expect(modules).toContain('src/element/styles.ts')
  expect(withUnits).toEqual([])
})
