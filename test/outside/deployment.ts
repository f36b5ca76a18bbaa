import type { Report } from './report.ts'

/** Reports about files by which a server is deployed. */
export const deployment: readonly Report[] = [
  {
    source: 'rootdr-backup/Reconner#16',
    kind: 'a service of compose has no limit of memory or processes, and takes its machine down',
    decision: 'fixed',
    file: 'test/unit/deploy/containers.test.ts',
    words: 'has limits of memory and of processes',
  },
  {
    source: 'koala73/worldmonitor#3552',
    kind: 'an image is made of tags, which may lead to other images tomorrow',
    decision: 'fixed',
    file: 'test/unit/deploy/containers.test.ts',
    words: 'takes both images by their digests, where they are given',
  },
  {
    source: 'rm3l/helm-charts#86',
    kind: 'a Service of Kubernetes has an address of IPv4 alone, unless it says otherwise',
    decision: 'fixed',
    file: 'test/unit/deploy/containers.test.ts',
    words: 'the service has an address of each family that the cluster has',
  },
  {
    source: 'payjoin/ohttp-relay#72',
    kind: 'an example for nginx listens for IPv4 alone',
    decision: 'holds',
    file: 'test/unit/deploy/reverse-proxy.test.ts',
    words: 'nginx.conf listens for IPv6, too, which nginx does not by itself',
  },
  {
    source: 'opena2a-org/agent-identity-management#348',
    kind: 'metrics are served to whoever asks, and name what the server does',
    decision: 'fixed',
    file: 'test/unit/deploy/containers.test.ts',
    words: 'the pod monitor sends the token that the Secret has',
  },
  {
    source: 'taskforcesh/bullmq#1046',
    kind: 'a Redis that evicts keys which expire loses locks and jobs of a queue',
    decision: 'holds',
    file: 'test/unit/proxy/locks/redis.test.ts',
    words: 'the start is refused with one that evicts, and says which variable leads to it',
  },
  {
    source: 'OptimalBits/bull#2173',
    kind: 'nobody knows what becomes of work when a Redis with noeviction is full',
    decision: 'holds',
    file: 'test/unit/proxy/locks/redis.test.ts',
    words: 'one with a full memory and noeviction lets no payment begin, and settles the one that has',
  },
  {
    source: 'LanternOps/breeze#6452',
    kind: 'a readiness check only pings a Redis that is full and refuses writes',
    decision: 'holds',
    file: 'test/unit/proxy/http/readiness.test.ts',
    words: 'is not ready while it takes no locks',
  },
]
