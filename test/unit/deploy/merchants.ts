import { parse } from 'yaml'
import { container, environmentIn, filled, yamlOf, type compose, type Container } from './files.ts'

type Texts = Readonly<Record<string, string>>

/** How a file of deploy/ starts a proxy for many merchants, once it is filled in. */
interface Deployed {
  readonly args: readonly string[]
  readonly env: Texts
  /** Paths in the container at which there is a volume that the file declares. */
  readonly mounts: readonly string[]
}

const [composed] = yamlOf<typeof compose & { readonly volumes: object }>('compose.merchants.yaml')
export const composedProxy = composed!.services['proxy']!
const { command, environment, volumes } = composedProxy

/** What the overlay changes, as Kustomize merges it: null removes a variable. */
const [overlay] = yamlOf<{ readonly patches: readonly { readonly patch: string }[] }>(
  'kubernetes-merchants/kustomization.yaml',
)
const [settings, deployment] = overlay!.patches.map(({ patch }) => parse(patch) as object) as [
  { readonly data: Readonly<Record<string, null>> },
  { readonly spec: { readonly template: { readonly spec: Pod } } },
]

interface Pod {
  readonly containers: readonly [Container]
  readonly volumes: readonly { readonly name: string; readonly secret: { readonly secretName: string } }[]
}

const pod = deployment.spec.template.spec
const [{ args, env, volumeMounts }] = pod.containers
const [configMap] = yamlOf<{ readonly data: Texts }>('kubernetes/config-map.yaml')
const secrets = yamlOf<{ readonly metadata: { readonly name: string }; readonly stringData: Texts }>(
  'kubernetes-merchants/merchants.example.yaml',
)
const secretOf = (name: string | undefined): Texts => secrets.find(({ metadata }) => metadata.name === name)!.stringData

export const ofMerchants: Readonly<Record<'compose' | 'Kubernetes', Deployed>> = {
  compose: {
    args: command!,
    env: filled({ ...environment, TENDER_RELEASES_SECRET: '' }),
    mounts: volumes!
      .map((volume) => volume.split(':') as [from: string, at: string])
      .flatMap(([from, at]) => (from.startsWith('.') || from in composed!.volumes ? [at] : [])),
  },
  Kubernetes: {
    args,
    env: filled({
      ...Object.fromEntries(Object.entries(configMap!.data).filter(([name]) => !(name in settings.data))),
      ...Object.assign({}, ...container.envFrom.map(({ secretRef }) => secretRef && secretOf(secretRef.name))),
      ...Object.fromEntries([...container.env, ...env].map(({ name, value = '10.1.2.3' }) => [name, value])),
    }),
    mounts: [...container.volumeMounts, ...volumeMounts].map(({ mountPath }) => mountPath),
  },
}

const { secret } = pod.volumes.find(({ name }) => volumeMounts.some((mount) => mount.name === name))!

/** The files of the merchants that the example's volume has. */
export const exampleFiles: Texts = Object.fromEntries(
  Object.entries(secretOf(secret.secretName)).map(([file, text]) => [
    file,
    Object.entries(filled(environmentIn(text)))
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  ]),
)
