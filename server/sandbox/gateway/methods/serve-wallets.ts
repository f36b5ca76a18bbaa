import type { FastifyInstance } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { mount, type MountOptions } from '#router/mount.ts'
import type { GatewayContext } from '../context.ts'
import type { admit, Caller } from '../merchants/merchants.ts'
import { openWalletA, readWalletA } from './apple-pay-payment.ts'
import { openWalletB, readWalletB } from './google-pay-payment.ts'
import { admitByLogin, admitDirect } from './wallet-callers.ts'
import { payByWallet } from './wallet-payment.ts'

const { walletAPayment, walletADirect, walletBPayment, walletBDirect, ...others } = gatewayApi

/** The gateway's operations without those of wallets. */
export { others as withoutWallets }

/** Routes the operations of wallets: with tokens that the gateway opens, and with those that the merchant has opened. */
export function serveWallets(
  app: FastifyInstance,
  context: GatewayContext,
  options: (admitted: typeof admit) => MountOptions<Caller>,
): void {
  const sealed = {
    walletAPayment: payByWallet(context, walletAPayment, openWalletA),
    walletBPayment: payByWallet(context, walletBPayment, openWalletB),
  }
  const direct = {
    walletADirect: payByWallet(context, walletADirect, readWalletA),
    walletBDirect: payByWallet(context, walletBDirect, readWalletB),
  }
  mount(app, { walletAPayment, walletBPayment }, sealed, options(admitByLogin))
  mount(app, { walletADirect, walletBDirect }, direct, options(admitDirect))
}
