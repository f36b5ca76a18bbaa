import { writeDocuments } from '../documents/readme.ts'
import type { Measure } from '../../test/support/figure.ts'
import { isTopic, keep, topics, type Topic } from '../documents/topics.ts'
import { root } from '../../test/support/root.ts'

/** The dependencies of `main`. */
export interface Options {
  /** Where the figures are kept, and the documents that show them. */
  readonly root: string
  readonly measureOf: (topic: Topic) => Promise<Measure>
  /** Receives each figure. */
  readonly print: (line: string) => void
  /** Receives lines on the progress. */
  readonly report: (line: string) => void
}

const measureOf = async (topic: Topic): Promise<Measure> =>
  ((await import(`./${topic}.ts`)) as { measure: Measure }).measure

/** What the script measures, and where it writes. */
export const here = { root, measureOf }

const SMALL = '--small'

/**
 * Measures the named topics, or all. The figures of each full measurement are saved at once; those of `--small`, which
 * only shows that measuring works, are not. Resolves to 1 when a figure is missed, and to 2 when a topic is unknown.
 */
export async function main(
  args: readonly string[],
  { root, measureOf: measuring, print, report }: Options,
): Promise<number> {
  const request = args.filter((name) => name !== SMALL)
  const unknown = request.find((name) => !isTopic(name))
  if (unknown !== undefined) {
    report(`There is no topic ${unknown}; there are ${topics.join(', ')}.`)
    return 2
  }
  const budget = args.includes(SMALL) ? 'small' : 'full'
  let misses = 0
  for (const topic of request.length ? request.filter(isTopic) : topics) {
    const figures = await (await measuring(topic))(budget, report)
    for (const { name, target, measured, isMet } of figures)
      print(`${isMet ? 'met ' : 'MISS'}  ${name}: ${measured} (target ${target})`)
    misses += figures.filter(({ isMet }) => !isMet).length
    if (budget === 'small') continue
    keep(root, topic, figures)
    await writeDocuments(root)
  }
  return misses ? 1 : 0
}
