import type { Desk } from '../desk.ts'
import { p2PTransfer } from './transfer.ts'

export const transferHandlers = (desk: Desk) => ({ p2PTransfer: p2PTransfer(desk) })
