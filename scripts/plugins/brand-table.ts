/** The brands as credit-card-type lists them. */
export type BrandTypes = Readonly<
  Record<
    string,
    {
      readonly niceType: string
      /** First digits, or the first and the last of a range. */
      readonly patterns: readonly (number | readonly number[])[]
      readonly gaps: readonly number[]
      readonly lengths: readonly number[]
      readonly code: { readonly size: number }
    }
  >
>

/**
 * A module with that table, whose numbers are written by the digits in which they differ from the one before, in order of
 * their lengths: `650082-3 92` are 650082 to 650083, and 650092. As JSON it has 200 bytes more, compressed.
 */
export function brandTable(types: BrandTypes): string {
  const rows = Object.entries(types).map(([id, { niceType, patterns, gaps, lengths, code }]) =>
    [id, niceType, digitsOf(patterns), gaps, lengths, code.size].join('|'),
  )
  return `let last
const whole = (part) => (last = last.slice(0, Math.max(0, last.length - part.length)) + part)
const numbers = (list) => list.split(',').map(Number)
export default Object.fromEntries(${JSON.stringify(rows.join('\n'))}.split('\\n').map((row) => {
  const [id, niceType, digits, gaps, lengths, size] = row.split('|')
  last = ''
  const patterns = digits.split(' ').map((range) => range.split('-').map(whole))
  return [id, { niceType, patterns, gaps: numbers(gaps), lengths: numbers(lengths), code: { size: +size } }]
}))`
}

function digitsOf(patterns: BrandTypes[string]['patterns']): string {
  let last = ''
  const part = (number: number): string => {
    const text = String(number)
    const isLonger = text.length > last.length
    const differs = [...text].findIndex((digit, at) => digit !== last[at])
    last = text
    return isLonger ? text : text.slice(differs)
  }
  const ranges = patterns.map((pattern) => [pattern].flat())
  const inOrder = ranges.toSorted(([one], [other]) => `${one}`.length - `${other}`.length || one! - other!)
  return inOrder.map((range) => range.map(part).join('-')).join(' ')
}
