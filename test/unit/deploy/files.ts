import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { root } from '../../support/root.ts'

const folder = join(root, 'deploy')

const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: readonly string[] }

/** The files that are shipped, by their paths in deploy/; what an operator has filled in beside them is not. */
export const deployFiles: readonly string[] = files
  .filter((file) => file.startsWith('deploy/'))
  .map((file) => file.slice('deploy/'.length))
  .toSorted()

export const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8')

/** The documents of a YAML file; throws where it is malformed, or has a key twice. */
export function yamlOf<T>(file: string): readonly T[] {
  const documents = parseAllDocuments(textOf(file), { merge: true, strict: true, uniqueKeys: true })
  return [...documents].map((document) => {
    if (document.errors.length) throw document.errors[0]!
    return document.toJS() as T
  })
}

/** The variables in a file of `NAME=value` lines. */
export const environmentIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/^(?:Environment=)?(TENDER_\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  )

export const secret = (): string => randomBytes(32).toString('base64')

/** What an operator fills in where a file leaves a value empty. */
const filledIn: Readonly<Record<string, () => string>> = {
  TENDER_GATEWAY_USERNAME: () => 'shop-api',
  TENDER_GATEWAY_PASSWORD: () => 'the-password-of-the-bank',
  TENDER_TICKET_SECRET: secret,
  TENDER_SIGNING_SECRET: secret,
  TENDER_API_KEYS: secret,
  TENDER_WEBHOOK_SECRET: () => `whsec_${secret()}`,
  TENDER_METRICS_TOKEN: secret,
  TENDER_RELEASES_SECRET: secret,
  TENDER_REDIS_URL: () => 'rediss://:of-this-test@redis.internal:6379',
}

export const filled = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value === '' ? filledIn[name]!() : value]))

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
  readonly periodSeconds: number
  readonly timeoutSeconds: number
}

/** The parts of a container that the tests read. */
export interface Container {
  readonly args: readonly string[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly envFrom: readonly { readonly secretRef?: { readonly name: string } }[]
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  readonly startupProbe: Probe
  readonly readinessProbe: Probe
  readonly livenessProbe: Probe
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } }
  readonly securityContext: object
}

/** The parts of a Deployment that the tests read. */
export interface Deployment {
  readonly spec: {
    readonly replicas: number
    readonly template: {
      readonly metadata: { readonly labels: object; readonly annotations: Readonly<Record<string, string>> }
      readonly spec: {
        readonly enableServiceLinks: boolean
        readonly automountServiceAccountToken: boolean
        readonly terminationGracePeriodSeconds: number
        readonly securityContext: object
        readonly containers: readonly [Container]
      }
    }
  }
}

export const [deployment] = yamlOf<Deployment>('kubernetes/deployment.yaml') as [Deployment]
export const pod = deployment.spec.template.spec
export const [container] = pod.containers

/** The parts of a service of compose.yaml that the tests read. */
export interface Service {
  readonly user?: string
  readonly read_only?: boolean
  readonly mem_limit?: string
  readonly pids_limit?: number
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly command?: readonly string[]
  readonly volumes?: readonly string[]
  readonly profiles?: readonly string[]
}

export const [compose] = yamlOf<{ readonly services: Readonly<Record<string, Service>> }>('compose.yaml') as [
  { readonly services: Readonly<Record<string, Service>> },
]
