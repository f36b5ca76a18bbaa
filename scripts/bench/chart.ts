import { escaped } from '../documents/xml.ts'
import { ratioOf, rowLabel, shown, type Comparison, type Measure } from '../documents/benchmarks.ts'

const WIDTH = 760
const ROW = 30
const BAR = 18
const TOP = 56
const PADDING = 16
/** Pixels of a character of the labels at most, and room for a value and its ratio after the longest bar. */
const CHARACTER = 7
const VALUES = 130

/** Legible on a light and on a dark page, whichever the reader's system prefers. */
const style = `text{font:13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#1f2328}
.title{font-weight:600;font-size:14px}.quiet{fill:#59636e}.back{fill:#fff}.bar{fill:#8c959f}.own{fill:#0969da}
.floor{fill:#d1d9e0;stroke:#8c959f;stroke-dasharray:3 2}
@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.quiet{fill:#9198a1}.back{fill:#0d1117}.bar{fill:#656c76}.own{fill:#4493f8}
.floor{fill:#2a313c;stroke:#656c76}}`

/** A bar chart of one measure of a comparison, as SVG; its description has the same values for screen readers. */
export function chartOf(comparison: Comparison, measure: Measure): string {
  const rows = comparison.rows.filter((row) => row.values[measure.name] != null)
  const labels = rows.map(rowLabel)
  const left = PADDING + Math.max(0, ...labels.map(({ length }) => length)) * CHARACTER + 10
  const longest = Math.max(...rows.map((row) => row.values[measure.name]!)) || 1
  const scale = (WIDTH - left - VALUES - PADDING) / longest
  const hasFloor = rows.some(({ isFloor }) => isFloor)
  const height = TOP + rows.length * ROW + (hasFloor ? 30 : 12)
  const title = measure.chart ?? measure.label
  const values = rows.map((row) => valueOf(comparison, row, measure))
  const bars = rows.map((row, at) => {
    const [y, width] = [TOP + at * ROW, Math.max(1, row.values[measure.name]! * scale)]
    const kind = row.name === comparison.subject ? 'own' : row.isFloor ? 'floor' : 'bar'
    return `<text x="${left - 10}" y="${y + 14}" text-anchor="end">${escaped(labels[at]!)}</text>
<rect class="${kind}" x="${left}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="3"/>
<text x="${(left + width + 8).toFixed(1)}" y="${y + 14}">${escaped(values[at]!)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title description">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(rows.map((_, at) => `${labels[at]}: ${values[at]}`).join('; '))}</desc>
<style>${style}</style>
<rect class="back" width="100%" height="100%" rx="6"/>
<text class="title" x="${PADDING}" y="24">${escaped(title)}</text>
<text class="quiet" x="${PADDING}" y="41">${escaped(`${measure.label}; ×: ${comparison.subject}, divided by it`)}</text>
${bars.join('\n')}
${hasFloor ? `<text class="quiet" x="${PADDING}" y="${height - 10}">* its frames are stubs, so that its values are a floor</text>\n` : ''}</svg>
`
}

function valueOf(comparison: Comparison, row: Comparison['rows'][number], { name, digits }: Measure): string {
  const ratio = ratioOf(comparison, row, name)
  return shown(row.values[name]!, digits) + (ratio === null ? '' : ` (× ${shown(ratio, 2)})`)
}
