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
    prompt: '1. Public address of the proxy, such as https://pay.shop.example: ',
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

export interface Known {
  readonly variables: Environment
  readonly runMethod: string | undefined
}

/**
 * Asks for what is not known, and again where an answer breaks a rule. Without `ask`, what is missing or wrong throws a
 * {@link CommandError} with the rule.
 */
export async function answersTo(known: Known, ask: Ask | undefined, print: (text: string) => void): Promise<Answers> {
  const variables: Record<string, string> = {}
  for (const question of questions)
    variables[question.variable] = await answerTo(question, known.variables[question.variable], ask, print, variables)
  return { variables, runMethod: await runMethodOf(known.runMethod, ask, print) }
}

async function answerTo(
  { variable, option, prompt, isHidden = false }: Question,
  known: string | undefined,
  ask: Ask | undefined,
  print: (text: string) => void,
  before: Environment,
): Promise<string> {
  let answer = known ?? (await ask?.(prompt, isHidden)) ?? ''
  for (;;) {
    // A password may begin or end with a blank.
    const value = isHidden ? answer : answer.trim()
    const rule = brokenRule(variable, value, before)
    if (rule === undefined) return value
    const place = option === undefined ? 'in the environment' : `by --${option}`
    if (!ask) throw new CommandError(`${rule} Give it ${place}.`)
    print(rule)
    answer = await ask(prompt, isHidden)
  }
}

/** The sentence about this variable, where its value breaks a rule of the configuration. */
function brokenRule(variable: VariableName, answer: string, before: Environment): string | undefined {
  if (!answer.trim()) return `${variable} is required.`
  return readConfig({ ...before, [variable]: answer }).errors?.find((error) => error.startsWith(`${variable} `))
}

async function runMethodOf(
  known: string | undefined,
  ask: Ask | undefined,
  print: (text: string) => void,
): Promise<RunMethod> {
  let answer = known ?? (await ask?.(RUN_PROMPT, false)) ?? ''
  for (;;) {
    const runMethod = answer.trim() ? runMethods.find((one) => one === answer.trim().toLowerCase()) : runMethods[0]
    if (runMethod) return runMethod
    const rule = `The run method must be one of ${runMethods.join(', ')}.`
    if (!ask) throw new CommandError(`${rule} Give it by --run.`)
    print(rule)
    answer = await ask(RUN_PROMPT, false)
  }
}
