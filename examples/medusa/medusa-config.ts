import { defineConfig, loadEnv } from '@medusajs/framework/utils'
import type { TenderOptions } from './src/modules/tender/service'

loadEnv(process.env['NODE_ENV'] ?? 'development', process.cwd())
const required = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is required`)
  return value
}
const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000'

const tender: TenderOptions = {
  proxy: process.env['TENDER_PUBLIC_URL']!,
  ticketSecret: process.env['TENDER_TICKET_SECRET']!,
  apiKey: process.env['TENDER_API_KEY']!,
  capture: process.env['CAPTURE'] === 'two-phase' ? 'two-phase' : 'one-phase',
  returnUrl: `${shop}/`,
}

export default defineConfig({
  projectConfig: {
    databaseUrl: required('DATABASE_URL'),
    http: {
      storeCors: shop,
      adminCors: shop,
      authCors: shop,
      jwtSecret: required('JWT_SECRET'),
      cookieSecret: required('COOKIE_SECRET'),
    },
  },
  admin: { disable: true },
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: { providers: [{ resolve: './src/modules/tender', id: 'tender', options: tender }] },
    },
  ],
})
