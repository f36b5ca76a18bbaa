/** A line of the text format. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The grammar of Prometheus's text format: a sample, and the head of its metric. */
const sampleLine = /^([a-z_][a-z0-9_]*)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\})? (-?[0-9.e+-]+|[+-]Inf|NaN)$/i
const headLine = /^# (?:HELP [a-z0-9_]+ .+|TYPE [a-z0-9_]+ (?:counter|gauge|histogram))$/

/** The samples in a text; throws at a line that is none. */
export function samplesIn(text: string): readonly Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end')
  return text
    .slice(0, -1)
    .split('\n')
    .filter((line) => line && !headLine.test(line))
    .map((line) => {
      const [, name, labels = '', value] = sampleLine.exec(line) ?? []
      if (name === undefined) throw new Error(`no sample: ${line}`)
      const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label!, text!])
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }
    })
}

/** The sum of the samples of that name with these labels. */
export const valueIn = (text: string, name: string, labels: Readonly<Record<string, string>> = {}): number =>
  samplesIn(text)
    .filter((one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0)
