import type { Command } from '../command.ts'
import { SETTINGS_FILE } from '../settings-file.ts'

export const ordersCommand: Command = {
  name: 'orders',
  summary: 'prints what was paid in a period as CSV, from the merchant API of the proxy',
  options: {
    from: { value: 'DAY', what: 'first day, such as 2030-05-01, or an instant with its offset; yesterday when absent' },
    to: { value: 'DAY', what: 'last day, which is included, or an instant; the day of --from when absent' },
    'time-zone': {
      value: 'NAME',
      standard: 'UTC',
      what: 'where the days begin and the times are printed, such as Europe/Vilnius',
    },
    by: { value: 'DATE', standard: 'paid', what: 'paid, or registered: then unpaid orders are listed, too' },
    state: { value: 'STATES', what: 'only these, separated by commas, such as paid,refunded; all when absent' },
    url: { value: 'ORIGIN', what: 'origin of the proxy; TENDER_PUBLIC_URL when absent' },
  },
  notes: [
    'The key is TENDER_API_KEY, or the first of TENDER_API_KEYS.',
    `Without TENDER_PUBLIC_URL, what is not set is read from ${SETTINGS_FILE} in this folder.`,
    'tender orders --from 2030-05-01 --time-zone Europe/Vilnius > 2030-05-01.csv',
  ],
  run: async (given, tools) => (await import('./run-orders.ts')).runOrders(given, tools),
}
