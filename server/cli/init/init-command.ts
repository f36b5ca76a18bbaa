import type { Command } from '../command.ts'
import { SETTINGS_FILE } from '../settings-file.ts'

export const initCommand: Command = {
  name: 'init',
  summary: 'asks four questions, and writes the settings of a proxy with new secrets',
  options: {
    url: { value: 'ORIGIN', what: 'public address of the proxy, such as https://pay-shop.example' },
    shop: { value: 'ORIGINS', what: 'origins of the shop’s pages, separated by commas' },
    gateway: { value: 'ADDRESS', what: 'address of the gateway, before /rest/…' },
    login: {
      value: 'NAME',
      what: 'login of the API user there; its password is TENDER_GATEWAY_PASSWORD, or asked for',
    },
    run: { value: 'METHOD', what: 'how the proxy is run: node, docker or systemd; node when it is not asked for' },
    out: { value: 'FILE', standard: SETTINGS_FILE, what: 'the file that is written, readable by its owner only' },
    yes: { what: 'asks nothing: for use without a terminal' },
    force: { what: 'replaces the file if it exists' },
  },
  notes: [
    'TENDER_GATEWAY_PASSWORD=… tender init --url https://pay-shop.example --shop https://shop.example',
    '  --gateway https://gateway.bank.example --login shop-api --yes',
  ],
  run: async (given, tools) => (await import('./run-init.ts')).runInit(given, tools),
}
