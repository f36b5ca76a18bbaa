import { CommandError } from '../command.ts'

/** How a proxy is run, the usual method first. */
export const runMethods = ['node', 'docker', 'systemd'] as const
export type RunMethod = (typeof runMethods)[number]

/** Texts that mean themselves in each reader of such files. */
const plain = /^[\w@%+=:,./~-]*$/

/** The text without control characters, which none of the readers can take. */
function requirePrintable(text: string): void {
  if (/\p{Cc}/u.test(text)) throw new CommandError('A value with control characters cannot be written.')
}

/** How a value is written so that its reader gets it back unchanged. */
const quoted: Readonly<Record<RunMethod, (text: string) => string>> = {
  // Node takes the first of three quotation marks, and replaces \n between double ones.
  node(text) {
    const mark = ["'", '"', '`'].find((one) => !text.includes(one) && !(one === '"' && text.includes('\\n')))
    if (mark !== undefined) return mark + text + mark
    throw new CommandError('A value with all of \' " ` cannot be written into a file for node.')
  },
  // Docker takes all that follows the equals sign.
  docker: (text) => text,
  // systemd takes single quotation marks like a shell; between double ones a backslash escapes.
  systemd: (text) => (text.includes("'") ? `"${text.replace(/["\\$`]/g, String.raw`\$&`)}"` : `'${text}'`),
}

function lineOf(name: string, value: string, runMethod: RunMethod): string {
  requirePrintable(value)
  return `${name}=${plain.test(value) ? value : quoted[runMethod](value)}`
}

interface NewFile {
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  readonly runMethod: RunMethod
  /** The command that writes it. */
  readonly command: string
}

/** The file's text, a line for each variable, for the reader that its run method has. */
export function envFile({ settings, secrets, runMethod, command }: NewFile): string {
  const lines = (part: typeof settings): string[] =>
    Object.entries(part).map(([name, value]) => lineOf(name, value, runMethod))
  return [
    `# Settings of tender proxy, written by tender ${command}. They contain secrets: keep this file out of version control.`,
    '# Every variable is in docs/proxy.md.',
    ...lines(settings),
    ...lines(secrets),
    '',
  ].join('\n')
}

/** Variables that follow from the run method, and from the address that browsers use. */
export function settingsFor(runMethod: RunMethod, publicUrl: string): Readonly<Record<string, string>> {
  // In a container the reverse proxy is on another address; on the machine itself, it is the only one that can connect.
  if (runMethod === 'docker') return { TENDER_HOST: '::' }
  return { TENDER_TRUST_PROXY: '127.0.0.1/32', ...portOf(publicUrl) }
}

/** An address without TLS is this machine's own, where no reverse proxy is in front: the proxy listens at its port. */
function portOf(publicUrl: string): Readonly<Record<string, string>> {
  const [, port] = /^http:.*:(\d+)\/?$/.exec(publicUrl) ?? []
  return port === undefined || port === '8080' ? {} : { TENDER_PORT: port }
}
