import { isSafe } from '../origins.ts'
import type { VariableName as Name } from '../variables.ts'

/** Reads variables, and collects what is wrong with them. */
export interface Reader {
  text(name: Name): string
  take<T>(name: Name, rule: string, read: (text: string) => T | undefined): T | undefined
  wrong(name: Name, rule: string): undefined
  warn(name: Name, rule: string): void
}

/** The gateway's settings that a wallet depends on. */
export interface Gateway {
  readonly isLoopback: boolean
  readonly merchant?: string
}

/** A wallet, as the proxy's environment sets it up. */
export interface WalletConfig<Offer, Keys> {
  /** What the element needs to open its sheet; `undefined` where it is not offered. */
  readOffer(from: Reader, gateway: Gateway | undefined): Offer | undefined
  /** The keys that open its tokens here; `undefined` where the gateway opens them. */
  readKeys(from: Reader): Keys | undefined
  /** The variable with the merchant's name on its sheet, without which it is not offered. */
  readonly name: Name
  /** The variable with the segment of its operations at the gateway. */
  readonly segment: Name
  /** The variable with these keys. */
  readonly keys: Name
  /** Variables with which the sandbox's sheet stands in for it. */
  inSandbox(merchantName: string, sheet: string): Readonly<Record<string, string>>
}

/** Whether a wallet has its `name`, without which it is not offered, and settings of it are an error. */
export function isNamed(from: Reader, name: Name, others: readonly Name[]): boolean {
  const other = others.find((one) => from.text(one))
  if (!from.text(name) && other) from.wrong(name, `is required where ${other} is set`)
  return from.text(name) !== ''
}

/** A sandbox wallet makes valid tokens of test cards, so it is allowed only with a gateway on this machine. */
export function readSheet(from: Reader, name: Name, gateway: Gateway | undefined): string | undefined {
  const sheet = from.text(name)
  if (!sheet) return undefined
  if (gateway && !gateway.isLoopback)
    return from.wrong(name, 'must not be set: a sandbox wallet pays only where TENDER_GATEWAY_URL is on this machine')
  return isSafe(sheet, true) ? sheet : from.wrong(name, 'must be an https address; http only on localhost')
}

/** The texts of variables that are given together, or not at all. */
export function allOrNone(from: Reader, names: readonly Name[]): string[] {
  const texts = names.map((name) => from.text(name))
  if (texts.some(Boolean))
    names.forEach((name, at) => {
      if (!texts[at]) from.wrong(name, `is required where ${names.find((_, other) => texts[other])} is set`)
    })
  return texts
}

/** Accepts `\n` as a line end. */
export const withLines = (pem: string): string => pem.replaceAll(String.raw`\n`, '\n')

/** The PEM blocks of a text. */
export const pemsIn = (text: string): string[] =>
  withLines(text).match(/-----BEGIN ([^-]+)-----[^-]+-----END \1-----/g) ?? []

/** The error is dropped, since its message may quote the key. */
export function tried<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

export const COUNTRY = 'must be the two letters of a country (ISO 3166)'
export const country = (text: string): string | undefined => (/^[A-Z]{2}$/.test(text) ? text : undefined)

export const NETWORKS = 'must be a list of card networks, in lower case and separated by commas'
export const networks = (text: string): string[] | undefined => listOf(text, /^[a-z_]{2,20}$/)

export function listOf(text: string, each: RegExp): string[] | undefined {
  const read = text.split(/[\s,]+/).filter(Boolean)
  return read.length && read.every((one) => each.test(one)) ? read : undefined
}
