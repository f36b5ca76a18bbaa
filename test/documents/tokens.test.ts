import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaults } from '#contract/appearance/appearance.ts'
import { isLength, tokenNames, tokens } from '#contract/appearance/tokens.ts'
import { themeNames } from '#contract/appearance/presets.ts'
import { livePlace } from '../../demo/docs/live-themes.ts'
import { root } from '../support/root.ts'

const text = readFileSync(`${root}/docs/themes.md`, 'utf8')
const rows = new Map(
  [...text.matchAll(/^\| `--tender-([\w-]+)` \| (.*) \| (.*) \|$/gm)].map(([, name, value, standard]) => [
    name!,
    { value: value!, standard: standard! },
  ]),
)

test('docs/themes.md has a row for each token, in their order', () => {
  expect([...rows.keys()]).toEqual(tokenNames)
})

test.each(tokenNames)('the row of --tender-%s names its limits or words, and its default', (name) => {
  const { value, standard } = rows.get(name)!
  const rule = tokens[name]
  if (rule === 'colour') expect(value).toContain('colour')
  else if (isLength(rule)) expect(value).toContain(`${rule[0]} to ${rule[1]}px`)
  else for (const word of rule) expect(value).toContain(`\`${word}\``)
  const { light, dark } = defaults as Record<'light' | 'dark', Readonly<Record<string, unknown>>>
  if (typeof light[name] === 'string') expect(standard).toBe(`\`${light[name]}\`, dark \`${String(dark[name])}\``)
})

test('docs/themes.md has a row for each theme', () => {
  const section = text.slice(text.indexOf('## Themes'), text.indexOf('## Tokens'))
  const named = [...section.matchAll(/^\| ((?:`\w+` ?)+)\|/gm)].flatMap(([, names]) => names!.match(/\w+/g)!)
  expect(named.filter((name) => name !== 'theme')).toEqual(themeNames)
})

test.each(['docs/themes.md', 'docs/index.md'])(
  '%s has the place of the live checkout, whatever is written there',
  (file) => {
    const blocks = readFileSync(`${root}/${file}`, 'utf8').match(
      new RegExp(`^<div id="${livePlace}">\\n\\n[^]+?\\n\\n</div>$`, 'gm'),
    )
    const advice = `${file} needs one block <div id="${livePlace}"> … </div>: the demo shows its checkout there`
    expect(blocks ?? [], advice).toHaveLength(1)
  },
)
