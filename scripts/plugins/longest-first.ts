import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take ten seconds or more: begun last, one of them would run alone at the end. */
const longest = [
  'campaigns/isolation/isolation',
  'journeys/testing/test-kit',
  'campaigns/walk/walk',
  'campaigns/upgrade/upgrade',
  'campaigns/supply/package/tarball',
  'campaigns/injection/injection',
  'journeys/three-ds/three-ds',
  'campaigns/lost-files/lost-files',
  'programs/signals',
  'journeys/page/in-sight',
  'journeys/pay/cards',
  'conformance/gateway/gateway',
  'figures/load',
  'journeys/faults/disturbed',
  'campaigns/sockets/dribbling',
  'campaigns/supply/process',
  'campaigns/simulation/simulation',
  'conformance/issuing/issuing',
  'campaigns/fuzz/found',
].map((name) => `/test/${name}.test.ts`)

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((path) => moduleId.endsWith(path))
  return at < 0 ? longest.length : at
}

/**
 * Begins with the files that are known to take longest. The others follow in Vitest's order: the longest of the last
 * run first, and without one, as in CI, the largest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
