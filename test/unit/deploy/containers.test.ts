import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listenOn } from '#cli/listening.ts'
import { configOf, openTestProxy } from '../proxy/support/test-proxy.ts'
import { root } from '../../support/root.ts'
import { compose, container, deployment, pod, textOf, yamlOf } from './files.ts'
import { composedProxy } from './merchants.ts'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  bin: { tender: string }
  scripts: { prepack: string }
}
const command = `/opt/tender/node_modules/tender-checkout/${manifest.bin.tender}`

/** The hosts that the proxy listens on in its containers. */
const hosts = {
  'the Dockerfile': /TENDER_HOST=(\S+)/.exec(textOf('Dockerfile'))?.[1],
  'compose.yaml': compose.services['proxy']!.environment?.['TENDER_HOST'],
  'deployment.yaml': container.env.find(({ name }) => name === 'TENDER_HOST')?.value,
}

/** Milliseconds for which a payment in progress may be finished. */
const { lockTtlMs } = configOf()

describe('kubernetes/deployment.yaml', () => {
  test('keeps the restricted pod security standard, with a root file system that is read-only', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(pod.automountServiceAccountToken).toBe(false)
  })

  test('lets Kubernetes add no variables, of which one could be TENDER_PORT', () => {
    expect(pod.enableServiceLinks).toBe(false)
  })

  test('gives a pod the time for its payments', () => {
    const { seconds } = container.lifecycle.preStop.sleep
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 1 + lockTtlMs / 1000)
  })

  test('asks addresses that the proxy serves, under the pod’s own name, and restarts no pod for its gateway', async () => {
    const { app, clock } = await openTestProxy()
    onTestFinished(() => app.close())
    const statusOf = async ({ httpGet }: { httpGet: { path: string } }): Promise<number> =>
      (await clock.drive(app.inject({ url: httpGet.path, headers: { host: '10.1.2.3:8080' } }))).statusCode
    const { startupProbe, readinessProbe, livenessProbe } = container
    for (const probe of [startupProbe, livenessProbe]) expect(await statusOf(probe)).toBe(200)
    expect(await statusOf(readinessProbe)).not.toBe(404)
    expect(readinessProbe.httpGet.path).toBe('/readyz')
    expect(livenessProbe.httpGet.path).not.toBe('/readyz')
    // The readiness check itself takes up to 1.2 s.
    expect(readinessProbe.timeoutSeconds).toBeGreaterThanOrEqual(2)
  })

  test('names the ports of its settings, and the service has no port of the metrics', () => {
    const portOf = (name: string) => container.ports.find((port) => port.name === name)?.containerPort
    const valueOf = (name: string) => container.env.find((variable) => variable.name === name)?.value
    expect(String(portOf('http'))).toBe(valueOf('TENDER_PORT'))
    expect(String(portOf('metrics'))).toBe(valueOf('TENDER_METRICS_PORT'))
    expect(deployment.spec.template.metadata.annotations['prometheus.io/port']).toBe(valueOf('TENDER_METRICS_PORT'))
    const [service] = yamlOf<{ spec: { ports: readonly { targetPort: string }[] } }>('kubernetes/service.yaml')
    expect(service!.spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http'])
  })

  test('the service has an address of each family that the cluster has', () => {
    const [service] = yamlOf<{ spec: { ipFamilyPolicy: string } }>('kubernetes/service.yaml')
    expect(service!.spec.ipFamilyPolicy).toBe('PreferDualStack')
  })

  test('all selectors choose these pods, and the budget leaves one of the fewest', () => {
    const { labels } = deployment.spec.template.metadata
    const selectors = ['pod-disruption-budget', 'network-policy', 'service'].map((name) => {
      const [{ spec }] = yamlOf<{ spec: { selector?: object; podSelector?: object } }>(`kubernetes/${name}.yaml`) as [
        { spec: { selector?: object; podSelector?: object } },
      ]
      const found = (spec.podSelector ?? spec.selector) as { matchLabels?: object }
      return found.matchLabels ?? found
    })
    expect(selectors).toEqual([labels, labels, labels])
    const [scaler] = yamlOf<{ spec: { minReplicas: number } }>('kubernetes/horizontal-pod-autoscaler.yaml')
    expect(scaler!.spec.minReplicas).toBeGreaterThan(1)
  })
})

test.each(Object.entries(hosts))('%s listens for IPv4 and for IPv6, of which a pod may have one', async (_, host) => {
  const { app } = await openTestProxy()
  onTestFinished(() => app.close())
  await listenOn((at) => app.listen(at), host!, 0)
  const { port } = app.server.address() as AddressInfo
  for (const address of ['127.0.0.1', '[::1]'])
    expect((await fetch(`http://${address}:${port}/healthz`)).status).toBe(200)
})

test('on a system without IPv6 they listen for IPv4 alone', async () => {
  const asked: unknown[] = []
  const listen = async (at: { readonly host: string }): Promise<void> => {
    asked.push(at)
    if (at.host === '::') throw Object.assign(new Error(), { code: 'EAFNOSUPPORT' })
  }
  await listenOn(listen, '::', 8080)
  expect(asked.at(-1)).toEqual({ host: '0.0.0.0', port: 8080 })
  await expect(listenOn(() => Promise.reject(new Error('taken')), '::', 8080)).rejects.toThrow('taken')
})

describe('the network policy', () => {
  interface Rule {
    readonly to?: readonly { readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] } }[]
  }
  const [{ spec }] = yamlOf('kubernetes/network-policy.yaml') as readonly [{ spec: { egress: readonly Rule[] } }]

  test('names where each connection may lead, and the internet without private networks', () => {
    expect(spec.egress.length).toBe(3)
    expect(spec.egress.filter(({ to }) => !to?.length)).toEqual([])
    const [v4, v6] = spec.egress.flatMap(({ to = [] }) =>
      to.flatMap(({ ipBlock }) => (ipBlock?.except ? [ipBlock] : [])),
    )
    expect([v4!.cidr, v6!.cidr]).toEqual(['0.0.0.0/0', '::/0'])
    expect(v4!.except).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']),
    )
    expect(v6!.except).toEqual(expect.arrayContaining(['fc00::/7', 'fe80::/10']))
  })
})

test('the pod monitor sends the token that the Secret has', () => {
  interface Monitor {
    readonly spec: {
      readonly podMetricsEndpoints: readonly { readonly authorization: { readonly credentials: object } }[]
    }
  }
  const [monitor] = yamlOf<Monitor>('kubernetes/pod-monitor.yaml')
  const [{ metadata, stringData }] = yamlOf('kubernetes/secret.example.yaml') as readonly [
    { metadata: { name: string }; stringData: Readonly<Record<string, string>> },
  ]
  const key = 'TENDER_METRICS_TOKEN'
  expect(monitor!.spec.podMetricsEndpoints.map(({ authorization }) => authorization.credentials)).toEqual([
    { name: metadata.name, key },
  ])
  expect(Object.keys(stringData)).toContain(key)
})

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0

test('kustomize builds the manifests', ({ skip }) => {
  if (!hasKubectl) skip('skipped: kubectl is not installed')
  const built = spawnSync('kubectl', ['kustomize', join(root, 'deploy/kubernetes')], { encoding: 'utf8' })
  expect([built.stderr, built.status]).toEqual(['', 0])
  const kinds = [...built.stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy']))
  expect(built.stdout).not.toContain('kind: Secret')
})

describe.each(Object.entries({ ...compose.services, 'proxy for merchants': composedProxy }))(
  'the service %s of compose',
  (name, service) => {
    test('has no root, no rights and a root file system that is read-only', () => {
      expect(service.user).toMatch(/^(?:65532:65532|redis)$/)
      expect(service.read_only).toBe(true)
      expect(service.cap_drop).toEqual(['ALL'])
      expect(service.security_opt).toEqual(['no-new-privileges:true'])
    })

    test('has limits of memory and of processes', () => {
      expect(service.mem_limit).toMatch(/^\d+[mg]$/)
      expect(service.pids_limit).toBeGreaterThan(32)
    })

    test('is published on loopback only', () => {
      expect((service.ports ?? []).filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
    })

    test('has the time for its payments', () => {
      if (name === 'redis') return
      expect(Number(/^(\d+)s$/.exec(service.stop_grace_period!)![1]) * 1000).toBeGreaterThan(lockTtlMs)
    })
  },
)

test('the sandbox of compose.yaml starts only where it is asked for', () => {
  const { sandbox, 'sandbox-proxy': proxy, redis } = compose.services
  expect([sandbox, proxy].map((service) => service?.profiles)).toEqual([['sandbox'], ['sandbox']])
  expect(redis?.command).toEqual(expect.arrayContaining(['noeviction', 'always', 'yes']))
  expect(redis?.command?.join(' ')).toMatch(/--maxmemory \d+gb/)
})

describe('the Dockerfile', () => {
  const stages = textOf('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
  const last = stages.at(-1)!

  test('has more than one stage, and runs the command of the package, without root', () => {
    expect(stages.length).toBeGreaterThan(1)
    expect(/^USER (\d+):\d+$/m.exec(last)?.[1]).toBe('65532')
    expect(JSON.parse(/^ENTRYPOINT (.+)$/m.exec(last)![1]!)).toEqual(['/nodejs/bin/node', command])
    expect(last).not.toMatch(/^RUN /m)
    expect(pod.securityContext).toMatchObject({ runAsUser: 65532 })
    expect(container.args).toEqual(JSON.parse(/^CMD (\[.+\])$/m.exec(last.split('ENTRYPOINT')[1]!)![1]!))
  })

  test('is built of the packed package alone, whatever else is in the folder', () => {
    expect(textOf('.dockerignore').trim().split('\n')).toEqual(['*', '!tender-checkout-*.tgz'])
    const copied = stages.flatMap((stage) =>
      [...stage.matchAll(/^(?:COPY|ADD) (?!--from=)(.+)$/gm)].map(([, what]) => what),
    )
    expect(copied).toEqual(['tender-checkout-*.tgz ./'])
  })

  test('runs no script of a package, leaves development packages out, and installs what the lock file says', () => {
    expect(stages[0]).toMatch(/mv dist\/package-lock\.json \.[^]* npm install --ignore-scripts --omit=dev/)
    expect(manifest.scripts.prepack).toMatch(/cp package-lock\.json dist\/$/)
  })

  test('takes both images by their digests, where they are given', () => {
    const images = textOf('Dockerfile').match(/^FROM \S+/gm)
    expect(images).toEqual(['FROM ${INSTALL}', 'FROM ${RUN}'])
  })

  test('has a health check that fails where nothing listens, and passes where the proxy does', async () => {
    const [, script] = /CMD \["\/nodejs\/bin\/node", "--eval", "(.+)"\]/.exec(last) as unknown as [string, string]
    const { app } = await openTestProxy()
    onTestFinished(() => app.close())
    const port = new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port
    const exitOf = (env: string): Promise<number> =>
      new Promise((resolve) =>
        spawn(process.execPath, ['--eval', script], { env: { TENDER_PORT: env } }).once('exit', (code) =>
          resolve(code!),
        ),
      )
    expect(await exitOf(port)).toBe(0)
    await app.close()
    expect(await exitOf(port)).toBe(1)
  })
})
