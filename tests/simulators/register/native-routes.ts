import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { nativeScript } from './native-script.ts';
import { registerBehaviourChange, type RegisterActions } from './register-actions.ts';

const root = '/__register/';
export const scriptPath = `${root}native-register.js`;

interface Page {
  type: string;
  body: string;
}

/**
 * Serves the register's own routes: its panel, the script of its embedded browser, and the actions that pages request.
 * @returns whether the request was for one of these routes instead of the app
 */
export function serveNative(actions: RegisterActions, terminal: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const pages: Readonly<Record<string, () => Page>> = {
    [root]: () => ({ type: 'text/html', body: readFileSync(path.join(import.meta.dirname, 'panel.html'), 'utf8') }),
    [scriptPath]: () => ({ type: 'text/javascript', body: nativeScript(terminal) }),
    [`${root}state`]: () => json({ terminal, ...actions.state() }),
  };
  return (request, response) => {
    const [pathname = ''] = (request.url ?? '').split('?');
    if (!pathname.startsWith(root)) return false;
    const page = pages[pathname];
    if (request.method === 'GET' && page) send(response, 200, page());
    else void execute(actions, pathname.slice(root.length), request, response);
    return true;
  };
}

async function execute(actions: RegisterActions, name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const payload: unknown = JSON.parse(await textOf(request));
    if (name === 'behaviour') {
      actions.behave(registerBehaviourChange.parse(payload));
      return send(response, 200, json({}));
    }
    const { status, body } = await actions.execute(name, payload);
    return send(response, status, json(body));
  } catch (error) {
    return send(response, 400, json({ message: error instanceof Error ? error.message : String(error) }));
  }
}

const json = (body: object): Page => ({ type: 'application/json', body: JSON.stringify(body) });

function send(response: ServerResponse, status: number, { type, body }: Page): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(body);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}
