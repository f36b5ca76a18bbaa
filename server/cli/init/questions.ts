import { readConfig, type Environment } from '#proxy/config/config.ts'
import type { VariableName } from '#proxy/config/variables.ts'
import { CommandError } from '../command.ts'
import { runMethods, type RunMethod } from './env-file.ts'

/** A question whose answer is a variable of the proxy. */
export interface Question {
  readonly variable: VariableName
  /** The option that answers it; absent for what nobody should type into a command line. */
  readonly option?: string
  readonly prompt: string
  /** The answer is not shown while it is typed. */
  readonly isHidden?: boolean
}

export const questions: readonly Question[] = [
  {
    variable: 'TENDER_PUBLIC_URL',
    option: 'url',
    prompt: '1. Public address of the proxy, such as https://pay-shop.example: ',
  },
  {
    variable: 'TENDER_SHOP_ORIGINS',
    option: 'shop',
    prompt: '2. Origins of the shop’s pages, separated by commas, such as https://shop.example: ',
  },
  {
    variable: 'TENDER_GATEWAY_URL',
    option: 'gateway',
    prompt: '3. Address of the gateway, before /rest/…, such as https://gateway.bank.example/payment: ',
  },
  { variable: 'TENDER_GATEWAY_USERNAME', option: 'login', prompt: '   Login of your API user there: ' },
  { variable: 'TENDER_GATEWAY_PASSWORD', prompt: '   Its password (not shown): ', isHidden: true },
]

const RUN_PROMPT = `4. How the proxy is run: ${runMethods.join(', ')} (${runMethods[0]}): `

/** Asks one question; an answer without a terminal is impossible. */
export type Ask = (prompt: string, isHidden: boolean) => Promise<string>

/** The answers, by variable, and how the proxy is run. */
export interface Answers {
  readonly variables: Environment
  readonly runMethod: RunMethod
}

export interface KnownAnswers {
  readonly variables: Environment
  readonly runMethod: string | undefined
}

/** Asks for what is not known, and again where an answer breaks a rule. */
export async function answersTo(known: KnownAnswers, ask: Ask, print: (text: string) => void): Promise<Answers> {
  const variables: Record<string, string> = {}
  for (const { variable, prompt, isHidden = false } of questions)
    variables[variable] = await untilRight(
      (answer) => valueOf(answer, isHidden),
      (value) => brokenRule(variable, value, variables),
      known.variables[variable],
      () => ask(prompt, isHidden),
      print,
    )
  const runMethod = await untilRight(runMethodIn, brokenRunRule, known.runMethod, () => ask(RUN_PROMPT, false), print)
  return { variables, runMethod: runMethod as RunMethod }
}

/** Asks until an answer breaks no rule; what is known is the first answer. */
async function untilRight(
  valueIn: (answer: string) => string,
  brokenRuleOf: (value: string) => string | undefined,
  known: string | undefined,
  ask: () => Promise<string>,
  print: (text: string) => void,
): Promise<string> {
  for (let answer = known ?? (await ask()); ; answer = await ask()) {
    const value = valueIn(answer)
    const rule = brokenRuleOf(value)
    if (rule === undefined) return value
    print(rule)
  }
}

/** What is known, where nobody can be asked; a {@link CommandError} names every rule that is broken. */
export function answersIn(known: KnownAnswers): Answers {
  const variables: Record<string, string> = {}
  const broken: string[] = []
  for (const { variable, option, isHidden = false } of questions) {
    const value = valueOf(known.variables[variable] ?? '', isHidden)
    const rule = brokenRule(variable, value, variables)
    if (rule === undefined) variables[variable] = value
    else broken.push(`${rule} Give it ${option === undefined ? 'in the environment' : `by --${option}`}.`)
  }
  const runMethod = runMethodIn(known.runMethod ?? '')
  const rule = brokenRunRule(runMethod)
  if (rule !== undefined) broken.push(`${rule} Give it by --run.`)
  if (broken.length) throw new CommandError(broken.join('\n'))
  return { variables, runMethod: runMethod as RunMethod }
}

/** The answer without the blanks around it, which only a password may have. */
const valueOf = (answer: string, isHidden: boolean): string => (isHidden ? answer : answer.trim())

/** The sentence about this variable, where its value breaks a rule of the configuration. */
function brokenRule(variable: VariableName, value: string, before: Environment): string | undefined {
  if (!value.trim()) return `${variable} is required.`
  return readConfig({ ...before, [variable]: value }).errors?.find((error) => error.startsWith(`${variable} `))
}

const runMethodIn = (answer: string): string => answer.trim().toLowerCase() || runMethods[0]

const brokenRunRule = (value: string): string | undefined =>
  runMethods.some((one) => one === value) ? undefined : `The run method must be one of ${runMethods.join(', ')}.`
