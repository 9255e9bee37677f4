import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';

const hint = z.strictObject({ signature: z.uuid() });

/** The tablet's server for the site's agent: `GET /health`, `POST /hint {signature}`. Can be switched off and on. */
export class HintListener {
  readonly server: DeviceServer;
  /** False: accepts connections without responding. */
  answers = true;

  /** @param port 0 for a free port */
  constructor(port: number, onHint: (signature: string) => void) {
    const http = createServer((request, response) => void this.#serve(request, response, onHint));
    this.server = new DeviceServer(port, (socket) => http.emit('connection', socket));
  }

  async #serve(request: IncomingMessage, response: ServerResponse, onHint: (signature: string) => void): Promise<void> {
    const body = await textOf(request);
    if (!this.answers) return;
    const route = `${request.method} ${request.url}`;
    if (route === 'GET /health') return end(response, 200);
    if (route !== 'POST /hint') return end(response, 404);
    const parsed = hint.safeParse(jsonOf(body));
    if (parsed.success) onHint(parsed.data.signature);
    return end(response, parsed.success ? 200 : 400);
  }
}

const end = (response: ServerResponse, status: number): void => void response.writeHead(status).end();

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // a body that is not JSON is not a hint: respond 400
    return null;
  }
}
