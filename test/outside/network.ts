import type { Report } from './report.ts'

/** Reports about what is between a server, its clients and the servers that it asks. */
export const network: readonly Report[] = [
  {
    source: 'nodejs/node#20256',
    kind: 'requests are lost on connections that a server keeps for five seconds, and the balancer in front for longer',
    decision: 'fixed',
    file: 'test/unit/proxy/http/keep-alive.test.ts',
    words: 'an idle connection outlives the 60 seconds of common balancers, and the answer says for how long',
  },
  {
    source: 'zulip/docker-zulip#554',
    kind: 'a health check by HTTP/1.0 without a Host is answered with 400',
    decision: 'fixed',
    file: 'test/unit/proxy/http/request-guard.test.ts',
    words: 'a check of %s by HTTP/1.0 needs no host, as HAProxy and keepalived send it',
  },
  {
    source: 'graze-social/personalization#27',
    kind: 'a dependency that all instances share is away for a moment, and every one leaves the balancer',
    decision: 'fixed',
    file: 'test/unit/proxy/http/readiness.test.ts',
    words: 'that is short takes no proxy out of the balancer: %s',
  },
  {
    source: 'tryretool/retool-helm#335',
    kind: 'a server listens on 0.0.0.0, and a pod with IPv6 alone is never ready',
    decision: 'fixed',
    file: 'test/unit/deploy/containers.test.ts',
    words: '%s listens for IPv4 and for IPv6, of which a pod may have one',
  },
  {
    source: 'auth0-extensions/auth0-logs-to-provider#64',
    kind: 'a firewall refuses requests that do not name who sends them',
    decision: 'fixed',
    file: 'test/unit/gateway-client/undici-fetch.test.ts',
    words: 'by product and version, and says what it accepts',
  },
  {
    source: 'K-Dense-AI/k-dense-byok#28',
    kind: 'HTTPS_PROXY is ignored by Node’s own client, so that a server in a closed network reaches nothing',
    decision: 'fixed',
    file: 'test/unit/proxy/transports.test.ts',
    words: 'leads every peer through it, but not to this machine',
  },
  {
    source: 'urllib3/urllib3#3184',
    kind: 'NAT forgets idle connections, and the repeat of a request meets the next dead one of the pool',
    decision: 'fixed',
    file: 'test/unit/gateway-client/undici-fetch.test.ts',
    words: 'costs a read no answer: it is repeated once, on a connection of its own',
  },
  {
    source: 'dotnet/corefx#31413',
    kind: 'an unrequested 100 Continue, or a second one, is taken for the answer',
    decision: 'fixed',
    file: 'test/unit/gateway-client/undici-fetch.test.ts',
    words: 'an interim answer that nobody has asked for is passed over',
  },
  {
    source: 'mswjs/interceptors#599',
    kind: 'undici fails at a 100 Continue that comes before the answer of a slow server',
    decision: 'fixed',
    file: 'test/unit/gateway-client/undici-fetch.test.ts',
    words: 'an interim answer that nobody has asked for is passed over',
  },
  {
    source: 'nyaruka/goflow#814',
    kind: 'a long answer to a webhook is an error, whatever its status is',
    decision: 'fixed',
    file: 'test/unit/gateway-client/undici-fetch.test.ts',
    words: 'a page of more than 1 MiB',
  },
]
