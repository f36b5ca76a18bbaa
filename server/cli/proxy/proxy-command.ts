import { variables, type Variable } from '#proxy/config/variables.ts'
import type { Command } from '../command.ts'
import { SETTINGS_FILE } from '../settings-file.ts'

const required = variables.filter((variable: Variable) => variable.standard === undefined).map(({ name }) => name)

export const proxyCommand: Command = {
  name: 'proxy',
  summary: 'runs the proxy; its settings are TENDER_… variables',
  options: {
    merchants: {
      value: 'DIR',
      what: 'serves many merchants: each has a file <name>.env there with its variables, and is found by the host of its TENDER_PUBLIC_URL',
    },
  },
  notes: [
    `Required: ${required.join(', ')},`,
    '(TENDER_GATEWAY_TOKEN may stand in place of login and password)',
    'and TENDER_TICKET_SECRET, TENDER_TICKET_SECRETS or TENDER_TICKET_PUBLIC_KEYS.',
    `Without TENDER_PUBLIC_URL, what is not set is read from ${SETTINGS_FILE} in this folder, which tender init writes.`,
    'All variables are in docs/proxy.md, under “Variables”.',
  ],
  // The proxy's modules take longer to load than any other command to run.
  async run(given, tools) {
    const folder = given.text('merchants')
    if (folder === undefined) await (await import('./run-proxy.ts')).runProxy(tools)
    else await (await import('./run-merchants.ts')).runMerchants(folder, tools)
  },
}
