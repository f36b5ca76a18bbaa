import type { TestSequencer, TestSpecification } from 'vitest/node'

/** Files that take ten seconds or more: begun last, one of them would run alone at the end. */
const longest = [
  'campaigns/isolation/isolation',
  'campaigns/walk/walk',
  'campaigns/upgrade/upgrade',
  'journeys/testing/test-kit',
  'journeys/three-ds/three-ds',
  'campaigns/load/workers',
  'campaigns/supply/package/tarball',
  'campaigns/injection/injection',
  'campaigns/lost-files/lost-files',
  'unit/cli/signals',
  'conformance/gateway/gateway',
  'conformance/issuing/issuing',
].map((name) => `/test/${name}.test.ts`)

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((path) => moduleId.endsWith(path))
  return at < 0 ? longest.length : at
}

/** Runs the longest files first, and the others in the order of their paths. */
export class LongestFirst implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    const byPath = files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
    return byPath.toSorted((a, b) => placeOf(a) - placeOf(b))
  }

  /** The runs of this repository are not sharded. */
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
}
