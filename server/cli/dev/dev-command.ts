import { shopOrigin, wholeNumber } from '../arguments.ts'
import type { Command } from '../command.ts'

/** Where most shops' own servers listen for developers. */
const SHOP = 'http://localhost:3000'

const PORT_RULE = '--port must be a port from 1 to 65529, the first of seven in a row, or 0 for any free ones.'

export const devCommand: Command = {
  name: 'dev',
  summary: 'runs a page with the checkout, the proxy and the sandbox, to try it without an account',
  options: {
    port: {
      value: 'N',
      standard: '0',
      what: 'first of seven ports in a row: page, proxy, and those of tender sandbox; 0 takes free ones',
    },
    shop: {
      value: 'ORIGIN',
      what: `origin of a shop of your own: its pages may show the checkout too; ${SHOP} with a program`,
    },
    webhook: {
      value: 'URL',
      what: 'where that shop receives webhooks, such as http://localhost:3000/webhooks',
    },
    json: {
      what: 'prints one line of JSON when all is ready: every address, the credentials, the secrets of this run',
    },
  },
  runsProgram: true,
  notes: [
    'PROGRAM is started when all is ready, with TENDER_PUBLIC_URL (the proxy), TENDER_TICKET_SECRET, TENDER_API_KEY and,',
    'with --webhook, TENDER_WEBHOOK_SECRET; when it ends, so does the rest:',
    '',
    '  tender dev --shop http://localhost:5173 -- npm start',
    '',
    'Ctrl+C ends all of it. Nobody pays here, and nothing is stored.',
  ],
  run: async (given, tools) =>
    (await import('./run-dev.ts')).runDev(
      {
        port: wholeNumber(given.text('port'), 0, 65_529, PORT_RULE),
        isJson: given.has('json'),
        shop: shopOrigin(given.text('shop') ?? (given.program.length ? SHOP : undefined)),
        webhook: given.text('webhook'),
        program: given.program,
      },
      tools,
    ),
}
