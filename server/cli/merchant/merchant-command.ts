import type { Command } from '../command.ts'
import { initCommand } from '../init/init-command.ts'

const { url, shop, gateway, login, yes } = initCommand.options as Readonly<
  Record<'url' | 'shop' | 'gateway' | 'login' | 'yes', Command['options'][string]>
>

export const merchantCommand: Command = {
  name: 'merchant',
  summary:
    'adds a merchant to the folder of tender proxy --merchants: asks what init asks, and prints what the shop gets',
  operand: 'add NAME',
  options: {
    merchants: {
      value: 'DIR',
      what: 'the folder, in which NAME.env is written, readable by its owner only',
      isRequired: true,
    },
    url,
    shop,
    gateway,
    login,
    yes,
  },
  notes: [
    'A file that exists is never replaced. A proxy that runs with the folder serves the merchant within seconds.',
    'TENDER_GATEWAY_PASSWORD=… tender merchant add shop-two --merchants /etc/tender/merchants',
    '  --url https://shop-two.pay.example --shop https://shop-two.example',
    '  --gateway https://gateway.bank.example --login shop-two-api --yes',
  ],
  run: async (given, tools) => (await import('./add-merchant.ts')).addMerchant(given, tools),
}
