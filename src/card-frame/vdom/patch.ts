import type { Attributes, VChild, VNode } from './h.ts'

/** A node of the document with what it shows. */
interface Live {
  readonly node: Element | Text
  shown: VChild
  children: readonly Live[]
}

const SVG = 'http://www.w3.org/2000/svg'

/** Shows a list of nodes, changing only what differs from the list before. */
export type Render = (wanted: readonly VChild[]) => void

/**
 * Renders into an element. Nodes that the document arrived with are kept, with their focus and what was typed into
 * them; those that others have added since, such as a password manager, stay too. What a translator has put in the place
 * of a text goes when the element shows something else.
 */
export function renderInto(parent: Element, selector: string): Render {
  let live: readonly Live[] = [...parent.querySelectorAll(`:scope > ${selector}`)].map(adopted)
  return (wanted) => {
    live = patched(parent, live, wanted)
  }
}

/** Reads a node of the document as it was parsed. */
function adopted(node: Element | Text): Live {
  if (!isElement(node)) return { node, shown: node.data, children: [] }
  const children = ([...node.childNodes] as (Element | Text)[]).map(adopted)
  const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]))
  return { node, shown: { tag: node.localName, attributes, children: [] }, children }
}

const isElement = (node: Element | Text): node is Element => node.nodeType === Node.ELEMENT_NODE

/** Siblings keep their order, so that one search forward finds each node that stays. */
function patched(parent: Element, before: readonly Live[], wanted: readonly VChild[]): readonly Live[] {
  if (isStale(parent, before, wanted)) restore(parent, before)
  let next = 0
  const after = wanted.map((one) => {
    const found = before.findIndex((live, at) => at >= next && isSame(live.shown, one))
    if (found < 0) return created(parent, one, before[next])
    remove(before.slice(next, found))
    next = found + 1
    update(before[found]!, one)
    return before[found]!
  })
  remove(before.slice(next))
  return after
}

/**
 * Whether a translator of the page may show here what is no longer true. It replaces texts, adds nodes beside them, or
 * replaces the elements between them; an element without texts is not its concern.
 */
function isStale(parent: Element, before: readonly Live[], wanted: readonly VChild[]): boolean {
  if (!before.some(({ shown }) => typeof shown === 'string')) return false
  return before.length !== wanted.length || before.some((live, at) => isOther(parent, live, wanted[at]!))
}

const isOther = (parent: Element, { node, shown }: Live, wanted: VChild): boolean =>
  typeof shown === 'string' ? shown !== wanted : node.parentNode !== parent || !isSame(shown, wanted)

/** Leaves the element with its own nodes alone, in their order; those that are in their place are not moved. */
function restore(parent: Element, live: readonly Live[]): void {
  const own = new Set<Node>(live.map(({ node }) => node))
  const others = [...parent.childNodes].filter((node) => !own.has(node))
  for (const node of others) node.remove()
  live.forEach(({ node }, at) => {
    const there = parent.childNodes[at] ?? null
    if (there !== node) parent.insertBefore(node, there)
  })
}

const remove = (live: readonly Live[]): void => live.forEach(({ node }) => node.remove())

const isSame = (one: VChild, other: VChild): boolean =>
  typeof one === 'string' || typeof other === 'string'
    ? typeof one === typeof other
    : one.tag === other.tag && one.attributes['id'] === other.attributes['id']

function created(parent: Element, wanted: VChild, before: Live | undefined): Live {
  const live = made(parent, wanted)
  update(live, wanted)
  parent.insertBefore(live.node, before?.node ?? null)
  return live
}

function made(parent: Element, wanted: VChild): Live {
  const { ownerDocument, namespaceURI } = parent
  if (typeof wanted === 'string') return { node: ownerDocument.createTextNode(''), shown: '', children: [] }
  const { tag } = wanted
  const node = ownerDocument.createElementNS(tag === 'svg' ? SVG : namespaceURI, tag)
  return { node, shown: { tag, attributes: {}, children: [] }, children: [] }
}

function update(live: Live, wanted: VChild): void {
  const { node, shown } = live
  if (shown === wanted) return
  live.shown = wanted
  if (typeof wanted === 'string') return void ((node as Text).data = wanted)
  const element = node as Element
  live.children = patched(element, live.children, wanted.children)
  setAttributes(element, (shown as VNode).attributes, wanted.attributes)
}

function setAttributes(element: Element, before: Attributes, after: Attributes): void {
  for (const name in before) if (!(name in after)) set(element, name, undefined)
  for (const name in after) {
    const value = after[name]
    if (name.startsWith('.')) setProperty(element, name.slice(1), value)
    else if (textOf(value) !== textOf(before[name])) set(element, name, value)
  }
}

/** A property may have been changed by the shopper, so it is compared with the element's own. */
function setProperty(element: Element, name: string, value: unknown): void {
  const own = element as unknown as Record<string, unknown>
  if (own[name] !== value) own[name] = value
}

function set(element: Element, name: string, value: Attributes[string]): void {
  const text = textOf(value)
  if (text === undefined) element.removeAttribute(name)
  else element.setAttribute(name, text)
}

/** The text of an attribute; `undefined` for one that is absent. */
export const textOf = (value: Attributes[string]): string | undefined =>
  value === true ? '' : value === false || value === undefined ? undefined : String(value)
