import { annotationOf, isPlain, isScalar, types, valuesIn, type Annotation } from './annotation.ts'
import { splitAt, takeGroup } from './split.ts'

/** A field that a phrase names, with the members that the phrase gives it. */
export interface Named extends Annotation {
  readonly name: string
  readonly members?: readonly Named[]
  readonly example?: true
}

/** What a phrase leaves for the one after it, in the same bullet. */
export interface Reading {
  readonly fields: readonly Named[]
  /** The phrase names the members of the field before it. */
  readonly ofLast?: true
}

const PAYER = ['billingPayerData', 'shippingPayerData', 'preOrderPayerData', 'orderPayerData']
const verbs =
  /\b(?:is|are|must|may|can|takes|carries|carry|applies|depends|returns|named|used|sent|stated|given|needs?|serves|covers)\b/
const notNames = new Set<string>([
  ...types.filter((type) => type !== 'number'),
  'list',
  'not',
  'as',
  'all',
  'both',
  'optional',
  'mandatory',
  'conditional',
])

/** `f57 to f73`: the fields of a range. */
function rangeIn(text: string): Named[] {
  const [, start, from, , to] = /\b([a-z]+)(\d+) to ([a-z]+)(\d+)\b/.exec(text) ?? []
  if (from === undefined || to === undefined) return []
  const count = Number(to) - Number(from) + 1
  return Array.from({ length: count }, (_, at) => ({ name: `${start}${Number(from) + at}`, ...annotationOf(text) }))
}

/** One item of a list: a name, then notes in any order; `undefined` when it is something else. */
function itemIn(text: string): (Named & { readonly notes: readonly string[] }) | undefined {
  const [head = '', flag, name] = /^(?:(optional|Optional) |and |also |or )?(\$?[A-Za-z][\w.]*)/.exec(text) ?? []
  if (name === undefined || notNames.has(name) || /^[A-Z][a-z]+$/.test(name)) return undefined
  const notes: string[] = flag ? [flag] : []
  let members: readonly Named[] = []
  let rest = text.slice(head.length).trim()
  const within = (inside: string): void => {
    const list = /\{(.*)\}/.exec(inside)?.[1] ?? (/^list of name\/value\b/.test(inside) ? 'name, value' : undefined)
    const found =
      list === undefined && !/^cardNumber|^cardId|^sandbox/.test(inside) ? listIn(inside) : listIn(list ?? '')
    const isMembers = list !== undefined || (inside.includes(',') && found.length > 1)
    if (isMembers) members = found
    notes.push(
      isMembers && list === undefined
        ? (/^see [\d.]+/.exec(inside)?.[0] ?? '')
        : inside.replace(/\{.*\}|name\/value.*/, ''),
    )
  }
  while (rest) {
    const [group, after] = takeGroup(rest)
    if (group?.startsWith('(')) within(group.slice(1, -1))
    else if (group?.startsWith('{')) members = listIn(group.slice(1, -1))
    else if (group !== undefined) notes.push(group)
    else {
      const listed = /^: list of (\{.*\})$/.exec(rest)?.[1]
      if (listed !== undefined) {
        members = listIn(listed.slice(1, -1))
        notes.push('list')
        break
      }
      const [word] = new RegExp(`^(?:${types.join('|')}|[Oo]ptional|[Mm]andatory)\\b`).exec(rest) ?? []
      if (word) {
        notes.push(word)
        rest = rest.slice(word.length).trim()
        continue
      }
      const [, inner] = /^with (.*)/.exec(rest) ?? []
      const range = rangeIn(inner ?? '')
      const found = range.length ? range : listIn(inner ?? '')
      if (inner !== undefined && (found.length || notes.length || name.endsWith('Identification'))) {
        if (name !== 'cardIdentification') members = [...members, ...found]
        break
      }
      if (/^(?:in [A-Z]|using )/.test(rest)) break
      return undefined
    }
    rest = after.trim()
  }
  const about = notes.map((note) => annotationOf(/^[\d[]|^\w+$/.test(note) ? note : `(${note})`))
  return { ...(Object.assign({}, ...about) as Annotation), name, notes, ...(members.length && { members }) }
}

const groupFlag = /^(?:all|both)\b/

/** The fields of a list without a colon: names with notes, `all mandatory` at its end, a note for the names before it. */
function listIn(text: string): readonly Named[] {
  return splitAt(text, ';').flatMap((clause) => {
    const parts = splitAt(clause, ',')
    const isFlagged = groupFlag.test(parts.at(-1) ?? '')
    const shared = isFlagged ? annotationOf(parts.at(-1)!) : annotationOf(/^optional /.exec(clause)?.[0] ?? '')
    const items = (isFlagged ? parts.slice(0, -1) : parts).map(itemIn)
    const found = items.filter((item) => item !== undefined)
    if (found.length < items.length && (verbs.test(outer(clause)) || !found.length || items[0] === undefined)) return []
    return passBack(found, isFlagged).map(({ notes: _, ...item }) => ({ ...shared, ...item }))
  })
}

const outer = (text: string): string => text.replace(/\([^()]*\)|\{[^{}]*\}/g, '')

/** Gives a plain note to the bare names before it, when every name after it has a plain note of its own. */
function passBack<Item extends Named & { readonly notes: readonly string[] }>(
  items: Item[],
  isFlagged: boolean,
): Item[] {
  const bare = (item: Item): boolean => !item.notes.length && !item.members
  const plain = (item: Item): boolean => item.notes.length === 1 && isPlain(item.notes[0]!) && !item.members
  if (isFlagged) return items
  const credentials = (at: number): boolean =>
    /^user[nN]ame$/.test(items[at]!.name) && items[at + 1]?.name === 'password' && plain(items[at + 1]!)
  return items.map((item, at) => {
    const next = items.slice(at).find((other) => !bare(other))
    if (bare(item) && credentials(at)) return { ...items[at + 1]!, name: item.name }
    if (!bare(item) || next === undefined) return item
    const from = items.indexOf(next)
    const isWhole = items.slice(0, from).every(bare)
    const isClear = items.slice(from).every(plain) || (isWhole && from === items.length - 1)
    if (!isClear || (!isWhole && next.need === 'conditional')) return item
    const { type, length, need } = next
    return { ...item, ...(type && { type }), ...(length && { length }), ...(need && { need }) }
  })
}

const exampleNames =
  /\bexample (?:also )?(?:sends|has|uses(?: the (?:lowercase JSON fields|names))?)(?: the names)? ([^:]*)|\bexample \w+ carries (\w+)|uses the lowercase JSON fields ([^:]*)/
const statement = /\bsends the parameter (\w+)|\brepeated call, .* returns ([^:]*)/

/** Reads one sentence of a bullet. */
export function readSentence(sentence: string): Reading {
  const text = plainly(sentence)
  const whole = /^the \w+ object of (2\.\d)|^The request is the same as (\w+)\.do/.exec(text)
  if (whole) return { fields: [{ name: '*', ...(whole[1] ? { shape: whole[1] } : { like: whole[2]! }) }] }
  const names = /^The sandbox template takes these names: (.*)/.exec(text)?.[1]
  if (names !== undefined)
    return { fields: [{ name: 'parameters', list: true, members: [{ name: 'name', values: names.split(', ') }] }] }
  const cards = /^Each card entry carries card-data fields such as (.*)/.exec(text)?.[1]
  if (cards !== undefined)
    return {
      fields: [{ name: 'accountData', members: [{ name: 'cards', list: true, shape: '2.7', members: listIn(cards) }] }],
    }
  const [, one, other, third] = exampleNames.exec(text) ?? []
  const shown = one ?? other ?? third
  if (shown !== undefined) {
    const before = /; (?:the|also) /.test(text) ? readSentence(splitAt(text, ';')[0]!) : undefined
    const names = listIn(shown.replace(/ \(\w+\)/g, (note) => note)).map((item) => ({
      ...item,
      example: true as const,
    }))
    if (!before?.fields.length) return { fields: names, ofLast: true }
    return { fields: [...before.fields.slice(0, -1), join(before.fields.at(-1)!, names)] }
  }
  const [, parameter, returned] = statement.exec(text) ?? []
  if (parameter ?? returned) return { fields: listIn((parameter ?? returned)!) }
  const payer = /payer blocks/i.test(outer(text)) ? PAYER.map((name) => ({ name, need: 'optional' as const })) : []
  const plainText = text.replace(/,? ?\b(?:the |The )?payer blocks(?: \([^)]*\))?/i, '').replace(/^, /, '')
  const [head, tail] = splitAt(plainText, ':', 2)
  const read = tail === undefined ? { fields: listIn(head!) } : readColon(head!, tail)
  return { ...read, fields: [...read.fields, ...payer] }
}

/** The sentence with one wording for each thing that several wordings say. */
const plainly = (sentence: string): string =>
  sentence
    .replace(/\.$/, '')
    .trim()
    .replace(/, a list of /g, ': list of ')
    .replace(/^Its response has /, '')
    .replace(/ using one of .*/, '')
    .replace(/^(?!cardIdentification)(\w+(?: \([^)]*\))?) with (?=[a-z]\w*[A-Z]\w*(?:,| and ))/, '$1: ')

const join = (field: Named, members: readonly Named[]): Named => ({
  ...field,
  members: [...(field.members ?? []), ...members],
})

/** `names: what they are`, or `label: names`. */
function readColon(head: string, tail: string): Reading {
  const label = /^(?:(String|Boolean|Integer) fields|(Mandatory|Optional))$/.exec(head)
  if (label) {
    const stated = annotationOf(head)
    const fields = listIn(tail).map((item) => ({ ...stated, ...item }))
    return { fields, ...(label[2] && { ofLast: true }) }
  }
  const heads = /^(?:Request|Response)\b/.test(head) ? [] : listIn(head)
  if (!heads.length) {
    const stated = /^(?:Request|Response), all/.test(head) ? annotationOf(head) : {}
    return {
      fields: /^(?:Failure shape|Example)/.test(head) ? [] : readInner(tail).map((item) => ({ ...stated, ...item })),
    }
  }
  const list = /^(?:\w+ )?list of (.*)/.exec(tail)?.[1]
  const stated = annotationOf(outer(list === undefined ? tail : 'list').replace(/^$/, ' '))
  const last = heads.at(-1)!
  const isOpen = !isScalar(last.type) && !stated.like && !valuesIn(outer(tail))
  const inner = list?.startsWith('{') || tail.startsWith('{') ? (/\{(.*)\}/.exec(tail)?.[1] ?? '') : tail
  const members = isOpen && last.name !== 'cardIdentification' ? readInner(inner) : []
  if (!members.length) return { fields: heads.map((field) => ({ ...listNotes(tail), ...stated, ...field })) }
  const after = inner === tail ? '' : (/\}(?:, |$)([^}]*)$/.exec(tail)?.[1] ?? '')
  const isOfMembers = after.startsWith('all ')
  const flagged = isOfMembers ? members.map((member) => ({ ...annotationOf(after), ...member })) : members
  const whole = { ...(list !== undefined && { list: true as const }), ...(!isOfMembers && annotationOf(after)) }
  return { fields: [...heads.slice(0, -1), { ...whole, ...last, members: flagged }] }
}

const listNotes = (tail: string): Annotation => annotationOf(tail.replace(/^list/, '(list'))

/** A list that may have a colon of its own: `limits: list of {…}`. */
const readInner = (text: string): readonly Named[] =>
  /^[^,;({]*: /.test(text) ? readSentence(text).fields : listIn(text)
