/** `skip` was not looked at, `warn` needs attention, `FAIL` prevents payments or breaks a promise. */
export type Level = 'ok' | 'skip' | 'warn' | 'FAIL'

/** What a check has found; it never contains a secret. */
export interface Finding {
  readonly check: string
  readonly level: Level
  /** What was looked at, and what was there. */
  readonly found: string
  /** What to do; absent where nothing is to be done. */
  readonly todo?: string
}

/** A finding without the name of its check. */
export type Result = Omit<Finding, 'check'>

export const ok = (found: string): Result => ({ level: 'ok', found })
export const skip = (found: string, todo: string): Result => ({ level: 'skip', found, todo })
export const warn = (found: string, todo: string): Result => ({ level: 'warn', found, todo })
export const fail = (found: string, todo: string): Result => ({ level: 'FAIL', found, todo })

export const lineOf = ({ check, level, found, todo }: Finding): string =>
  `${level.padEnd(4)}  ${check}: ${plain(found)}${todo === undefined ? '' : `. ${plain(todo)}`}`

/** Servers' texts are part of findings: control characters could begin another line, or control the terminal. */
const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')

/** Prints the findings, and sets the exit code to 1 where one of them is a failure. */
export function report(findings: readonly Finding[], isJson: boolean, facts: object = {}): void {
  const isFine = !findings.some(({ level }) => level === 'FAIL')
  if (isJson) console.log(JSON.stringify({ ok: isFine, ...facts, findings }))
  else for (const finding of findings) console.log(lineOf(finding))
  if (!isFine) process.exitCode = 1
}
