import { innerModules, modules, type Module } from '../../test/architecture/modules.ts'
import { escaped } from './xml.ts'

/** The columns of the picture, each with the modules whose path begins so. */
const columns: readonly (readonly [title: string, paths: readonly string[]])[] = [
  ['In the browser, and for both sides', ['src']],
  ['On the merchant’s server', ['server']],
  ['The sandbox', ['server/sandbox']],
]

const WIDTH = 372
const GAP = 20
const LINE = 15
const HEAD = 40
const PADDING = 10
/** Characters of a line. */
const LENGTH = 60

const style = `text{font:11px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#1f2328}
.title{font-weight:600;font-size:14px}.name{font-weight:600;font-size:13px}.quiet{fill:#59636e}.back{fill:#fff}.box{fill:#f6f8fa;stroke:#8c959f}
@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.quiet{fill:#9198a1}.back{fill:#0d1117}.box{fill:#151b23;stroke:#656c76}}`

/** Words in lines that fit in a box. */
export function lines(text: string): readonly string[] {
  const written: string[] = []
  for (const word of text.split(' ')) {
    const last = written.at(-1)
    if (last !== undefined && last.length + word.length < LENGTH) written.splice(-1, 1, `${last} ${word}`)
    else written.push(word)
  }
  return written
}

/** The modules that one may import, without libraries. */
const imports = ({ may }: Module): readonly string[] => [
  ...new Set(may.filter((name) => name.startsWith('#')).map((name) => name.replace(/^#|\/$/g, ''))),
]

interface Box {
  readonly name: string
  readonly rows: readonly (readonly [className: string, text: string])[]
}

function boxOf([name, module]: readonly [string, Module]): Box {
  const [inside, used] = [Object.keys(innerModules[name] ?? {}), imports(module)]
  const quiet = (label: string, names: readonly string[]): readonly string[] =>
    names.length ? lines(`${label}: ${names.join(', ')}`) : []
  return {
    name,
    rows: [
      ...lines(module.purpose).map((text) => ['what', text] as const),
      ...quiet('inside', inside).map((text) => ['quiet', text] as const),
      ...quiet('may import', used).map((text) => ['quiet', text] as const),
    ],
  }
}

const heightOf = ({ rows }: Box): number => 2 * PADDING + 16 + rows.length * LINE

function draw({ name, rows }: Box, x: number, y: number): string {
  const text = rows.map(
    ([className, row], at) =>
      `<text class="${className}" x="${x + PADDING}" y="${y + PADDING + 30 + at * LINE}">${escaped(row)}</text>`,
  )
  return `<rect class="box" x="${x}" y="${y}" width="${WIDTH}" height="${heightOf({ name, rows })}" rx="6"/>
<text class="name" x="${x + PADDING}" y="${y + PADDING + 12}">${escaped(name)}</text>
${text.join('\n')}`
}

/** The column of a module: the one with the longest path that it begins with. */
const columnOf = (name: string): string | undefined =>
  columns
    .flatMap(([title, paths]) => paths.map((path) => ({ title, path })))
    .filter(({ path }) => name === path || name.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]?.title

/** The product's modules as a picture in SVG: what each is for, what is inside it, and what it may import. */
export function moduleMap(): string {
  const boxes = Object.entries(modules)
  const drawn = columns.map(([title], at) => {
    const x = GAP + at * (WIDTH + GAP)
    let y = HEAD + GAP
    const parts = [`<text class="title" x="${x}" y="${HEAD}">${escaped(title)}</text>`]
    for (const box of boxes.filter(([name]) => columnOf(name) === title).map(boxOf)) {
      parts.push(draw(box, x, y))
      y += heightOf(box) + GAP / 2
    }
    return { parts, height: y }
  })
  const [width, height] = [
    GAP + columns.length * (WIDTH + GAP),
    Math.max(...drawn.map((column) => column.height)) + GAP,
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">The modules of tender-checkout, what each is for, and what it may import</title>
<style>${style}</style>
<rect class="back" width="100%" height="100%" rx="8"/>
${drawn.flatMap(({ parts }) => parts).join('\n')}
</svg>
`
}
