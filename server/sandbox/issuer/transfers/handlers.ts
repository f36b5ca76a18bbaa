import type { IssuerContext } from '../context.ts'
import { p2PTransfer } from './transfer.ts'

export const transferHandlers = (context: IssuerContext) => ({ p2PTransfer: p2PTransfer(context) })
