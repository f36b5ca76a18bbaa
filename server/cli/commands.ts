import type { Command } from './command.ts'
import { keysCommand } from './keys-command.ts'
import { proxyCommand } from './proxy-command.ts'
import { sandboxCommand } from './sandbox-command.ts'
import { signCommand } from './sign-command.ts'

/** Every command of `tender`, in the order of its help. */
export const commands: readonly Command[] = [proxyCommand, sandboxCommand, signCommand, keysCommand]
