import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { answers, freePort, stop, Unavailable } from './processes.ts'

/** A throwaway nginx with its dav module: the limit of what the machine can carry over HTTP. */

export interface Nginx {
  readonly origin: string
  readonly version: string
  readonly pid: number
  close(): Promise<void>
}

const MISSING =
  'nginx with its dav module is what the transfers are measured against, and it is not here. ' +
  'Install it (Debian and Ubuntu: apt-get install nginx-full) or set NGINX to its path.'

export function findNginx(): { program: string; version: string } {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const program = process.env.NGINX ?? places.map((place) => join(place, 'nginx')).find(existsSync)
  const about = program ? spawnSync(program, ['-V'], { encoding: 'utf8' }).stderr : undefined
  if (!program || !about?.includes('http_dav_module')) throw new Unavailable(MISSING)
  return { program, version: /nginx\/([\d.]+)/.exec(about)?.[1] ?? '' }
}

/** Starts it on a folder of its own. Bodies wait beside the files, so that a PUT ends with a rename. */
export async function startNginx(folder: string): Promise<Nginx> {
  const { program, version } = findNginx()
  for (const name of ['files', 'body', 'other']) await mkdir(join(folder, name), { recursive: true })
  const port = await freePort()
  const path = join(folder, 'nginx.conf')
  await writeFile(path, configuration(folder, port))
  await writeFile(join(folder, 'files', 'ready'), 'ready')
  const child = spawn(program, ['-p', folder, '-c', path, '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  })
  const origin = `http://127.0.0.1:${port}`
  await answers(child, `${origin}/ready`, 20)
  return { origin, version, pid: child.pid ?? 0, close: () => stop(child) }
}

/** Only root may name a user, and without a name its workers could not reach the folder. */
const userLine = () => (process.getuid?.() === 0 ? 'user root;' : '')

const configuration = (folder: string, port: number): string => `
daemon off;
${userLine()}
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_max_body_size 0;
  client_body_buffer_size 1m;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/other;
  fastcgi_temp_path ${folder}/other;
  uwsgi_temp_path ${folder}/other;
  scgi_temp_path ${folder}/other;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
    location / {
      dav_methods PUT DELETE MKCOL MOVE;
      create_full_put_path on;
    }
  }
}
`
