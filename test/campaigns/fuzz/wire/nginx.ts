import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#demo/ports.ts'
import { probes } from './probes.ts'

/** One worker with few upstream connections, so that the next request reuses a poisoned one. */
const configuration = (folder: string, port: number, upstream: number): string => `
worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; daemon off; master_process off;
events { worker_connections 256; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream checkout { server 127.0.0.1:${upstream}; keepalive 2; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://checkout; proxy_http_version 1.1; proxy_request_buffering off;
      proxy_set_header Connection ""; proxy_set_header Host pay.shop.example;
    }
  }
}`

/** Runs `act` with the port of an nginx in front of the proxy. */
export async function behindNginx<T>(nginx: string, upstream: number, act: (port: number) => Promise<T>): Promise<T> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'tender-nginx-')), await freePort()]
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, upstream))
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const ended = new Promise((done) => child.once('exit', done))
  try {
    await listening(port)
    return await act(port)
  } finally {
    child.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

/** Sends every probe through a reverse proxy, each followed by victims; a sentence for each with a foreign answer. */
export async function probeThrough(port: number): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const { name, bytes } of probes) {
    await received(port, bytes)
    for (const locale of ['ar', 'ru', 'en', 'ar']) {
      const answer = await received(port, victim(locale))
      const isOwn = answer.startsWith('HTTP/1.1 200 ') && answer.includes(`"locale":"${locale}"`)
      if (!isOwn) wrong.push(`after ${name}, ${locale} was answered ${answer.slice(0, 60)}`)
    }
  }
  return wrong
}

const victim = (locale: string): string =>
  `GET /api/texts/${locale} HTTP/1.1\r\nHost: pay.shop.example\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n`

/** Milliseconds that a probe may leave its connection open. */
const TIMEOUT = 400

function received(port: number, bytes: string): Promise<string> {
  return new Promise((done) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.setTimeout(TIMEOUT, () => socket.destroy())
    socket.setEncoding('latin1').on('data', (data: string) => (text += data))
    socket.on('error', () => {}).on('close', () => done(text))
  })
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const isOpen = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => done(socket.end() && true))
      socket.on('error', () => done(false))
    })
    if (isOpen) return
    await new Promise((wait) => setTimeout(wait, 50))
  }
  throw new Error('nginx does not listen')
}
