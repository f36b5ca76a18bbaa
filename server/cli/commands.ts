import type { Command } from './command.ts'
import { devCommand } from './dev/dev-command.ts'
import { doctorCommand } from './doctor/doctor-command.ts'
import { initCommand } from './init/init-command.ts'
import { keysCommand } from './keys-command.ts'
import { linkCommand } from './link-command.ts'
import { markupCommand } from './markup-command.ts'
import { merchantCommand } from './merchant/merchant-command.ts'
import { ordersCommand } from './orders/orders-command.ts'
import { proxyCommand } from './proxy/proxy-command.ts'
import { sandboxCommand } from './sandbox-command.ts'
import { signCommand } from './sign-command.ts'
import { verifyCommand } from './verify/verify-command.ts'

/** Every command of `tender`, in the order of its help. */
export const commands: readonly Command[] = [
  devCommand,
  initCommand,
  merchantCommand,
  proxyCommand,
  doctorCommand,
  verifyCommand,
  sandboxCommand,
  signCommand,
  markupCommand,
  linkCommand,
  ordersCommand,
  keysCommand,
]
