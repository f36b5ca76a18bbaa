/** An element as plain data: the proxy's build serialises it, and the frame patches it into its document. */
export interface VNode {
  readonly tag: string
  readonly attributes: Attributes
  readonly children: readonly VChild[]
}

/** A child of an element; never two texts in a row, which a parsed document would have as one. */
export type VChild = VNode | string

/**
 * Attributes by name: `true` is an empty one, `false` and `undefined` are absent. A name that begins with a dot is a
 * property of the element, and not serialised. An `id` also identifies the element among its siblings.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** What may be given as children: lists are flattened; an empty text, `false` and `undefined` are left out. */
export type Children = VChild | false | undefined | readonly Children[]

export const h = (tag: string, attributes: Attributes, ...children: readonly Children[]): VNode => ({
  tag,
  attributes,
  children: flat(children),
})

export function flat(children: readonly Children[], list: VChild[] = []): readonly VChild[] {
  for (const child of children) {
    const last = list.at(-1)
    if (isList(child)) flat(child, list)
    else if (typeof child === 'string' && typeof last === 'string') list[list.length - 1] = last + child
    else if (child) list.push(child)
  }
  return list
}

const isList = (child: Children): child is readonly Children[] => Array.isArray(child)
