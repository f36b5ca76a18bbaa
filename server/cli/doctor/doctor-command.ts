import type { Command } from '../command.ts'
import { SETTINGS_FILE } from '../settings-file.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'checks the TENDER_… variables, the gateway, Redis, the deployed proxy and the page of the shop',
  operand: 'URL',
  isOperandOptional: true,
  options: {
    url: { value: 'ORIGIN', what: 'the same as URL: origin of the deployed proxy; TENDER_PUBLIC_URL when absent' },
    merchants: {
      value: 'DIR',
      what: 'checks every merchant of the folder of tender proxy --merchants, or the one that is named in place of URL',
    },
    shop: { value: 'ADDRESS', what: 'address of the page with the checkout, whose headers are checked' },
    json: { what: 'prints one line of JSON in place of the lines' },
  },
  notes: [
    'Each line begins with ok, skip (not checked), warn or FAIL. The exit code is 1 where a line begins with FAIL.',
    'Nothing is paid, registered or sent to the merchant, and no secret is printed.',
    `Without URL and TENDER_PUBLIC_URL, what is not set is read from ${SETTINGS_FILE} in this folder.`,
    'tender doctor https://pay-shop.example --shop https://shop.example/checkout',
    'tender doctor shop-one --merchants merchants --shop https://shop-one.example/checkout',
  ],
  async run(given, tools) {
    const folder = given.text('merchants')
    if (folder === undefined) return (await import('./run-doctor.ts')).runDoctor(given, tools)
    return (await import('./merchants.ts')).examineMerchants(folder, given, tools)
  },
}
