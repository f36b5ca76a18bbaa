import type { VChild } from './h.ts'
import { textOf } from './patch.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!)

const childless = new Set(['input'])

/** Serialises nodes as HTML; properties, which only a document has, are left out. */
export const htmlOf = (nodes: readonly VChild[]): string => nodes.map(nodeHtml).join('')

function nodeHtml(node: VChild): string {
  if (typeof node === 'string') return escaped(node)
  const { tag, attributes, children } = node
  const written = Object.entries(attributes).flatMap(([name, value]) => {
    const text = name.startsWith('.') ? undefined : textOf(value)
    return text === undefined ? [] : [text ? ` ${name}="${escaped(text)}"` : ` ${name}`]
  })
  const start = `<${tag}${written.join('')}>`
  return childless.has(tag) ? start : `${start}${htmlOf(children)}</${tag}>`
}
