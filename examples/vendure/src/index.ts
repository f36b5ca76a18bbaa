import {
  bootstrap,
  defaultOrderProcess,
  DefaultLogger,
  LanguageCode,
  LogLevel,
  type VendureConfig,
} from '@vendure/core'
import { populate } from '@vendure/core/cli'
import { static as staticFiles } from 'express'
import { join } from 'node:path'
import { TenderPlugin } from './tender-plugin'

const port = Number(process.env['PORT'] ?? 3000)
const shop = process.env['SHOP_URL'] ?? `http://localhost:${port}`
const required = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is required`)
  return value
}

const config: VendureConfig = {
  apiOptions: {
    port,
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    middleware: [{ route: '/', handler: staticFiles(join(__dirname, '../public')), beforeListen: true }],
  },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: { identifier: 'superadmin', password: required('SUPERADMIN_PASSWORD') },
    requireVerification: false,
  },
  orderOptions: { process: [defaultOrderProcess] },
  // In memory: a shop that lasts takes a database.
  dbConnectionOptions: { type: 'sqljs', synchronize: true, autoSave: false },
  paymentOptions: { paymentMethodHandlers: [] },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [
    TenderPlugin.init({
      proxy: required('TENDER_PUBLIC_URL'),
      ticketSecret: required('TENDER_TICKET_SECRET'),
      apiKey: required('TENDER_API_KEY'),
      webhookSecret: required('TENDER_WEBHOOK_SECRET'),
      capture: process.env['CAPTURE'] === 'two-phase' ? 'two-phase' : 'one-phase',
      returnUrl: (code) => `${shop}/?order=${code}`,
    }),
  ],
}

const shopData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Europe',
  countries: [{ code: 'LT', name: 'Lithuania', zone: 'Europe' }],
  taxRates: [{ name: 'Standard Tax', percentage: 21 }],
  shippingMethods: [{ name: 'Standard', price: 500 }],
  paymentMethods: [{ name: 'Tender', handler: { code: 'tender', arguments: [] } }],
  collections: [],
}

populate(() => bootstrap(config), shopData, join(__dirname, '../products.csv'))
  .then(() => console.log(`The shop is at ${shop}`))
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
