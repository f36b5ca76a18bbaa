import type { FastifyInstance } from 'fastify'
import type { GatewayContext } from '../context.ts'
import { chargeSbpAccount, sbpFaults, sbpHandlers, serveBankApp } from './sbp/sbp.ts'

/** The handlers of the operations of single ways to pay, whose fields come as a form. */
export const methodHandlers = (context: GatewayContext) => ({ ...sbpHandlers(context) })

/** Charges what clients have stored beside cards. */
export const chargeOther = (context: GatewayContext) => chargeSbpAccount(context)

/** Routes what stands in for the apps of payers. */
export const servePayerApps = (app: FastifyInstance, context: GatewayContext): void => serveBankApp(app, context)

/** The kind of fault of each operation of single ways to pay. */
export const methodFaults = [...sbpFaults] as const
