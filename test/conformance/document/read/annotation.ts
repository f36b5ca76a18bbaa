import type { Need } from '../facts.ts'

/** What a note beside a field's name states about it. */
export interface Annotation {
  readonly type?: string
  readonly length?: string
  readonly need?: Need
  readonly values?: readonly string[]
  readonly list?: true
  readonly shape?: string
  readonly like?: string
}

export const types = [
  'String',
  'Strings',
  'Integer',
  'Long',
  'Boolean',
  'DateTime',
  'ByteArray',
  'Object',
  'Number',
  'number',
] as const
const anyType = types.join('|')

/** Types of members: what they stand for cannot have members of its own. */
export const isScalar = (type: string | undefined): boolean => type !== undefined && type !== 'Object'

const readings: readonly (readonly [RegExp, (found: RegExpExecArray) => Annotation])[] = [
  [
    new RegExp(`\\b(${anyType.replace('|number', '')})\\b|(?:^|\\()(number)\\b`),
    ([, type, decimal]) => ({ type: decimal ? 'Number' : type!.replace('Strings', 'String') }),
  ],
  [/\[(\d+(?:\.\.\d+)?)\]/, ([, length]) => ({ length: length! })],
  [/\((\d+) characters\)|^(\d+) characters$/, ([, one, other]) => ({ length: (one ?? other)! })],
  [/\blist\b/, () => ({ list: true })],
  [/\b(mandatory|optional|conditional)\b/i, ([, need]) => ({ need: need!.toLowerCase() as Need })],
  [/\b[Mm]andatory unless\b|\bmandatory\); for|\b[Oo]ptional individually\b/, () => ({ need: 'conditional' })],
  [/\bas in (\w+)(?:\.do)?/, ([, like]) => ({ like: like! })],
  [/\bthe same shape\b/, () => ({ like: 'sibling' })],
  [/\b(?:as (?:described )?above|shape above)\b/, () => ({ like: 'above' })],
  [/\b[Ss]ee 5\b/, () => ({ like: '2.4 Authentication parameters' })],
  [/(?:\(|\bsee |\bSee |\bof |\bin )(2\.\d|4\.8)\b|^(2\.\d)\b/, ([, one, other]) => ({ shape: (one ?? other)! })],
]

const token = String.raw`(?:_?[A-Z][A-Z0-9_]+|[A-Z]|\d\.\d\.\d|ECv\d)`
const valueList = new RegExp(`(?<![\\w.-])(${token}(?: \\(default\\))?(?:, ${token})*,? or ${token})(?![\\w-])`)
const supported = /\bsupported ((?:[a-z]{2}, )*[a-z]{2})\b/
const always = /\bvalue is always (\w+)/

/** The values that a note lists: `A, B or C`, with `_B` for a value that begins as the first does. */
export function valuesIn(text: string): readonly string[] | undefined {
  const only = /\bonly ([A-Z]+)\)?$/.exec(text)?.[1]
  if (only !== undefined) return [only]
  const found = always.exec(text)?.[1] ?? supported.exec(text)?.[1] ?? valueList.exec(text)?.[1]
  if (found === undefined) return undefined
  const values = found.replace(' (default)', '').split(/,? or |, /)
  const start = values[0]!.replace(/_[A-Z]+$/, '')
  return values.map((value) => (value.startsWith('_') ? start + value : value))
}

/** Reads a note; later readings of the same fact win. */
export function annotationOf(text: string): Annotation {
  const facts = readings.flatMap(([pattern, read]) => {
    const found = pattern.exec(text)
    return found ? [read(found)] : []
  })
  const values = valuesIn(text)
  return Object.assign({}, ...facts, values && { values }) as Annotation
}

const plain = new RegExp(`^(?:(?:${anyType})(?: \\[\\d+(?:\\.\\.\\d+)?\\])?|mandatory|optional|[, ])+$`, 'i')

/** A note of nothing but a type and whether the field is needed: it may stand for the names before it too. */
export const isPlain = (text: string): boolean => plain.test(text)
