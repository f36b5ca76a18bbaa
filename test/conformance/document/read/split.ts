const closing: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }

/** The group in brackets that a text begins with, and what comes after it. */
export function takeGroup(text: string): readonly [group: string | undefined, rest: string] {
  if (!closing[text[0] ?? '']) return [undefined, text]
  let depth = 0
  for (const [at, sign] of [...text].entries()) {
    if (closing[sign]) depth += 1
    if (Object.values(closing).includes(sign)) depth -= 1
    if (depth === 0) return [text.slice(0, at + 1), text.slice(at + 1)]
  }
  return [text, '']
}

/** What separates two parts, outside all brackets: a comma also stands for `and` and `or` between two names. */
const separators: Readonly<Record<string, RegExp>> = {
  ',': /^(?:,? and |, )/,
  ';': /^; /,
  ':': /^: /,
  '.': /^\. (?=[A-Za-z])/,
}

/** Splits a text outside of brackets; into at most `most` parts. */
export function splitAt(text: string, mark: string, most = Number.POSITIVE_INFINITY): readonly string[] {
  const parts: string[] = []
  let [depth, from, at] = [0, 0, 0]
  while (at < text.length) {
    const sign = text[at]!
    if (closing[sign]) depth += 1
    if (Object.values(closing).includes(sign)) depth -= 1
    const [found] = (depth === 0 && parts.length + 1 < most && separators[mark]!.exec(text.slice(at))) || []
    if (found) {
      parts.push(text.slice(from, at).trim())
      at += found.length
      from = at
    } else at += 1
  }
  return [...parts, text.slice(from).trim()].filter(Boolean)
}

/** Groups in the order of their first members. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()]
}
