import type { ProfileName } from '#gateway-client/profiles/profiles.ts'
import type { MerchantSettings } from '#sandbox/merchants/settings.ts'
import type { OpenSandbox } from '#sandbox/open-sandbox.ts'

/** An option of a command, as its help and the documents show it. */
export interface Option {
  /** Placeholder of its value in the help; absent where it takes none. */
  readonly value?: string
  /** Default value. */
  readonly standard?: string
  readonly what: string
  readonly isRequired?: true
}

/** What was typed after a command's name, options by their names. */
export interface Arguments {
  /** The value of an option that takes one. */
  text(option: string): string | undefined
  /** Whether an option without a value was given. */
  has(option: string): boolean
  /** Positional arguments. */
  readonly operands: readonly string[]
  /** What follows `--`: a program to run, with its arguments. */
  readonly program: readonly string[]
}

export interface Tools {
  readonly env: NodeJS.ProcessEnv
  /** Folder of the package's own package.json. */
  readonly home: string
  /** Folder of the browser build. */
  readonly dist: string
  /** Loads the sandbox, which no other command needs. */
  readonly loadSandbox: () => Promise<SandboxModule>
}

/** What `tender sandbox` uses of `tender-checkout/sandbox`. */
export interface SandboxModule {
  readonly profileNames: readonly ProfileName[]
  merchantsFile(path: string): readonly MerchantSettings[]
  startSandbox(options: {
    readonly port: number
    readonly merchants?: readonly MerchantSettings[]
    readonly data?: string
    readonly shop?: string | readonly string[]
    readonly profile?: ProfileName
    readonly report?: (sentence: string) => void
  }): Promise<OpenSandbox & { readonly testCards: string }>
}

export interface Command {
  readonly name: string
  readonly summary: string
  /** Placeholder of its operand in the help, a word for each where it takes several; absent where it takes none. */
  readonly operand?: string
  readonly isOperandOptional?: true
  readonly options: Readonly<Record<string, Option>>
  /** Whether it runs a program, given after `--`. */
  readonly runsProgram?: true
  /** Lines at the end of its help. */
  readonly notes?: readonly string[]
  run(given: Arguments, tools: Tools): Promise<void>
}

/** An error that is printed as its message, without a stack. */
export class CommandError extends Error {}

/** Rethrows any error as a {@link CommandError}. */
export function asCommandError(error: unknown): never {
  throw new CommandError(error instanceof Error ? error.message : String(error))
}
