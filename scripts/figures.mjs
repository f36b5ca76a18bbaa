// Measures what the README promises, all of it or the topics that are named, and writes it down in docs/figures.json.
import { writeFileSync } from 'node:fs'
import { register } from 'tsx/esm/api'

register()
const { topics, isTopic, measureOf, kept, keptAt } = await import('../test/figures/topics.ts')
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !isTopic(name))
if (unknown) {
  console.error(`There is no topic ${unknown}; there are ${topics.join(', ')}.`)
  process.exit(2)
}
let isMet = true
for (const topic of asked.length ? asked : topics) {
  const figures = await (await measureOf(topic))('full', (line) => console.error(line))
  for (const { name, target, measured, isMet: one } of figures) {
    console.log(`${one ? 'met ' : 'MISS'}  ${name}: ${measured} (target ${target})`)
    isMet &&= one
  }
  writeFileSync(keptAt, `${JSON.stringify({ ...kept(), [topic]: figures }, null, 2)}\n`)
}
process.exit(isMet ? 0 : 1)
