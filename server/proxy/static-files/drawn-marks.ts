/** As many have room beside the label of the number. */
const MOST = 4

/** Units of the drawing: the width of a mark, and from the beginning of one to that of the next. */
const WIDTH = 38
const STEP = 44

/**
 * Draws the marks of the first brands of a list once, beside the form, whose field of the number shows them until its
 * own brand is known. Fewer marks stand at the end of their place.
 */
export function drawnMarks(
  brands: readonly string[],
  marks: Readonly<Record<string, string>>,
  direction: 'ltr' | 'rtl',
): string {
  const shown = brands.flatMap((brand) => marks[brand] ?? []).slice(0, MOST)
  if (shown.length === 0) return ''
  const end = direction === 'rtl' ? 'xMin' : 'xMax'
  const box = `viewBox="0 0 ${(shown.length - 1) * STEP + WIDTH} 24" preserveAspectRatio="${end}YMid"`
  const drawn = shown.map((mark, at) => `<g transform="translate(${at * STEP})">${mark}</g>`)
  return `<svg hidden><symbol id="drawn" ${box}>${drawn.join('')}</symbol></svg>`
}
