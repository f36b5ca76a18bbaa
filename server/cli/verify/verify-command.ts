import type { Command } from '../command.ts'

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'compares the scripts and headers that an address serves with those of a release',
  operand: 'URL',
  options: {
    release: { value: 'DIR', what: 'folder of the release: the package, or its dist; the one that runs when absent' },
    shop: { value: 'ORIGINS', what: 'the only origins that may frame the checkout, separated by commas' },
    sandbox: {
      what: 'the gateway is on the proxy’s own machine, as on a staging: its pages by http are no difference',
    },
    json: { what: 'prints one line of JSON in place of the lines' },
  },
  notes: [
    'Each line begins with ok or FAIL. The exit code is 1 where a line begins with FAIL.',
    'tender verify https://pay-shop.example --shop https://shop.example',
  ],
  run: async (given, tools) => (await import('./run-verify.ts')).runVerify(given, tools),
}
