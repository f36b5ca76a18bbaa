import type { Report } from './report.ts'

/** Reports about what a document tells a newcomer to type. */
export const firstSteps: readonly Report[] = [
  {
    source: 'hesamsheikh/octogent#2',
    kind: 'the first command of the README fetches a package that no registry has',
    decision: 'fixed',
    file: 'test/documents/install/install.test.ts',
    words: 'before the first release no text has a command that fetches the package from a registry',
  },
  {
    source: 'pax8labs/pax8-cli#477',
    kind: 'the command of a later release stands above the one that works today',
    decision: 'fixed',
    file: 'test/documents/install/install.test.ts',
    words: 'README begins with the two commands of a clone, and from the first release on with the package',
  },
  {
    source: 'temporalio/sdk-typescript#17',
    kind: 'the commands of the README do not run as they are typed',
    decision: 'fixed',
    file: 'test/examples/literal.test.ts',
    words: 'the commands of docs/start.md lead to a shop that is paid, as they are typed',
  },
]
